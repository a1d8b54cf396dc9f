import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Channel } from '@verbatim/contract/channels.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import type { KeyChange } from '#channels/collection.ts'
import { findCollectors } from '#channels/registry.ts'
import { linkedCollection } from '#channels/whatsapp-native/collection.ts'
import { whatsappnative } from '#channels/whatsapp-native/connector.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { sealSecretsOf } from '#flows/capture/account-secrets.ts'
import { openKeyStore } from '#flows/collect/keys.ts'
import type { Collector } from '#flows/collect/session.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { openFakeBlueBubbles } from './fakes/bluebubbles.ts'
import { arrived, FakeLinkedDevices, webMessage } from './fakes/linked-device.ts'
import { mailText } from './fakes/mail.ts'
import { openFakeSignalCli } from './fakes/signal-cli.ts'
import { openFakeTelegram } from './fakes/telegram.ts'
import { openFakeTwilio } from './fakes/twilio.ts'
import { FakeWecom } from './fakes/wecom.ts'
import { sendJournal } from './traffic/journal-mails.ts'
import type { World, WorldTenant } from './world.ts'

/** A provider that can be away for a while, with one account. What is said meanwhile, it has or holds for us. */
export interface AwayPeer extends AsyncDisposable {
  readonly channel: Channel
  /** Left out where Verbatim gives the account one. */
  readonly address?: string
  readonly env: NodeJS.ProcessEnv
  readonly secrets: Record<string, string>
  readonly settings?: Record<string, unknown>
  /** What is entered in the organization's settings for it. */
  readonly provider?: object
  /** What a linked account remembers. */
  readonly keys?: readonly KeyChange[]
  /** Instead of the library for linked devices. */
  readonly devices?: FakeLinkedDevices
  say(text: string, at: Date): Promise<void> | void
  leave(): Promise<void> | void
  comeBack(): Promise<void> | void
  /** Where mails of the account go. */
  mailTo?(port: number, address: string): void
  /** Waits until a connection is open, where something is said only to open ones. */
  isOpen?(): Promise<void>
  /** What it held for us. */
  handOver?(): Promise<void> | void
}

type Opened = Omit<AwayPeer, 'channel' | typeof Symbol.asyncDispose> & { close(): Promise<void> | void }

const openers: Record<Channel, () => Promise<Opened>> = {
  sms: () => openTwilio('sms'),
  whatsapp: () => openTwilio('whatsapp'),
  proofpoint: openMailServer,
  imessage: openAgent,
  wecom: openCorporation,
  telegram: openBot,
  signal: openDaemon,
  whatsappnative: openDevice,
}

export async function openAwayPeer(channel: Channel): Promise<AwayPeer> {
  const opened = await openers[channel]()
  return { ...opened, channel, [Symbol.asyncDispose]: async () => opened.close() }
}

type LinkedPeer = Pick<AwayPeer, 'channel' | 'address' | 'secrets' | 'settings' | 'keys'>

/** The same installation, which reaches the provider that these variables name. */
export const reaching = (
  world: World,
  { MEDIA_HOSTS: hosts, ...variables }: Readonly<NodeJS.ProcessEnv>,
): World => ({
  ...world,
  ctx: {
    ...world.ctx,
    mediaHosts: hosts?.split(',') ?? [],
    channelVariables: variables as Record<string, string>,
  },
})

/** An account whose connection we hold, linked already. */
export async function linkPeer(
  { ctx }: World,
  tenant: WorldTenant,
  { channel, address = '', secrets, settings = {}, keys = [] }: LinkedPeer,
): Promise<AccountId> {
  const id = AccountId.parse(newId(ctx.now()))
  const sealedSecrets = sealSecretsOf({ tenantId: tenant.id, id }, secrets, ctx.secrets)
  await inTenant(ctx.db, tenant.id, async (tx) => {
    await createAccounts(tx, [{ id, channel, name: address, address, settings, sealedSecrets }])
    await tx.updateTable('channel_account').set({ status: 'active' }).where('id', '=', id).execute()
    await tx
      .insertInto('account_session')
      .values({ account_id: id, try_after: ctx.now(), is_linked: true })
      .execute()
  })
  await openKeyStore(ctx, { tenantId: tenant.id, id }).set(keys)
  return id
}

/** The channels of the product, with the peer's devices instead of the library's. */
export const collectorsOf = ({ devices }: Pick<AwayPeer, 'devices'>): readonly Collector[] => [
  ...findCollectors().filter(({ channel }) => channel !== 'whatsappnative'),
  ...(devices ? [{ ...whatsappnative, collection: linkedCollection(devices.open) }] : []),
]

const client = '+15550107788'

/** Its senders of WhatsApp are in another list than its numbers; the list of messages is one. */
async function openTwilio(channel: 'sms' | 'whatsapp'): Promise<Opened> {
  const twilio = await openFakeTwilio()
  const address = '+14155560001'
  if (channel === 'sms') twilio.rest.addNumber(address)
  else twilio.rest.addSender(address)
  const scheme = channel === 'whatsapp' ? 'whatsapp:' : ''
  return {
    address,
    env: { MEDIA_HOSTS: `${twilio.host},${twilio.contentHost}` },
    secrets: {},
    provider: {
      messagingProviderAccountSid: twilio.accountSid,
      secrets: { authToken: twilio.authToken },
    },
    say: (body, at) =>
      void twilio.message({ from: `${scheme}${client}`, to: `${scheme}${address}`, body, at }),
    leave: () => void (twilio.isAway = true),
    comeBack: () => void (twilio.isAway = false),
    close: () => twilio.close(),
  }
}

