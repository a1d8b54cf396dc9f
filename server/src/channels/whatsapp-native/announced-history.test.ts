import { deflateSync } from 'node:zlib'
import { minuteMs } from '@verbatim/contract/durations.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { expect, test, vi } from 'vitest'
import { FakeWhatsAppMedia } from '#testing/fakes/whatsapp-media.ts'
import { FakeWhatsAppPhone } from '#testing/fakes/whatsapp-phone.ts'
import type { MemorySession } from '#testing/whatsapp-native.ts'
import {
  at,
  collectAt,
  nextSession,
  number,
  openConnected,
  openLinked,
  soon,
  textsIn,
  useFakeRoot,
} from '#testing/whatsapp-session.ts'
import { libraryDispatcher } from './library-calls.ts'

useFakeRoot()

const bob = '15552223333@s.whatsapp.net'
const key = { remoteJid: bob, fromMe: false, id: 'H1' }
const message = { key, messageTimestamp: at, message: { conversation: 'From last year' } }
const history = { at, progress: 100, conversations: [{ id: bob, messages: [{ message }] }] }

const isRemembered = ({ keys }: MemorySession) =>
  [...keys.values.keys()].some((key) => key.startsWith('history/'))

test(
  'a part of the history that was announced and not kept is read by the next process',
  { tags: ['whole'] },
  async () => {
    const { server, known, session } = await openLinked()
    await using _ = server
    session.keep = () => new Promise(() => {}) // until the process is killed
    const keeping = vi.spyOn(session, 'keep')
    void collectAt(server, session)
    await vi.waitUntil(() => server.connected.has(number), soon)
    server.send(number, await new FakeWhatsAppPhone(number).handOver(known, history))
    await vi.waitUntil(() => keeping.mock.calls.length > 0, soon)
    // The server never gives it again.
    await vi.waitUntil(() => server.unconfirmed(number) === 0, soon)
    server.cut(number)

    const next = nextSession(session)
    expect(isRemembered(next)).toBe(true)
    const ended = collectAt(server, next)
    await vi.waitUntil(() => textsIn(next).length > 0, soon)
    expect(textsIn(next)).toEqual(['From last year'])
    await vi.waitUntil(() => !isRemembered(next), soon)
    expect(new Set(next.history)).toEqual(new Set([50]))
    next.stop()
    await ended
  },
)

async function announceFile(status: number, place = (path: string) => path) {
  const opened = await openLinked()
  const { server, known, session } = opened
  const media = new FakeWhatsAppMedia()
  await media.listen()
  session.limits = { timeoutMs: 5_000, extraHosts: [media.host] }
  const ended = collectAt(server, session)
  await vi.waitUntil(() => server.connected.has(number), soon)
  const announced = await new FakeWhatsAppPhone(number).handOver(known, history, (file) => {
    const kept = media.keep(file, 'historySyncNotification', { status })
    return { ...kept, directPath: place(kept.directPath) }
  })
  server.send(number, announced)
  await vi.waitUntil(() => media.asked.length > 0, soon)
  const end = async () => {
    session.stop()
    await ended
    await server[Symbol.asyncDispose]()
    await media.close()
  }
  return { ...opened, media, ended, end }
}

test('a file of the history is fetched from the servers for files, whatever host the phone names', async () => {
  const { session, end } = await announceFile(200, (path) => `https://elsewhere.example${path}`)
  await vi.waitUntil(() => textsIn(session).length > 0, soon)
  expect(textsIn(session)).toEqual(['From last year'])
  await vi.waitUntil(() => !isRemembered(session), soon)
  expect(session.losses).toBe(0)
  await end()
})

test('a file that the servers no longer have is a loss', async () => {
  const { session, end } = await announceFile(404)
  await vi.waitUntil(() => session.losses === 1, soon)
  await vi.waitUntil(() => !isRemembered(session), soon)
  expect(textsIn(session)).toEqual([])
  await end()
})

