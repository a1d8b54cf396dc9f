/** The providers of a campaign, each in a process that is not killed: how it hands over a text, and whether it still has it then. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { AccountId } from '@verbatim/contract/ids.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { KeyChange } from '@verbatim/server/channels/collection.ts'
import { keyedAddress } from '@verbatim/server/channels/imessage/webhook.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { FakeBlueBubbles } from '@verbatim/server/testing/fakes/bluebubbles.ts'
import { arrived, webMessage } from '@verbatim/server/testing/fakes/linked-device.ts'
import { FakeTelegram } from '@verbatim/server/testing/fakes/telegram.ts'
import { FakeWecom } from '@verbatim/server/testing/fakes/wecom.ts'

export interface Provider {
  readonly channel: Channel
  readonly id: AccountId
  readonly address: string
  readonly settings?: Readonly<Record<string, unknown>>
  readonly secrets?: Readonly<Record<string, string>>
  /** What a linked account remembers. */
  readonly keys?: readonly KeyChange[]
  /** Whether we hold the connection. */
  readonly isCollected: boolean
  /** Its list is compared, and only the list has everything. */
  readonly isListed?: true
  /** It does not have a text any more that it handed over. */
  readonly forgets: boolean
  /** Resolves when something takes what it hands over. */
  isHeard(): Promise<boolean>
  /** Hands over a text; again until it is taken, if it forgets it then. */
  say(text: string, at: number): Promise<void>
}

const idOf = () => AccountId.parse(newId(new Date()))
const heardMs = 50
const shownMs = 3 * 60_000

/** A signal-cli daemon: it hands an event to the streams that are open, and forgets it. */
export class SignalProvider implements Provider {
  readonly channel = 'signal'
  readonly id = idOf()
  readonly address = '+4915112345678'
  readonly isCollected = true
  readonly forgets = true
  readonly keys = [{ type: 'device', id: 'linked', value: Buffer.from(this.address) }]
  readonly #peer: ChildProcess
  readonly url: string

  private constructor(peer: ChildProcess, url: string) {
    this.#peer = peer
    this.url = url
  }

  static async start(): Promise<SignalProvider> {
    const peer = fork(fileURLToPath(new URL('./signal-peer.ts', import.meta.url)))
    const [{ url }] = (await once(peer, 'message')) as [{ url: string }]
    const provider = new SignalProvider(peer, url)
    await provider.#hand(null)
    return provider
  }