const [rep, subject] = ['rep@acme.example', 'Terms']

/** The mail server of an organization, which journals each mail to us and keeps in its queue what it can't deliver. */
async function openMailServer(): Promise<Opened> {
  const queue: Buffer[] = []
  let count = 0
  let isAway = false
  let journal: { readonly port: number; readonly address: string } | undefined
  const smtpPassword = 'fake-journal-password'
  const deliver = async () => {
    if (isAway || !journal) return
    await sendJournal({ ...journal, password: smtpPassword }, queue.splice(0))
  }
  return {
    env: { SMTP_INTAKE_PORT: '0', LISTEN_HOST: '127.0.0.1' },
    secrets: { smtpPassword },
    mailTo: (port, address) => void (journal = { port, address }),
    say(body, at) {
      const messageId = `<${(count += 1)}@client.example>`
      const date = at.toUTCString().replace('GMT', '+0000')
      queue.push(
        Buffer.from(mailText({ from: 'ann@client.example', to: rep, date, messageId, subject, body })),
      )
      return deliver()
    },
    leave: () => void (isAway = true),
    comeBack: () => void (isAway = false),
    handOver: deliver,
    close: () => {},
  }
}
async function openAgent(): Promise<Opened> {
  const agent = await openFakeBlueBubbles()
  return {
    address: '+14155550142',
    env: { MEDIA_HOSTS: agent.host },
    secrets: { serverUrl: agent.serverUrl, password: agent.password },
    say: (text, at) => void agent.newMessage({ text, from: client, fields: { dateCreated: at.getTime() } }),
    leave: () => void (agent.isAway = true),
    comeBack: () => void (agent.isAway = false),
    close: () => agent.close(),
  }
}

async function openCorporation(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
  const wecom = new FakeWecom()
  let count = 0
  return {
    address: wecom.corpId,
    env: { WECOM_ARCHIVE_DIR: folder },
    secrets: wecom.secrets,
    say: (content, at) =>
      wecom.archive(folder, [
        wecom.sealed({
          msgid: `m${(count += 1)}`,
          action: 'send',
          from: 'LiWei',
          tolist: ['WangFang'],
          roomid: '',
          msgtime: at.getTime(),
          msgtype: 'text',
          text: { content },
        }),
      ]),
    leave: () => wecom.fail(folder, 10_001),
    comeBack: () => wecom.fail(folder, ''),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function openBot(): Promise<Opened> {
  // Its time is that of what was said last.
  let saidAt = new Date(0)
  const bot = await openFakeTelegram({ now: () => saidAt })
  const carl = { id: 5_550_042, first_name: 'Carl', is_bot: false } as const
  return {
    address: `@${bot.username.toLowerCase()}`,
    env: { MEDIA_HOSTS: bot.host },
    secrets: { token: bot.token },
    settings: { isPolled: true, botId: String(bot.botId) },
    say(text, at) {
      saidAt = at
      return bot.keep(bot.groupMessage(carl, 'Room', { text, date: secondsOf(at) }))
    },
    leave: () => void (bot.failing = { status: 502, description: 'Bad Gateway' }),
    comeBack: () => void (bot.failing = undefined),
    close: () => bot.close(),
  }
}

async function openDaemon(): Promise<Opened> {
  const daemon = await openFakeSignalCli()
  const address = '+14155550299'
  daemon.accounts.add(address)
  return {
    address,
    env: { SIGNAL_DAEMON_URL: daemon.url },
    secrets: {},
    keys: [{ type: 'device', id: 'linked', value: Buffer.from(address) }],
    say(message, at) {
      const timestamp = at.getTime()
      const bob = { sourceNumber: client, sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444' }
      const event = { envelope: { ...bob, timestamp, dataMessage: { timestamp, message } } }
      daemon.receive(address, event)
    },
    leave: () => daemon.close(),
    comeBack: () => daemon.listen(),
    async isOpen() {
      await vi.waitUntil(() => daemon.streamsOf(address) === 1, { timeout: 10_000 })
    },
    close: () => daemon.close(),
  }
}

async function openDevice(): Promise<Opened> {
  const devices = new FakeLinkedDevices()
  const me = { id: '15550001111:7@s.whatsapp.net', lid: '70000000000001@lid' }
  const held: unknown[] = []
  return {
    address: '+15550001111',
    env: {},
    secrets: {},
    keys: [{ type: 'creds', id: 'creds', value: Buffer.from(JSON.stringify(me)) }],
    devices,
    say(text, at) {
      const message = webMessage({ text, at: secondsOf(at) })
      if (devices.isAway) held.push(message)
      else devices.opened.at(-1)?.emit('messages.upsert', arrived(message))
    },
    leave() {
      devices.isAway = true
      devices.opened.at(-1)?.end(undefined)
    },
    comeBack: () => void (devices.isAway = false),
    async isOpen() {
      const newest = () => devices.opened.at(-1)
      await vi.waitUntil(() => newest()?.isClosed === false, { timeout: 10_000 })
      newest()?.accept()
    },
    // One by one, as they come while the phone is away.
    handOver() {
      for (const message of held) devices.opened.at(-1)?.emit('messages.upsert', arrived(message))
    },
    close: () => {},
  }
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1_000)