test('a file that the servers do not give now is asked for again', async () => {
  const { server, session, media, ended, end } = await announceFile(503)
  server.cut(number)
  expect(await ended).toMatchObject({ outcome: 'retry' })
  expect([isRemembered(session), session.losses]).toEqual([true, 0])
  session.pass(minuteMs)
  const again = collectAt(server, session)
  await vi.waitUntil(() => media.asked.length > 1, soon)
  await end()
  await again
})

test('a file that unpacks to too much, or is none, is a loss and ends nothing', async () => {
  const { server, known, session, ended } = await openConnected()
  await using _ = server
  const phone = new FakeWhatsAppPhone(number)
  const bomb = deflateSync(Buffer.alloc((isWhole ? 300 : 65) * 1024 * 1024))
  for (const [index, file] of [bomb, Buffer.from('no file')].entries()) {
    const announced = { initialHistBootstrapInlinePayload: file }
    server.send(number, await phone.handOver(known, history, () => announced))
    await vi.waitUntil(() => session.losses === index + 1, soon)
  }
  server.send(number, await phone.handOver(known, history))
  await vi.waitUntil(() => textsIn(session).length > 0, soon)
  session.stop()
  await ended
})

test('an announcement within something else is fetched by no one but us', async () => {
  const { server, known, session, ended } = await openConnected()
  await using _ = server
  await using elsewhere = new FakeWhatsAppMedia()
  await elsewhere.listen()
  const named = { directPath: `@${elsewhere.host}/hit`, mediaKey: Buffer.alloc(32, 1) }
  const announced = await new FakeWhatsAppPhone(number).handOver(
    known,
    history,
    () => named,
    (message) => ({ ephemeralMessage: { message } }),
  )
  server.send(number, announced)
  await vi.waitUntil(() => server.unconfirmed(number) === 0, soon)
  expect(isRemembered(session)).toBe(true)
  expect(elsewhere.asked).toEqual([])
  session.stop()
  await ended
})

test('what the library fetches by itself is at WhatsApp and nowhere else', async () => {
  await using elsewhere = new FakeWhatsAppMedia()
  await elsewhere.listen()
  const init = { dispatcher: libraryDispatcher } as unknown as RequestInit
  await expect(fetch(`http://${elsewhere.host}/hit`, init)).rejects.toThrow('fetch failed')
  expect(elsewhere.asked).toEqual([])
})

test('numbers of people in the history are known to the library afterwards', async () => {
  const { server, known, session, ended } = await openConnected()
  await using _ = server
  const phoneNumberToLidMappings = [{ lidJid: '987654@lid', pnJid: bob }]
  const announced = await new FakeWhatsAppPhone(number).handOver(known, {
    ...history,
    phoneNumberToLidMappings,
  })
  server.send(number, announced)
  await vi.waitUntil(() => textsIn(session).length > 0, soon)
  expect([...session.keys.values.keys()]).toContain('lid-mapping/987654_reverse')
  session.stop()
  await ended
})

test('two files of one kind are both read, and what was announced to another account is not', async () => {
  const { server, known, session } = await openLinked()
  await using _ = server
  session.keep = () => new Promise(() => {}) // until the process is killed
  void collectAt(server, session)
  await vi.waitUntil(() => server.connected.has(number), soon)
  const phone = new FakeWhatsAppPhone(number)
  server.send(number, await phone.handOver(known, history))
  const second = { key: { ...key, id: 'H2' }, messageTimestamp: at, message: { conversation: 'And another' } }
  const conversations = [{ id: bob, messages: [{ message: second }] }]
  server.send(number, await phone.handOver(known, { ...history, conversations }))
  await vi.waitUntil(() => server.unconfirmed(number) === 0, soon)
  server.cut(number)

  const next = nextSession(session)
  const value = next.keys.values.get('history/0')
  const foreign = {
    ...JSON.parse(Buffer.from(value ?? []).toString()),
    account: '15559998888:1@s.whatsapp.net',
  }
  next.keys.values.set('history/99', Buffer.from(JSON.stringify(foreign)))
  const ended = collectAt(server, next)
  await vi.waitUntil(() => textsIn(next).length > 1, soon)
  await vi.waitUntil(() => !isRemembered(next), soon)
  expect(new Set(textsIn(next))).toEqual(new Set(['And another', 'From last year']))
  next.stop()
  await ended
})
