import { WA_CERT_DETAILS } from 'baileys'
import { afterEach, expect, test, vi } from 'vitest'
import { openBaileys } from '#channels/whatsapp-native/baileys.ts'
import { linkedCollection } from '#channels/whatsapp-native/collection.ts'
import { linkedAccount, MemorySession, parseKept } from '#testing/whatsapp-native.ts'
import { FakeWhatsAppContact, makeLinkedDevice } from './whatsapp-contact.ts'
import { FakeWhatsAppServer } from './whatsapp-server.ts'

const realRoot = WA_CERT_DETAILS.PUBLIC_KEY
afterEach(() => {
  WA_CERT_DETAILS.PUBLIC_KEY = realRoot
})

const number = '15550001111'
const at = 1_778_745_600

async function openLinked() {
  const server = await FakeWhatsAppServer.open(() => new Date(at * 1_000))
  const { remembered, known } = makeLinkedDevice(number, 2)
  const session = new MemorySession()
  await session.keys.set(remembered)
  const collect = () =>
    linkedCollection((options) =>
      openBaileys(options, { waWebSocketUrl: server.url, connectTimeoutMs: 2_000 }),
    ).collect(linkedAccount, session)
  return { server, known, session, collect }
}

test('a linked device shakes hands with the server, and reads what two people encrypted for it', async () => {
  const { server, known, session, collect } = await openLinked()
  await using _ = server
  WA_CERT_DETAILS.PUBLIC_KEY = server.rootKey
  const people = [new FakeWhatsAppContact('15552223333', 0), new FakeWhatsAppContact('15554445555', 1)]
  const ended = collect()
  await vi.waitUntil(() => server.connected.has(number), { timeout: 5_000 })
  expect(session.connections).toBe(1)
  for (const text of ['One', 'Two'])
    for (const person of people) server.send(number, await person.write(known, text, at))
  const messages = () => parseKept(session.kept).flatMap((event) => (event.kind === 'message' ? [event] : []))
  await vi.waitUntil(() => messages().length === 4, { timeout: 5_000 })
  expect(
    messages()
      .map(({ body, author }) => `${author.value}: ${body}`)
      .toSorted(),
  ).toEqual(['+15552223333: One', '+15552223333: Two', '+15554445555: One', '+15554445555: Two'])
  // Each person used up their key.
  expect([...session.keys.values.keys()].filter((key) => key.startsWith('pre-key'))).toEqual([])
  session.stop()
  await ended
  for (const person of people) person.close()
})

test('a server that WhatsApp has not certified is not connected to', async () => {
  const { server, session, collect } = await openLinked()
  await using _ = server
  expect(server.rootKey).not.toEqual(Buffer.from(WA_CERT_DETAILS.PUBLIC_KEY))
  const ended = collect()
  expect(await ended).toEqual({ outcome: 'retry', reason: 'closed-400' })
  expect(server.connected.has(number)).toBe(false)
  expect(session.connections).toBe(0)
  session.stop()
})
