/** Providers hand over what was said in another order than it was said in: what is captured is the same. */
import type { AddressInfo } from 'node:net'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { inTenant } from '#platform/db.ts'
import { collectorsOf, linkPeer, reaching } from '#testing/away-peers.ts'
import { openFakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { arrived, FakeLinkedDevices, webMessage } from '#testing/fakes/linked-device.ts'
import type { Shuffle } from '#testing/fakes/shuffle.ts'
import { openFakeSignalCli } from '#testing/fakes/signal-cli.ts'
import { openFakeTelegram } from '#testing/fakes/telegram.ts'
import { readProjection } from '#testing/fidelity/projection.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { openCollecting } from './collect.ts'

let opened: World
useTestWorld(async (world) => {
  opened = world
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})

/** A provider with an account, on which the same is said each time. */
interface Talking extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
  readonly shuffle: Shuffle
  connect(world: World, tenant: WorldTenant): Promise<AccountId>
  /** Once it is connected. @returns how many deliveries this is */
  talk(world: World): Promise<number>
  /** Instead of the library for linked devices. */
  readonly devices?: FakeLinkedDevices
  /** Undefined where nothing is collected. */
  readonly isOpen?: () => boolean
}

/** All is said at this hour, so that the times do not differ. */
const began = Date.UTC(2026, 4, 14, 8)
const bob = '+351912000111'

const linkAs =
  (channel: Channel, given: Omit<Parameters<typeof linkPeer>[2], 'channel'>) =>
  (world: World, tenant: WorldTenant) =>
    linkPeer(world, tenant, { channel, ...given })

