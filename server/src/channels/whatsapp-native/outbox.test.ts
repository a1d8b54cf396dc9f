import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SessionEnd } from '#channels/collection.ts'
import {
  arrived,
  type FakeLinkedDevice,
  FakeLinkedDevices,
  webMessage,
} from '#testing/fakes/linked-device.ts'
import { linkedAccount as account, MemorySession, parseKept } from '#testing/whatsapp-native.ts'
import { linkedCollection } from './collection.ts'
import { Outbox } from './outbox.ts'

const me = { id: '15550001111:7@s.whatsapp.net', lid: '70000000000001@lid' }

let world: FakeLinkedDevices
let session: MemorySession
beforeEach(() => {
  world = new FakeLinkedDevices()
  session = new MemorySession()
})

const collect = (): Promise<SessionEnd> => linkedCollection(world.open).collect(account, session)

/** Links the account, and opens the connection that follows. */
async function linked(): Promise<{ device: FakeLinkedDevice; end: Promise<SessionEnd> }> {
  const first = collect()
  await (await world.connection(1)).link(me)
  await first
  const end = collect()
  const device = await world.connection(2)
  device.accept()
  return { device, end }
}

const soon = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('what arrives', () => {
  test('is stored before the connection counts as open, if the account is the right one', async () => {
    const { device, end } = await linked()
    device.end(428)
    await end
    const next = collect()
    const offline = await world.connection(3)
    offline.emit('messages.upsert', arrived(webMessage({ text: 'while you were away' })))
    offline.end(428)
    await next
    expect(parseKept(session.kept)).toMatchObject([{ body: 'while you were away' }])
  })

  test('is copied at once, because the library changes its objects afterwards', async () => {
    const { device, end } = await linked()
    const message = webMessage({ text: 'as it was sent' })
    device.emit('messages.upsert', arrived(message))
    Object.assign(message, { message: null, messageStubType: 1 })
    device.end(428)
    await end
    expect(parseKept(session.kept)).toMatchObject([{ body: 'as it was sent' }])
  })

  test('is not stored if it has no content, or is a status', async () => {
    const { device, end } = await linked()
    device.emit('presence.update', { id: 'x', presences: {} })
    device.emit('creds.update', { me })
    device.emit('chats.update', [{ id: '15552223333@s.whatsapp.net', unreadCount: 1 }])
    device.emit('messages.upsert', arrived(webMessage({ from: 'status@broadcast' })))
    device.emit('messages.upsert', arrived(webMessage({ from: '120363000000000001@newsletter' })))
    device.emit(
      'messages.upsert',
      arrived(webMessage({ isMine: true, message: { protocolMessage: { type: 6 } } })),
    )
    device.emit('messages.update', [
      { key: { remoteJid: 'status@broadcast', id: 'x' }, update: { status: 4 } },
    ])
    device.end(428)
    await end
    expect(session.kept).toEqual([])
  })

  test('from the history comes in pages, with the same bytes each time', async () => {
    const { device, end } = await linked()
    const history = {
      syncType: 2,
      chunkOrder: 1,
      chats: [{ id: '120363000000000001@g.us', name: 'Deal room', messages: [{ message: {} }] }],
      contacts: [{ id: '15552223333@s.whatsapp.net', name: 'Bob Miller' }],
      messages: Array.from({ length: 30 }, (_, index) =>
        webMessage({ text: 'x'.repeat(50_000), id: `3EB0H${index}` }),
      ),
      lidPnMappings: [{ lid: '98765432109876@lid', pn: '15552223333@s.whatsapp.net' }],
    }
    device.emit('messaging-history.set', history)
    await soon()
    const before = session.kept.map(({ body }) => Buffer.from(body).toString())
    device.emit('messaging-history.set', structuredClone(history))
    device.end(428)
    await end
    expect(session.kept.every(({ isHistory }) => isHistory)).toBe(true)
    expect(Math.max(...session.kept.map(({ body }) => body.length))).toBeLessThan(600_000)
    const after = session.kept.slice(before.length).map(({ body }) => Buffer.from(body).toString())
    expect(after).toEqual(before)
    expect(
      new Set(parseKept(session.kept).map((event) => 'messageKey' in event && event.messageKey)).size,
    ).toBe(30)
  })

  test('from the history is left out if it was sent before the history begins, and its progress is reported', async () => {
    session.historySince = new Date('2026-03-01T00:00:00Z')
    const { device, end } = await linked()
    const at = (day: string) => Date.parse(`${day}T10:00:00Z`) / 1000
    const [before, after] = ['2026-02-28', '2026-03-02'].map((day) => webMessage({ text: day, at: at(day) }))
    const later = webMessage({ text: 'in the last part', at: at('2026-03-03') })
    device.emit('messaging-history.set', { syncType: 3, progress: 40, messages: [after, before] })
    await soon()
    await soon()
    device.emit('messaging-history.set', { syncType: 2, progress: 100, messages: [later] })
    // What arrives late is no history.
    device.emit('messages.upsert', arrived(before))
    device.end(428)
    await end
    expect(parseKept(session.kept).map((event) => 'body' in event && event.body)).toEqual([
      '2026-03-02',
      'in the last part',
      '2026-02-28',
    ])
    expect(session.history.at(-1)).toBe(100)
    expect(session.history.every((percent) => [20, 100].includes(percent))).toBe(true)
  })

  test('has the names of groups and people, and the numbers of people who are known only by ID', async () => {
    world.phones = new Map([['98765432109876', '15552223333']])
    world.groups = [
      {
        id: '120363000000000001@g.us',
        subject: 'Deal room',
        participants: [
          { id: '98765432109876@lid', admin: 'admin' },
          { id: '15554445555@s.whatsapp.net', admin: null },
        ],
      },
    ]
    const { device, end } = await linked()
    device.emit('contacts.upsert', [{ id: '15554445555@s.whatsapp.net', name: 'Carol' }])
    await soon()
    await soon()
    const key = { remoteJid: '120363000000000001@g.us', participant: '98765432109876@lid' }
    device.emit('messages.upsert', arrived(webMessage({ key })))
    device.end(428)
    await end
    const [message] = parseKept(session.kept)
    expect(message).toMatchObject({
      conversationTitle: 'Deal room',
      author: { kind: 'phone', value: '+15552223333' },
      participants: [
        { identity: { value: '+15552223333' }, role: 'author' },
        { identity: { value: '+15554445555' }, role: 'member', displayName: 'Carol' },
        { identity: { kind: 'self' } },
      ],
    })
  })

  test('of someone with an unknown number has their ID', async () => {
    world.phones = new Map()
    const { device, end } = await linked()
    device.emit('messages.upsert', arrived(webMessage({ from: '98765432109876@lid' })))
    device.end(428)
    await end
    expect(parseKept(session.kept)).toMatchObject([
      { author: { kind: 'walid', value: '98765432109876@lid' } },
    ])
  })
})