  isHeard = async () => (await this.#hand(null)) > 0

  async say(text: string, timestamp: number): Promise<void> {
    const envelope = {
      sourceNumber: '+351912000111',
      sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444',
      timestamp,
      dataMessage: { timestamp, message: text },
    }
    while ((await this.#hand({ envelope })) === 0) await pause(heardMs)
  }

  /** @returns How many streams took it. */
  async #hand(event: object | null): Promise<number> {
    const answered = once(this.#peer, 'message') as Promise<[{ streams: number }]>
    this.#peer.send({ number: this.address, event })
    return (await answered)[0].streams
  }

  [Symbol.dispose](): void {
    this.#peer.kill('SIGKILL')
  }
}

/** WhatsApp as the library gives it, over a socket to the device in the worker. It forgets what the device took. */
export class LinkedProvider implements Provider {
  readonly channel = 'whatsappnative'
  readonly id = idOf()
  readonly address = '+4915112345679'
  readonly isCollected = true
  readonly forgets = true
  readonly keys = [
    { type: 'creds', id: 'creds', value: Buffer.from('{"id":"4915112345679@s.whatsapp.net"}') },
  ]
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((socket) => {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
  })

  async listen(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
  }

  get environment(): Record<string, string> {
    const hook = new URL('linked-device-hook.ts', import.meta.url)
    const { port } = this.#server.address() as AddressInfo
    return { NODE_OPTIONS: `--import=${fileURLToPath(hook)}`, FAULTS_DEVICE_PORT: String(port) }
  }

  isHeard = async () => this.#sockets.size > 0

  async say(text: string, at: number): Promise<void> {
    const data = arrived(webMessage({ text, at: Math.floor(at / 1_000) }))
    const line = `${JSON.stringify({ name: 'messages.upsert', data })}\n`
    // What no device says it took, it gets again: the same message.
    while (!(await this.#hand(line))) await pause(heardMs)
  }

  async #hand(line: string): Promise<boolean> {
    const [socket] = this.#sockets
    if (!socket) return false
    const answered = new AbortController()
    const { signal } = answered
    socket.write(line)
    const taken = once(socket, 'data', { signal }).then(
      () => true,
      () => false,
    )
    const gone = once(socket, 'close', { signal }).then(
      () => false,
      () => false,
    )
    const isTaken = await Promise.race([taken, gone])
    answered.abort()
    return isTaken
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}

/** An archive that is asked for more, and keeps everything. */
export class ArchiveProvider implements Provider {
  readonly channel = 'wecom'
  readonly id = idOf()
  readonly isCollected = true
  readonly forgets = false
  readonly #wecom = new FakeWecom()
  readonly #folder: string
  #count = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  get address(): string {
    return this.#wecom.corpId
  }

  get secrets(): Record<string, string> {
    return this.#wecom.secrets
  }

  isHeard = async () => true

  async say(text: string, msgtime: number): Promise<void> {
    const message = {
      msgid: `m${msgtime}-${(this.#count += 1)}`,
      action: 'send',
      from: 'XuJinSheng',
      tolist: ['LiSi'],
      roomid: '',
      msgtime,
      msgtype: 'text',
      text: { content: text },
    }
    await this.#wecom.archive(this.#folder, [this.#wecom.sealed(message)])
  }
}

/** Telegram, which delivers an update again until it is acknowledged, one after the other. */
export class BotProvider implements Provider {
  readonly channel = 'telegram'
  readonly id = idOf()
  readonly address = '@acme_capture_bot'
  readonly isCollected = false
  readonly forgets = false
  readonly secrets: Record<string, string>
  readonly settings: Record<string, unknown>
  readonly telegram = new FakeTelegram({ now: () => new Date() })

  constructor() {
    const secret = randomBytes(24).toString('base64url')
    this.secrets = { token: this.telegram.token, webhookSecret: secret }
    this.settings = { botId: String(this.telegram.botId) }
  }

  deliverTo(origin: string): void {
    this.telegram.webhook = {
      url: `${origin}/hooks/telegram/${this.id}`,
      secret_token: this.secrets['webhookSecret'] ?? '',
      allowed_updates: ['message'],
    }
  }

  isHeard = async () => true

  async say(text: string): Promise<void> {
    const person = { id: 7_001_001, first_name: 'Bob', is_bot: false } as const
    const request = this.telegram.request(this.telegram.groupMessage(person, 'Desk', { text }))
    if (!request) throw new Error('The bot asked for no such updates')
    for (;;) {
      const { url, ...init } = request
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
      if (answer?.status === 200) return
      if (answer && answer.status < 500) throw new Error(`An update was answered with ${answer.status}`)
      await pause(heardMs)
    }
  }
}

/** Telegram, which keeps the updates of a bot until the bot confirms them by asking for those after them. */
export class PolledBotProvider implements Provider {
  readonly channel = 'telegram'
  readonly id = idOf()
  readonly address = '@acme_polled_bot'
  readonly isCollected = true
  readonly forgets = false
  readonly telegram = new FakeTelegram({ now: () => new Date(), botId: 7_700_900_101 })
  readonly secrets = { token: this.telegram.token }
  readonly settings = { botId: String(this.telegram.botId), isPolled: true }

  isHeard = async () => true

  async say(text: string): Promise<void> {
    const person = { id: 7_001_002, first_name: 'Carl', is_bot: false } as const
    this.telegram.keep(this.telegram.groupMessage(person, 'Deals', { text }))
  }
}

/** The agent on a Mac, which posts each event once, whatever becomes of it, and has all messages in its list. */
export class AgentProvider implements Provider {
  readonly channel = 'imessage'
  readonly id = idOf()
  readonly address = '+14155550142'
  readonly isCollected = false
  readonly isListed = true
  readonly forgets = false
  readonly agent = new FakeBlueBubbles('fake-agent-password', '+14155550142')
  readonly #key = randomBytes(24).toString('base64url')

  get secrets(): Record<string, string> {
    return { password: this.agent.password, webhookKey: this.#key }
  }

  get settings(): Record<string, unknown> {
    return { serverUrl: this.agent.serverUrl }
  }

  deliverTo(origin: string): void {
    this.agent.addWebhook(keyedAddress(`${origin}/hooks/imessage/${this.id}`, this.#key), ['new-message'])
  }

  isHeard = async () => true

  async say(text: string): Promise<void> {
    // What was sent a moment ago is not compared yet.
    const dateCreated = Date.now() - shownMs
    const event = this.agent.newMessage({ text, from: '+351912000111', fields: { dateCreated } })
    await this.agent.deliver(event).catch(() => undefined)
  }
}
