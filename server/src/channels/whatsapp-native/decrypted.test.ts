/** What the library decrypts is kept before its keys are used up, with the library itself. */
import { setTimeout as pause } from 'node:timers/promises'
import { type BinaryNode, proto } from 'baileys'
import { expect, test, vi } from 'vitest'
import { FakeWhatsAppContact } from '#testing/fakes/whatsapp-contact.ts'
import { type DeviceKeys, makeLinkedDevice } from '#testing/fakes/whatsapp-device.ts'
import { FakeWhatsAppPhone } from '#testing/fakes/whatsapp-phone.ts'
import { MemorySession } from '#testing/whatsapp-native.ts'
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

useFakeRoot()
const client = '15552223333'

const hasPreKey = ({ keys }: MemorySession) =>
  [...keys.values.keys()].some((key) => key.startsWith('pre-key/'))

test('the key of a message that is not kept is left, also while another device of the process gets one of the same person', async () => {
  const { server, known, session, collect } = await openLinked()
  await using _ = server
  const other = { number: '15550002222', session: new MemorySession() }
  const device = makeLinkedDevice(other.number, 1)
  await other.session.keys.set(device.remembered)
  const sessions = [session, other.session]
  const keeping = sessions.map((one) => {
    one.keep = () => new Promise(() => {}) // until the process is killed
    return vi.spyOn(one, 'keep')
  })
  void collect()
  void collectAt(server, other.session, `+${other.number}`)
  await vi.waitUntil(() => server.connected.size === 2, soon)
  // So both are in the queue of this person.
  for (const { keys } of sessions) {
    const get = keys.get.bind(keys)
    keys.get = async (...asked) => {
      await pause(50)
      return get(...asked)
    }
  }
  const person = new FakeWhatsAppContact(client, 0)
  const both = [await person.write(known, 'To both', at), await person.write(device.known, 'To both', at)]
  server.send(number, both[0] as BinaryNode)
  server.send(other.number, both[1] as BinaryNode)
  await vi.waitUntil(() => keeping.every(({ mock }) => mock.calls.length > 0), soon)
  expect(sessions.map(hasPreKey)).toEqual([true, true])
  expect([number, other.number].map((one) => server.unconfirmed(one))).toEqual([1, 1])
  person.close()
})

const failing: readonly [string, (session: MemorySession) => void][] = [
  ['read', ({ keys }) => void vi.spyOn(keys, 'get').mockRejectedValueOnce(new Error('no database'))],
  ['stored', ({ keys }) => void vi.spyOn(keys, 'set').mockRejectedValueOnce(new Error('no database'))],
]
test.each(failing)(
  'a message whose keys cannot be %s is not answered, and arrives again',
  async (_, fail) => {
    const { server, known, session, ended } = await openConnected()
    await using _server = server
    const person = new FakeWhatsAppContact(client, 0)
    fail(session)
    server.send(number, await person.write(known, 'Hello', at))
    await expect(ended).rejects.toThrow('no database')
    expect([server.unconfirmed(number), server.refused]).toEqual([1, []])

    const next = nextSession(session)
    const again = collectAt(server, next)
    await vi.waitUntil(() => textsIn(next).length > 0, soon)
    expect(textsIn(next)).toEqual(['Hello'])
    next.stop()
    await again
    person.close()
  },
)

test('an announcement that cannot be stored is not answered', async () => {
  const { server, known, session, ended } = await openConnected()
  await using _ = server
  const set = session.keys.set.bind(session.keys)
  session.keys.set = async (changes) => {
    if (changes.some(({ type }) => type === 'history')) throw new Error('no database')
    await set(changes)
  }
  server.send(
    number,
    await new FakeWhatsAppPhone(number).handOver(known, { at, progress: 100, conversations: [] }),
  )
  await expect(ended).rejects.toThrow('no database')
  expect(server.unconfirmed(number)).toBe(1)
})

type Write = (person: FakeWhatsAppContact, known: DeviceKeys) => Promise<BinaryNode>
const texts: readonly [string, Write, number][] = [
  [
    'beside a reaction to nothing',
    (person, known) =>
      person.send(known, { conversation: 'Secret deal', reactionMessage: { text: 'x' } }, { at }),
    1,
  ],
  [
    'beside someone else’s announcement of a history',
    (person, known) => {
      const historySyncNotification = { syncType: 3, initialHistBootstrapInlinePayload: Buffer.from('x') }
      const protocolMessage = { type: 0, historySyncNotification }
      return person.send(known, { conversation: 'Secret deal', protocolMessage }, { at })
    },
    2,
  ],
  [
    'of a business',
    async (person, known) => {
      const node = await person.write(known, 'Secret deal', at)
      const details = proto.VerifiedNameCertificate.Details.encode({ verifiedName: 'Acme' }).finish()
      const content = proto.VerifiedNameCertificate.encode({ details }).finish()
      const named = { tag: 'verified_name', attrs: {}, content }
      return { ...node, content: [named, ...(node.content as BinaryNode[])] }
    },
    1,
  ],
]
test.each(texts)('a text %s is kept', async (_, write, times) => {
  const { server, known, session, ended } = await openConnected()
  await using _server = server
  const person = new FakeWhatsAppContact(client, 0)
  server.send(number, await write(person, known))
  await vi.waitUntil(() => server.unconfirmed(number) === 0, soon)
  const bodies = session.kept.map(({ body }) => Buffer.from(body).toString())
  expect(bodies.filter((body) => body.includes('Secret deal')).length).toBeGreaterThanOrEqual(1)
  expect(bodies.filter((body) => body.includes('Secret deal')).length).toBeLessThanOrEqual(times)
  session.stop()
  await ended
  person.close()
})

test('what the phone sends again, because the device could not open it, is kept before it is confirmed', async () => {
  const { server, known, session } = await openConnected()
  await using _ = server
  const key = { remoteJid: `${client}@s.whatsapp.net`, fromMe: false, id: 'LOST1' }
  const webMessageInfo = { key, message: { conversation: 'Opened at last' }, messageTimestamp: at }
  const webMessageInfoBytes = proto.WebMessageInfo.encode(webMessageInfo).finish()
  const peerDataOperationResult = [{ placeholderMessageResendResponse: { webMessageInfoBytes } }]
  const app = new FakeWhatsAppContact(number, 0)
  const node = await app.send(
    known,
    {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
        peerDataOperationRequestResponseMessage: { peerDataOperationResult },
      },
    },
    { at },
  )
  session.keep = () => new Promise(() => {}) // until the process is killed
  const keeping = vi.spyOn(session, 'keep')
  server.send(number, { ...node, attrs: { ...node.attrs, category: 'peer' } })
  await vi.waitUntil(() => keeping.mock.calls.length > 0, soon)
  server.cut(number)
  await vi.waitUntil(() => !server.connected.has(number), soon)
  expect(server.unconfirmed(number)).toBe(1)

  const next = nextSession(session)
  const ended = collectAt(server, next)
  await vi.waitUntil(() => server.unconfirmed(number) === 0, soon)
  expect(textsIn(next)).toContain('Opened at last')
  next.stop()
  await ended
  app.close()
})
