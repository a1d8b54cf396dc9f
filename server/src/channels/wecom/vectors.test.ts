import { expect, test } from 'vitest'
import { sharedNormalized, sharedVectors } from '@verbatim/reference/shared-data.ts'
import type { ChannelAccount, Delivery } from '#channels/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { sealEnvelope } from '#testing/fakes/wecom.ts'
import { parseArchived, wecomAccount, wecomAddress } from '#testing/wecom.ts'
import { callbackFieldsOf } from './callback-xml.ts'
import { wecom } from './connector.ts'
import { fileAt } from './media-address.ts'
import { messageKeysOf } from './message-keys.ts'

interface Vector {
  id: string
  input: Record<string, unknown> & {
    token: string
    encodingAESKey: string
    receiveId: string
    query: Record<string, string>
    rawBody?: string
    method: 'GET' | 'POST'
  }
  expected: Record<string, unknown>
}
interface NormalizedVector {
  id: string
  input: { file: string; vectorId: string }
  expected: { events: Record<string, unknown>[] }
}

const normalized = sharedNormalized<NormalizedVector>('wecom.json')
const isAbsent = normalized.length === 0

const accountOf = ({ token, encodingAESKey, receiveId }: Vector['input']): ChannelAccount => ({
  ...wecomAccount,
  address: { kind: 'wecom-user', value: receiveId },
  secrets: { callbackToken: token, encodingAesKey: encodingAESKey },
})
const deliveryOf = ({ query, method, rawBody = '' }: Vector['input']): Delivery => ({
  url: `${wecomAddress}?${new URLSearchParams(query).toString()}`,
  method,
  headers: { 'content-type': 'text/xml' },
  body: Buffer.from(rawBody),
})

test.skipIf(isAbsent)('the reference challenges for an address are answered exactly', () => {
  const questions = sharedVectors<Vector>('wecom.json', 'url-verification')
  expect(questions.length).toBeGreaterThan(1)
  for (const { input, expected } of questions) {
    const answer = wecom.webhook!.challenge!(deliveryOf(input), accountOf(input))
    expect(Buffer.from(answer!).toString()).toBe(expected['responseBody'])
    const stranger = accountOf({ ...input, receiveId: 'ww0000000000000000' })
    expect(() => wecom.webhook!.challenge!(deliveryOf(input), stranger)).toThrow(
      expect.objectContaining({ code: 'capture.bad-signature' }),
    )
  }
})

test.skipIf(isAbsent)('the reference callbacks are opened to the documented fields', () => {
  const callbacks = sharedVectors<Vector>('wecom.json', 'callback-message', 'callback-event')
  expect(callbacks.length).toBeGreaterThan(2)
  for (const { input, expected } of callbacks) {
    const delivery = deliveryOf(input)
    expect(() => wecom.webhook!.verify(delivery, accountOf(input))).not.toThrow()
    const { body } = wecom.webhook!.open!(delivery, accountOf(input))
    if (expected['plaintextXml']) expect(Buffer.from(body).toString()).toBe(expected['plaintextXml'])
    expect(callbackFieldsOf(body)).toEqual(expected['fields'])
  }
})

test.skipIf(isAbsent)('the fake encrypts as the reference does', () => {
  for (const { input, expected } of sharedVectors<Vector>('wecom.json', 'encrypt')) {
    const key = Buffer.from(`${input.encodingAESKey}=`, 'base64')
    const random = Buffer.from(String(input['random']))
    const sealed = sealEnvelope(key, { text: String(input['message']), receiverId: input.receiveId, random })
    expect(sealed).toBe(expected['encrypt'])
  }
})

test.skipIf(isAbsent)('the key of a reference message is opened', () => {
  for (const { input, expected } of sharedVectors<Vector>('wecom.json', 'rsa-pkcs1-v1_5')) {
    const lines = String(input['privateKeyDerBase64']).replaceAll(/.{64}/g, '$&\n')
    const pem = `-----BEGIN RSA PRIVATE KEY-----\n${lines}\n-----END RSA PRIVATE KEY-----`
    expect(messageKeysOf(pem).open(1, String(input['encrypt_random_key']))).toBe(expected['randomKey'])
  }
})

test.skipIf(isAbsent)('the reference messages are captured as the reference describes, in any order', () => {
  const messages = sharedVectors<Vector>('wecom.json', 'archive-message-json')
  expect(normalized.length).toBe(messages.length)
  const readAll = (given: readonly Vector[]) =>
    new Map(given.map(({ id, input }) => [id, parseArchived(input['json'])]))
  const read = readAll(messages)
  expect(readAll(messages)).toEqual(read)
  expect(new Map([...readAll(messages.toReversed())].toReversed())).toEqual(read)
  for (const { id } of messages) {
    const { expected } = normalized.find((one) => one.input.vectorId === id)!
    // An account has no state that a switch to another corporation would change.
    const events = expected.events.filter(({ kind }) => kind !== 'account')
    expect({ id, events: read.get(id)!.map(asReference) }).toMatchObject({ id, events })
    expect(read.get(id)!.length).toBe(events.length)
  }
})

/** The parts of a captured event under the names of the reference. */
function asReference(event: CapturedEvent): Record<string, unknown> {
  if (event.kind !== 'message') {
    const { at, actor } = event as CapturedEvent & { kind: 'delete' }
    return { ...event, actor: actor?.value, at: at?.toISOString() }
  }
  const at = event.sentAt?.toISOString()
  // A consent has no kind of its own with us: it is a line of the thread.
  if (event.contentType === 'system') {
    const { consent: state, person: subject } = event.structured ?? {}
    return { ...event, kind: 'consent', eventKey: `k|${event.messageKey}`, subject, state, at }
  }
  const [author, ...others] = event.participants
  return {
    ...event,
    eventKey: `m|${event.messageKey}`,
    author: author?.identity.value,
    recipients: others.map(({ identity }) => identity.value),
    sentAt: at,
    sentAtSource: 'provider',
    replyToKey: event.replyToKey ?? null,
    attachments: event.attachments.map(({ ordinal, sizeDeclared, name, url }) => ({
      ordinal,
      type: event.contentType,
      providerId: fileAt(url ?? '')?.fileId,
      md5: fileAt(url ?? '')?.md5,
      size: sizeDeclared,
      ...(name && { name }),
    })),
  }
}