async function openSignal(): Promise<Talking> {
  const daemon = await openFakeSignalCli()
  const address = '+14155550299'
  daemon.accounts.add(address)
  const tell = (at: number, said: object) => {
    const envelope = { sourceNumber: bob, sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444', timestamp: at }
    daemon.receive(address, { envelope: { ...envelope, ...said } })
  }
  const say = (at: number, message: string) => tell(at, { dataMessage: { timestamp: at, message } })
  const edit = (at: number, target: number, message: string) =>
    tell(at, { editMessage: { targetSentTimestamp: target, dataMessage: { timestamp: at, message } } })
  return {
    env: { SIGNAL_DAEMON_URL: daemon.url },
    shuffle: daemon.shuffle,
    connect: linkAs('signal', {
      address,
      secrets: {},
      keys: [{ type: 'device', id: 'linked', value: Buffer.from(address) }],
    }),
    isOpen: () => daemon.streamsOf(address) === 1,
    async talk() {
      say(began, 'One')
      edit(began + 1, began, 'One, changed')
      edit(began + 2, began + 1, 'One, changed again')
      say(began + 3, 'Two')
      tell(began + 4, {
        dataMessage: { timestamp: began + 4, remoteDelete: { timestamp: began + 3 } },
      })
      const reaction = { emoji: '👍', targetAuthor: bob, targetAuthorNumber: bob, targetSentTimestamp: began }
      tell(began + 5, { dataMessage: { timestamp: began + 5, reaction } })
      tell(began + 6, { dataMessage: { timestamp: began + 6, reaction: { ...reaction, isRemove: true } } })
      return 7
    },
    [Symbol.asyncDispose]: () => daemon.close(),
  }
}

async function openDevice(): Promise<Talking> {
  const devices = new FakeLinkedDevices()
  const me = { id: '15550001111:7@s.whatsapp.net', lid: '70000000000001@lid' }
  let count = 0
  const tell = (said: Parameters<typeof webMessage>[0]) => {
    count += 1
    const message = webMessage({ id: `A${count}`, at: began / 1_000 + count, ...said })
    devices.opened.at(-1)?.emit('messages.upsert', arrived(message))
  }
  const change = (type: number, id: string, text?: string) =>
    tell({
      message: {
        protocolMessage: {
          type,
          key: { id, fromMe: true },
          ...(text && { editedMessage: { conversation: text } }),
          timestampMs: began + count * 1_000,
        },
      },
    })
  const react = (text: string) =>
    tell({
      message: {
        reactionMessage: {
          key: { remoteJid: '15552223333@s.whatsapp.net', fromMe: false, id: 'A1' },
          text,
          senderTimestampMs: began + count * 1_000,
        },
      },
    })
  return {
    env: {},
    shuffle: devices.shuffle,
    devices,
    connect: linkAs('whatsappnative', {
      address: '+15550001111',
      secrets: {},
      keys: [{ type: 'creds', id: 'creds', value: Buffer.from(JSON.stringify(me)) }],
    }),
    isOpen() {
      devices.opened.at(-1)?.accept()
      return devices.opened.at(-1)?.isClosed === false
    },
    async talk() {
      tell({ text: 'One' })
      change(14, 'A1', 'One, changed')
      change(14, 'A1', 'One, changed again')
      tell({ text: 'Two' })
      change(0, 'A4')
      react('👍')
      react('')
      return 7
    },
    async [Symbol.asyncDispose]() {},
  }
}

async function openAgent(): Promise<Talking> {
  const agent = await openFakeBlueBubbles()
  return {
    env: { MEDIA_HOSTS: agent.host },
    shuffle: agent.shuffle,
    async connect(world, tenant) {
      const admin = await world.as(tenant, tenant.users.tenant_admin)
      const details = { serverUrl: agent.serverUrl, password: agent.password }
      const account = { name: 'Ana', address: agent.signedIn, details }
      const { json } = await admin.call('POST', '/external-accounts/api/v1/imessage/accounts', account)
      while ((await settleRequests(world.ctx, tenant.id)) > 0);
      return json.id
    },
    async talk(world) {
      const { port } = world.app.server.address() as AddressInfo
      const deliver = (event: Parameters<typeof agent.deliver>[0]) =>
        agent.deliver(event, `http://127.0.0.1:${port}`)
      const one = agent.newMessage({ text: 'One', from: bob })
      await deliver(one)
      await deliver(agent.updated(one, { text: 'One, changed', dateEdited: began + 60_000 }))
      await deliver(agent.updated(one, { text: 'One, changed again', dateEdited: began + 61_000 }))
      const two = agent.newMessage({ text: 'Two', from: bob })
      await deliver(two)
      await deliver(agent.updated(two, { text: null, partCount: 0, dateRetracted: began + 62_000 }))
      for (const associatedMessageType of ['like', '-like']) {
        const fields = { associatedMessageType, associatedMessageGuid: `p:0/${String(one.data['guid'])}` }
        await deliver(agent.newMessage({ text: 'Liked “One”', from: bob, fields }))
      }
      return 7
    },
    [Symbol.asyncDispose]: () => agent.close(),
  }
}

async function openBot(): Promise<Talking> {
  const bot = await openFakeTelegram({ now: () => new Date() })
  const carl = { id: 5_550_042, first_name: 'Carl', is_bot: false } as const
  return {
    env: { MEDIA_HOSTS: bot.host },
    shuffle: bot.shuffle,
    connect: linkAs('telegram', {
      address: `@${bot.username.toLowerCase()}`,
      secrets: { token: bot.token },
      settings: { isPolled: true, botId: String(bot.botId) },
    }),
    isOpen: () => bot.calls.includes('getUpdates'),
    async talk() {
      const date = began / 1_000
      const one = bot.groupMessage(carl, 'Room', { text: 'One', date })
      bot.keep(one)
      // Both in one second.
      bot.keep(bot.edited(one, { text: 'One, changed', edit_date: date + 60 }))
      bot.keep(bot.edited(one, { text: 'One, changed again', edit_date: date + 60 }))
      bot.keep(bot.groupMessage(carl, 'Room', { text: 'Two', date: date + 1 }))
      const react = (before: readonly string[], now: readonly string[]) => {
        const update = bot.reacted(carl, one, before, now)
        const reaction = update['message_reaction'] as object
        bot.keep({ ...update, message_reaction: { ...reaction, date: date + 70 } })
      }
      react([], ['👍'])
      react(['👍'], [])
      return 6
    },
    [Symbol.asyncDispose]: () => bot.close(),
  }
}

const talkers: readonly (readonly [Channel, () => Promise<Talking>])[] = [
  ['telegram', openBot],
  ['imessage', openAgent],
  ['signal', openSignal],
  ['whatsappnative', openDevice],
]

test.each(shareOf(talkers))(
  '%s: what is handed over in another order is captured as if it had come in order',
  async (channel, open) => {
    const inOrder = await capture(open, `${channel}-in-order`)
    const { messages, events } = inOrder.seen
    expect([messages.length, events.length > 2]).toEqual([2, true])
    for (const seed of [11, 22, 33]) {
      const { seen, order } = await capture(open, `${channel}-${seed}`, seed)
      expect(order, `seed ${seed}`).not.toEqual(inOrder.order)
      expect([seen, order.toSorted()], `seed ${seed}`).toEqual([inOrder.seen, inOrder.order.toSorted()])
    }
  },
  60_000,
)

async function capture(open: () => Promise<Talking>, label: string, seed?: number) {
  await using talking = await open()
  const world = reaching(opened, talking.env)
  const tenant = await world.makeTenant(label)
  const accountId = await talking.connect(world, tenant)
  const { isOpen } = talking
  const collectors = collectorsOf(talking)
  const collecting = isOpen && openCollecting(world.ctx, { holder: label, collectors })
  try {
    await collecting?.tick()
    if (isOpen) await until(isOpen)
    if (seed !== undefined) talking.shuffle.hold()
    const count = await talking.talk(world)
    await talking.shuffle.handOver(seed ?? 1)
    await until(async () => (await orderOf(world, tenant)).length === count)
  } finally {
    await collecting?.close()
  }
  await world.settle()
  const seen = await readProjection(world, tenant, accountId)
  const order = await orderOf(world, tenant)
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.updateTable('channel_account').set({ status: 'inactive' }).execute(),
  )
  return { seen, order }
}

/** What was delivered, by its key, as it came. */
const orderOf = ({ ctx }: World, tenant: WorldTenant) =>
  inTenant(ctx.db, tenant.id, async (tx) => {
    const rows = await tx.selectFrom('message_record').select('source_key').orderBy('id').execute()
    return rows.map(({ source_key: key }) => key)
  })