test('a deletion by an admin is stored with the current admins of its group', async () => {
  const group = '120363000000000001@g.us'
  const eve = '15559998888@s.whatsapp.net'
  const key = { id: 'A1', fromMe: false, participant: '15552223333@s.whatsapp.net' }
  const message = { protocolMessage: { type: 0, key } }
  const deleting = () => arrived(webMessage({ from: group, key: { participant: eve }, message }))
  const { device, end } = await linked()
  device.emit('groups.upsert', [{ id: group, subject: 'Deals', participants: [{ id: eve, admin: 'admin' }] }])
  device.emit('messages.upsert', deleting())
  await soon()
  device.emit('group-participants.update', { id: group, action: 'demote', participants: [{ id: eve }] })
  device.emit('messages.upsert', deleting())
  device.end(428)
  await end
  expect(parseKept(session.kept)).toMatchObject([
    { kind: 'delete', scope: 'admin', actor: { value: '+15559998888' } },
    { kind: 'message', flags: ['foreignChange'] },
  ])
})

test('what is put counts as kept once it is handed over itself, however much follows', async () => {
  const handing: (() => void)[] = []
  session.keep = () => new Promise((resolve) => handing.push(resolve))
  const outbox = new Outbox(session, (error) => expect.fail(String(error)))
  const device = await world.open({
    now: session.now,
    keys: session.keys,
    limits: session.limits,
    onState: () => undefined,
    onEvent: () => undefined,
    onLost: () => undefined,
  })
  outbox.admit(device)
  const kept: string[] = []
  const put = async (text: string) => {
    await outbox.put('messages.upsert', arrived(webMessage({ text })))
    kept.push(text)
  }
  const first = put('first').then(() => put('at once after it'))
  const second = put('second')
  handing[0]?.()
  await vi.waitUntil(() => handing.length === 2)
  expect(kept).toEqual(['first'])
  handing[1]?.()
  await second
  await vi.waitUntil(() => handing.length === 3)
  handing[2]?.()
  await first
  expect(kept).toEqual(['first', 'second', 'at once after it'])
  await outbox.drained()
})
