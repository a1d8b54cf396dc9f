import { beforeEach, describe, expect, test } from 'vitest'
import type { SessionEnd } from '#channels/collection.ts'
import {
  arrived,
  type FakeLinkedDevice,
  FakeLinkedDevices,
  webMessage,
} from '#testing/fakes/linked-device.ts'
import { linkedAccount as account, MemorySession } from '#testing/whatsapp-native.ts'
import { linkedCollection } from './collection.ts'

const me = { id: '15550001111:7@s.whatsapp.net', lid: '70000000000001@lid' }
const stranger = { id: '15559990000:2@s.whatsapp.net' }

let world: FakeLinkedDevices
let session: MemorySession
beforeEach(() => {
  world = new FakeLinkedDevices()
  session = new MemorySession()
})

const collect = (): Promise<SessionEnd> => linkedCollection(world.open).collect(account, session)
const unlink = () => linkedCollection(world.open).unlink!(account, session)

/** Links the account, and opens the connection that follows. */
async function linked(): Promise<{ device: FakeLinkedDevice; end: Promise<SessionEnd> }> {
  const first = collect()
  const device = await world.connection(1)
  device.showPicture()
  await device.link(me)
  expect(await first).toEqual({ outcome: 'again' })
  const end = collect()
  const second = await world.connection(2)
  second.accept()
  return { device: second, end }
}

const soon = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('linking', () => {
  test('shows pictures until one is scanned, and connects once the number is the one entered', async () => {
    const first = collect()
    const device = await world.connection(1)
    const pictures = [device.showPicture(), device.showPicture()]
    const started = session.now().getTime()
    await device.link(me)
    expect(await first).toEqual({ outcome: 'again' })
    expect(session.asked).toMatchObject([
      { kind: 'qr', value: pictures[0] },
      { kind: 'qr', value: pictures[1] },
      undefined as never,
    ])
    const [one, two] = session.asked.map((step) => Date.parse(step?.expiresAt ?? '') - started)
    expect(one).toBe(60_000)
    expect(two).toBe(20_000)
    expect(session.connections).toBe(0)
    const second = collect()
    const reopened = await world.connection(2)
    reopened.accept()
    reopened.end(428)
    expect(await second).toEqual({ outcome: 'retry', reason: 'closed-428' })
    expect(session.connections).toBe(1)
    expect(device.isClosed && reopened.isClosed).toBe(true)
  })

  test('gives one code instead if the owner prefers a code', async () => {
    session.wanted = 'code'
    const end = collect()
    const device = await world.connection(1)
    device.showPicture()
    device.showPicture()
    await device.link(me)
    await end
    expect(device.codesFor).toEqual(['15550001111'])
    expect(session.asked).toEqual([{ kind: 'code', value: '111H51R5' }, undefined])
  })

  test('gives a code as soon as the owner asks for one', async () => {
    const end = collect()
    const device = await world.connection(1)
    device.showPicture()
    await soon()
    session.wanted = 'code'
    device.showPicture()
    device.end(408)
    await end
    expect(session.asked.map((step) => step?.kind)).toEqual(['qr', 'code', undefined])
  })

  test('is retried if the server gives no code', async () => {
    session.wanted = 'code'
    const unknown = { ...account, address: { kind: 'phone', value: '+15550001404' } } as const
    const end = linkedCollection(world.open).collect(unknown, session)
    const device = await world.connection(1)
    device.showPicture()
    expect(await end).toEqual({ outcome: 'retry', reason: 'no-code' })
    expect(session.asked).toEqual([])
  })

  test('ends if the owner does not act', async () => {
    const end = collect()
    const device = await world.connection(1)
    device.showPicture()
    device.end(408)
    expect(await end).toEqual({ outcome: 'again' })
    expect(session.asked.at(-1)).toBeUndefined()
  })

  test('of another number is undone, and nothing is stored', async () => {
    const first = collect()
    const device = await world.connection(1)
    device.showPicture()
    await device.link(stranger)
    await first
    const end = collect()
    const other = await world.connection(2)
    other.emit('messages.upsert', arrived(webMessage()))
    other.emit('messaging-history.set', { chats: [], contacts: [], messages: [webMessage()] })
    other.accept()
    expect(await end).toEqual({ outcome: 'refused', reason: 'address-differs' })
    expect(other.isLoggedOut).toBe(true)
    expect(session.kept).toEqual([])
    expect(session.keys.values.size).toBe(0)
    expect(session.connections).toBe(0)
  })

  test('of another number stays refused if it cannot be undone yet', async () => {
    world.canLogOut = false
    const first = collect()
    await (await world.connection(1)).link(stranger)
    await first
    const end = collect()
    const other = await world.connection(2)
    other.emit('messages.upsert', arrived(webMessage()))
    other.accept()
    expect(await end).toEqual({ outcome: 'retry', reason: 'not-signed-out' })
    expect(session.kept).toEqual([])
    expect(session.keys.values.size).toBe(1)
  })
})

