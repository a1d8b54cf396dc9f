/** What is kept of the archive: its messages, decrypted, each with the corporation and its number, and notes of our own. */
import { createHash } from 'node:crypto'
import type { CollectedDelivery } from '#channels/collection.ts'
import type { StoredDelivery } from '#channels/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { jsonOf } from '#kernel/json.ts'
import type { SealedMessage } from './archive-source.ts'
import type { RoutedConsent } from './address-book.ts'
import { type Archive, archivedEvents, toAskedConsent, toUnread } from './archived.ts'
import { callbackFieldsOf, textIn } from './callback-xml.ts'
import { calledEvents } from './called.ts'
import { employeesIn, messageKeyOf } from './conversation.ts'
import { archiveMessageOf, isJson, textOf } from './fields.ts'

const messageType = 'application/json'
const noteType = 'application/vnd.verbatim.note+json'
const callbackType = /^(?:text|application)\/xml\b/i
/** Names the corporation of a record, also for the account of one of its people. */
export const corpHeader = 'x-corp-id'
const numberHeader = 'x-archive-seq'
/** Names of people as they were known when the message was collected, in JSON. */
const namesHeader = 'x-people-names'
/** The names of so many people of a message. */
const mostNames = 100

interface MessageToKeep {
  readonly seq: number
  readonly text: string
  readonly since: number
  readonly names?: ReadonlyMap<string, string>
}

/**
 * A decrypted message. Its encrypted form proves nothing more: its key is a random one that we alone can open, and nothing in
 * it is signed.
 */
export function messageDelivery(
  corpId: string,
  { seq, text, since, names }: MessageToKeep,
): CollectedDelivery {
  const body = Buffer.from(text)
  const message = archiveMessageOf(body)
  const isHistory = message?.msgtime !== undefined && message.msgtime < since
  return {
    headers: {
      [corpHeader]: corpId,
      [numberHeader]: String(seq),
      ...namesFor(message ? [message.from, ...message.tolist] : [], names),
    },
    contentType: messageType,
    body,
    ...(isHistory && { isHistory }),
    ...(message && { routes: employeesIn({ from: message.from || message.user, to: message.tolist }) }),
  }
}

function namesFor(ids: readonly string[], names?: ReadonlyMap<string, string>): Record<string, string> {
  const found = [...new Set(ids)].slice(0, mostNames).flatMap((id) => {
    const name = names?.get(id)
    return name === undefined ? [] : [[id, name] as const]
  })
  return found.length > 0 ? { [namesHeader]: JSON.stringify(Object.fromEntries(found)) } : {}
}

/** Whether a customer agreed to the archive, as WeCom says when it is asked. */
export const consentNote = (corpId: string, { consent, routes }: RoutedConsent): CollectedDelivery => ({
  ...noteDelivery(corpId, { note: 'consent', ...consent }),
  routes,
})

/** Messages that no key of ours opens now, as they came. */
export const sealedNote = (corpId: string, messages: readonly SealedMessage[]): CollectedDelivery =>
  noteDelivery(corpId, { note: 'sealed', messages })

/** The same of one that only the list has found, and that the collection does not open later. */
export const sealedLateNote = (corpId: string, message: SealedMessage): CollectedDelivery =>
  noteDelivery(corpId, { note: 'sealed', messages: [message], isListed: true })

/** A time of which the archive has nothing any more, in milliseconds since 1970. */
export const gapNote = (corpId: string, { from, to }: { readonly from: number; readonly to: number }) =>
  noteDelivery(corpId, {
    note: 'gap',
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })

const noteDelivery = (corpId: string, note: object): CollectedDelivery => ({
  headers: { [corpHeader]: corpId },
  contentType: noteType,
  body: Buffer.from(JSON.stringify(note)),
})

/** The number of a message in the archive, or what WeCom repeats a callback by. */
export function keyOfRecord({
  body,
  contentType,
  headers,
  sha256,
}: Pick<StoredDelivery, 'body' | 'contentType' | 'headers'> & { readonly sha256?: Uint8Array }): string {
  const number = headers[numberHeader]
  if (number !== undefined) return keyOfNumber(number)
  const fields = callbackType.test(contentType) ? callbackFieldsOf(body) : undefined
  const id = fields && textIn(fields, 'MsgId')
  if (id) return `msg:${id}`
  if (fields && textIn(fields, 'CreateTime'))
    return `event:${['FromUserName', 'CreateTime', 'Event', 'ChangeType'].map((name) => textIn(fields, name)).join(':')}`
  return `sha256:${Buffer.from(sha256 ?? createHash('sha256').update(body).digest()).toString('hex')}`
}

const keyOfNumber = (number: number | string) => `seq:${number}`

/** @param archive Its corporation is the one of the account, for records that do not name theirs. */
export function eventsOf({ body, contentType, headers }: StoredDelivery, archive: Archive): CapturedEvent[] {
  const corpId = headers[corpHeader] ?? archive.corpId
  const names = jsonOf(headers[namesHeader] ?? '')
  const named = { ...archive, corpId, ...(isJson(names) && { names }) }
  if (callbackType.test(contentType)) return calledEvents(body, named)
  return contentType === noteType ? noteEvents(body, named) : archivedEvents(body, named)
}

/** A note is a line in a thread of the corporation itself. */
function noteEvents(body: Uint8Array, archive: Archive): CapturedEvent[] {
  const note = jsonOf(body)
  const unread = toUnread(body, archive)
  if (!isJson(note)) return [unread]
  const { flags: _, ...line } = unread
  const key = messageKeyOf(archive.corpId, `note:${createHash('sha256').update(body).digest('hex')}`)
  if (note['note'] === 'consent') return [toAskedConsent(note, archive) ?? unread]
  if (note['note'] === 'gap') {
    const structured = { notCapturedFrom: textOf(note, 'from'), notCapturedTo: textOf(note, 'to') }
    return [{ ...line, messageKey: key, contentType: 'system', structured }]
  }
  const messages = Array.isArray(note['messages']) ? note['messages'].filter(isJson) : []
  if (note['note'] !== 'sealed' || messages.length === 0) return [unread]
  const numbers = messages.flatMap((message) => (typeof message['seq'] === 'number' ? message['seq'] : []))
  const structured = {
    messages: messages.length,
    firstNumber: numbers[0],
    ...(note['isListed'] === true && { awaited: numbers.map(keyOfNumber) }),
    keyVersions: [...new Set(messages.map((message) => String(message['publickey_ver'])))].join(', '),
  }
  return [{ ...line, messageKey: key, structured, flags: ['encrypted'] }]
}
