import { type BinaryNode, Curve, WA_CERT_DETAILS } from 'baileys'
import { describe, expect, test, vi } from 'vitest'
import { type MemorySession, parseKept } from '#testing/whatsapp-native.ts'
import {
  at,
  collectAt,
  nextSession,
  number,
  openLinked,
  openUnlinked,
  realRoot,
  soon,
  useFakeRoot,
} from '#testing/whatsapp-session.ts'
import { FakeWhatsAppContact } from './whatsapp-contact.ts'
import { type DeviceKeys, lidOf } from './whatsapp-device.ts'
import { FakeWhatsAppPhone } from './whatsapp-phone.ts'

useFakeRoot()
const client = '15552223333'

const pictureOf = (session: MemorySession) => vi.waitUntil(() => session.asked[0]?.value, soon)

test('a linked device shakes hands with the server, and reads what two people encrypted for it', async () => {
  const { server, known, session, collect } = await openLinked(2)
  await using _ = server
  const people = [new FakeWhatsAppContact('15552223333', 0), new FakeWhatsAppContact('15554445555', 1)]
  const ended = collect()
  await vi.waitUntil(() => server.connected.has(number), soon)
  expect(session.connections).toBe(1)
  for (const text of ['One', 'Two'])
    for (const person of people) server.send(number, await person.write(known, text, at))
  const messages = () => parseKept(session.kept).flatMap((event) => (event.kind === 'message' ? [event] : []))
  await vi.waitUntil(() => messages().length === 4, soon)
  expect(
    messages()
      .map(({ body, author }) => `${author.value}: ${body}`)
      .toSorted(),
  ).toEqual(['+15552223333: One', '+15552223333: Two', '+15554445555: One', '+15554445555: Two'])
  // Each message was handed over once.
  const handedOver = session.kept.filter(({ body }) => Buffer.from(body).includes('messages.upsert'))
  expect(handedOver).toHaveLength(4)
  // Each person used up their key.
  expect([...session.keys.values.keys()].filter((key) => key.startsWith('pre-key'))).toEqual([])
  session.stop()
  await ended
  for (const person of people) person.close()
})

const said = { body: 'Are you there?' }
const room = '120363043211234567@g.us'

describe('what a process had not kept when it was killed was not confirmed, and arrives again:', () => {
  test.each<[string, object, (person: FakeWhatsAppContact, known: DeviceKeys) => Promise<BinaryNode>]>([
    ['a message', said, (person, known) => person.write(known, said.body, at)],
    [
      'the first message of a person in a group',
      said,
      (person, known) => person.sendToGroup(known, room, { conversation: said.body }, { at }),
    ],
    [
      'a call',
      { structured: { call: 'voice' } },
      async () => {
        const attrs = { 'call-id': 'CALL1', 'call-creator': lidOf(client) }
        const offer = { tag: 'offer', attrs, content: [{ tag: 'audio', attrs: {} }] }
        return { tag: 'call', attrs: { id: 'C1', from: lidOf(client), t: String(at) }, content: [offer] }
      },
    ],
  ])('%s', async (_name, expected, write) => {
    const { server, known, session, collect } = await openLinked()
    await using _ = server
    const person = new FakeWhatsAppContact(client, 0)
    session.keep = () => new Promise(() => {}) // until the process is killed
    const keeping = vi.spyOn(session, 'keep')
    void collect()
    await vi.waitUntil(() => server.connected.has(number), soon)
    server.send(number, await write(person, known))
    await vi.waitUntil(() => keeping.mock.calls.length > 0, soon)
    server.cut(number)
    await vi.waitUntil(() => !server.connected.has(number), soon)
    expect(server.unconfirmed(number)).toBe(1)

    const next = nextSession(session)
    const ended = collectAt(server, next)
    await vi.waitUntil(() => server.unconfirmed(number) === 0, soon)
    expect(parseKept(next.kept)).toMatchObject([{ kind: 'message', ...expected }])
    next.stop()
    await ended
    person.close()
  })
})

test('a server that WhatsApp has not certified is not connected to', async () => {
  const { server, session, collect } = await openLinked()
  await using _ = server
  WA_CERT_DETAILS.PUBLIC_KEY = realRoot
  const ended = collect()
  expect(await ended).toEqual({ outcome: 'retry', reason: 'closed-400' })
  expect(server.connected.has(number)).toBe(false)
  expect(session.connections).toBe(0)
  session.stop()
})

test('a device whose picture a phone scans is linked, and connects as that of its account', async () => {
  const { server, session, collect } = await openUnlinked()
  await using _ = server
  const linking = collect()
  const { ref, success } = new FakeWhatsAppPhone(number).scan(await pictureOf(session))
  server.link(ref, success)
  expect(await linking).toEqual({ outcome: 'again' })
  expect(session.connections).toBe(0)
  const ended = collect()
  await vi.waitUntil(() => server.connected.has(number), soon)
  expect(session.connections).toBe(1)
  session.stop()
  await ended
})

test('a device that its owner removes is signed out, now and when it was away', async () => {
  for (const isAway of [false, true]) {
    const { server, session, collect } = await openLinked()
    await using _ = server
    if (isAway) server.remove(number)
    const ended = collect()
    if (!isAway) {
      await vi.waitUntil(() => server.connected.has(number), soon)
      server.remove(number)
    }
    expect(await ended).toEqual({ outcome: 'refused', reason: 'signed-out' })
    expect(session.keys.values.size).toBe(0)
  }
})

test('a device whose code is typed on the phone is linked, and one whose code is mistyped is not', async () => {
  const { server, session, collect } = await openUnlinked()
  await using _ = server
  session.wanted = 'code'
  const linking = collect()
  const code = await vi.waitUntil(() => session.asked[0]?.value, soon)
  expect(code).toMatch(/^[0-9A-Z]{8}$/)
  const phone = new FakeWhatsAppPhone(number)
  await vi.waitUntil(() => server.hasCode(number), soon)
  const { ref, success } = await phone.type(code, server.codeOf(number))
  server.link(ref, success)
  expect(await linking).toEqual({ outcome: 'again' })
  const ended = collect()
  await vi.waitUntil(() => server.connected.has(number), soon)
  session.stop()
  await ended

  const other = await openUnlinked()
  await using _other = other.server
  other.session.wanted = 'code'
  void other.collect()
  await vi.waitUntil(() => other.server.hasCode(number), soon)
  await expect(phone.type('AAAAAAAA', other.server.codeOf(number))).rejects.toThrow()
  other.session.stop()
})

describe('a device is not linked', () => {
  const secret = Buffer.alloc(32, 1).toString('base64')
  test.each([
    [
      'without the signature of the account that it is given',
      new FakeWhatsAppPhone(number, Curve.generateKeyPair()),
      undefined,
    ],
    ['by one who has not seen its picture', new FakeWhatsAppPhone(number), secret],
  ])('%s', async (_name, phone, known) => {
    const { server, session, collect } = await openUnlinked()
    await using _ = server
    const linking = collect()
    const { ref, success } = phone.scan(await pictureOf(session), known)
    server.link(ref, success)
    expect(await linking).toMatchObject({ outcome: 'retry' })
    expect([...session.keys.values.keys()].filter((key) => key.startsWith('creds'))).toEqual([])
    const again = collect()
    await vi.waitUntil(() => session.asked.length > 2, soon)
    expect(server.connected.size).toBe(0)
    session.stop()
    await again
  })
})