describe('a connection that ends', () => {
  test.each([
    [428, 'closed-428'],
    [408, 'closed-408'],
    [503, 'closed-503'],
    [undefined, 'closed-unknown'],
  ])('with %s is opened again later, with the same keys', async (status, reason) => {
    const { device, end } = await linked()
    device.end(status)
    expect(await end).toEqual({ outcome: 'retry', reason })
    expect(session.keys.values.size).toBe(1)
  })

  test('with a second 440 within minutes stops, because another process uses its keys', async () => {
    const { device, end } = await linked()
    device.end(440)
    expect(await end).toEqual({ outcome: 'retry', reason: 'closed-440' })
    session.pass(9 * 60_000)
    const next = collect()
    ;(await world.connection(3)).end(440)
    expect(await next).toEqual({ outcome: 'refused', reason: 'delivered-elsewhere' })
    expect(session.keys.values.size).toBe(1)
  })

  test('with an occasional 440 is opened again, however often', async () => {
    const { device, end } = await linked()
    device.end(440)
    await end
    for (const number of [3, 4]) {
      session.pass(11 * 60_000)
      const next = collect()
      ;(await world.connection(number)).end(440)
      expect(await next).toEqual({ outcome: 'retry', reason: 'closed-440' })
    }
  })

  test('with 405 means that the library is too old, and people are notified at once', async () => {
    const { device, end } = await linked()
    device.end(405)
    expect(await end).toEqual({ outcome: 'retry', reason: 'closed-405', problem: 'outdated' })
    expect(session.keys.values.size).toBe(1)
  })

  test('with 401 was ended by the owner, so its keys no longer work', async () => {
    const { device, end } = await linked()
    device.end(401)
    expect(await end).toEqual({ outcome: 'refused', reason: 'signed-out' })
    expect(session.keys.values.size).toBe(0)
  })

  test('with 403 means that WhatsApp closed the account', async () => {
    const { device, end } = await linked()
    device.end(403)
    expect(await end).toEqual({ outcome: 'refused', reason: 'account-closed' })
  })

  test.each([411, 500])('with %s is retried twice, and then has to be linked again', async (status) => {
    const { device, end } = await linked()
    device.end(status)
    expect(await end).toEqual({ outcome: 'retry', reason: 'keys-do-not-fit' })
    for (const [number, outcome] of [
      [3, 'retry'],
      [4, 'refused'],
    ] as const) {
      const next = collect()
      ;(await world.connection(number)).end(status)
      expect(await next).toMatchObject({ outcome })
    }
    expect(session.keys.values.size).toBe(0)
  })

  test('with 500 restarts its count of attempts after a successful connection', async () => {
    const { device, end } = await linked()
    device.end(500)
    await end
    const second = collect()
    const opened = await world.connection(3)
    opened.accept()
    opened.end(500)
    expect(await second).toEqual({ outcome: 'retry', reason: 'keys-do-not-fit' })
    const third = collect()
    ;(await world.connection(4)).end(500)
    expect(await third).toMatchObject({ outcome: 'retry' })
  })

  test('is closed when the session is stopped, after everything that arrived was stored', async () => {
    const { device, end } = await linked()
    device.emit('messages.upsert', arrived(webMessage()))
    session.stop()
    expect(await end).toEqual({ outcome: 'again' })
    expect(session.kept).toHaveLength(1)
    expect(device.isClosed).toBe(true)
  })

  test('reports when the owner wrote on the phone', async () => {
    const { device, end } = await linked()
    const sent = { key: { fromMe: true, id: `3A${'B'.repeat(18)}` }, messageTimestamp: 1_778_745_600 }
    device.emit('messages.upsert', { messages: [sent, webMessage()], type: 'append' })
    session.stop()
    await end
    expect(session.phoneSeen).toEqual([new Date(1_778_745_600_000)])
  })

  test('fails if its keys or what arrived cannot be stored', async () => {
    const first = await linked()
    first.device.fail(new Error('no keys'))
    await expect(first.end).rejects.toThrow('no keys')
    session.failure = new Error('no disk')
    const end = collect()
    const device = await world.connection(3)
    device.emit('messages.upsert', arrived(webMessage()))
    await expect(end).rejects.toThrow('no disk')
    expect(session.losses).toBe(1)
    expect(device.isClosed).toBe(true)
  })
})

describe('unlinking', () => {
  test('removes the device from the account, and its keys', async () => {
    const { device, end } = await linked()
    device.end(428)
    await end
    const done = unlink()
    const last = await world.connection(3)
    last.accept()
    expect(await done).toEqual({ outcome: 'done' })
    expect(last.isLoggedOut).toBe(true)
    expect(session.keys.values.size).toBe(0)
  })

  test('is done if the account was never linked, or its owner ended it', async () => {
    expect(await unlink()).toEqual({ outcome: 'done' })
    const first = collect()
    await (await world.connection(2)).link(me)
    await first
    const done = unlink()
    ;(await world.connection(3)).end(401)
    expect(await done).toEqual({ outcome: 'done' })
    expect(session.keys.values.size).toBe(0)
  })

  test('is tried again if the server does not answer', async () => {
    const { device, end } = await linked()
    device.end(428)
    await end
    const away = unlink()
    ;(await world.connection(3)).end(503)
    expect(await away).toEqual({ outcome: 'retry', reason: 'closed-503' })
    const stopped = unlink()
    await world.connection(4)
    session.stop()
    expect(await stopped).toEqual({ outcome: 'retry', reason: 'timeout' })
    world.canLogOut = false
  })
})
