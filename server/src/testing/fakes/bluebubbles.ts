import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FakeAgentMessage } from './bluebubbles-messages.ts'
import { agentMessage, inFullForm, reduced, withoutChats } from './bluebubbles-messages.ts'
import { knownEvents, reply } from './bluebubbles-answers.ts'
import { queryMessages } from './bluebubbles-query.ts'
import { LocalServer } from './local-server.ts'
import { Shuffle } from './shuffle.ts'

interface FakeWebhook {
  readonly id: number
  readonly url: string
  readonly events: readonly string[]
}

/** One delivery: a name, and for most names a message. */
export interface FakeEvent {
  readonly type: string
  readonly data: unknown
}

interface Medium {
  readonly bytes: Uint8Array
  readonly mime: string
  /** Of a Live Photo. */
  readonly film?: Uint8Array
  asked: number
}

/**
 * BlueBubbles Server as other systems see it: an interface behind a password in the address, attachments, and webhooks that are
 * posted once and not signed. It also answers below `/mac-1/`, as behind a proxy that several share. It misbehaves on sentinel inputs. By the end of an attachment's guid: `0404` is unknown on
 * the first two tries, `0500` is never on the disk, `0501` only from the third try, `0000` never answers. By `password`:
 * `always-500`, `never-answers`, `not-an-agent` (another program's page) and `moved` (a redirect); of queries also `no-list`,
 * `odd-rows` (without ids) and `no-totals`.
 */
export async function openFakeBlueBubbles(
  options: { password?: string; signedIn?: string | null } = {},
): Promise<FakeBlueBubbles> {
  const fake = new FakeBlueBubbles(
    options.password ?? 'fake-agent-password',
    options.signedIn === undefined ? '+14155550142' : options.signedIn,
  )
  await fake.listen()
  return fake
}

export class FakeBlueBubbles extends LocalServer {
  readonly password: string
  /** Whose account Messages uses, as the agent detects it. */
  signedIn: string | null
  /** The addresses of its Apple Account, which it knows by the Private API; undefined without that. */
  aliases: string[] | undefined
  /** The requests for webhooks, as `POST webhook`. */
  readonly changes: string[] = []
  /** Of the deliveries to webhooks. */
  readonly shuffle = new Shuffle()
  /** The Mac is off: every connection breaks. */
  isAway = false
  /** Of a longer list, its connection brings only the beginning in time. */
  mostBytesInTime = Infinity
  isCut = false // its last list was longer
  /** Something in front of it was asked too often, and names this many seconds to wait. */
  tooOftenForSeconds: number | undefined
  /** How often it was asked while that was so. */
  askedTooOften = 0
  /** Its database is locked: it lists nothing. */
  isLocked = false
  /** What happens while it works on a question, such as `GET server/info`. */
  meanwhile: ((question: string) => Promise<void>) | undefined
  #webhooks: FakeWebhook[] = []
  readonly #media = new Map<string, Medium>()
  readonly #messages: Record<string, unknown>[] = []
  #count = 0

  constructor(password: string, signedIn: string | null) {
    super()
    this.password = password
    this.signedIn = signedIn
  }

  /** The address that people enter for the account. */
  get serverUrl(): string {
    return `http://${this.host}`
  }

  get webhooks(): readonly FakeWebhook[] {
    return this.#webhooks
  }

  /** Stores bytes as an attachment, in the form in which a message names it; `ending` chooses a misbehaviour. */
  keepAttachment(bytes: Uint8Array, mime: string, ending = ''): Record<string, unknown> {
    return this.#keep({ bytes, mime, asked: 0 }, ending)
  }

  /** Stores a Live Photo: a picture with its film. */
  keepLivePhoto(bytes: Uint8Array, film: Uint8Array, ending = ''): Record<string, unknown> {
    const kept = this.#keep({ bytes, film, mime: 'image/heic', asked: 0 }, ending)
    return { ...kept, transferName: `${String(kept['transferName'])}.HEIC`, hasLivePhoto: true }
  }

  #keep(medium: Medium, ending: string): Record<string, unknown> {
    const { bytes, mime } = medium
    const guid = `at_0_${(++this.#count).toString(16).toUpperCase().padStart(12, '0')}FA${ending}`
    this.#media.set(guid, medium)
    return {
      guid,
      mimeType: mime,
      transferName: `IMG_${this.#count}`,
      totalBytes: bytes.byteLength,
      uti: null,
    }
  }

  /** A new message. Each call makes another one, also for queries. */
  newMessage(said: FakeAgentMessage = {}): FakeEvent & { readonly data: Record<string, unknown> } {
    const message = agentMessage(++this.#count, said)
    this.#messages.push(message)
    return { type: 'new-message', data: reduced(message) }
  }

  /** The same message after a change, as the agent reports it: without its chats. */
  updated({ data }: FakeEvent, changes: Readonly<Record<string, unknown>>): FakeEvent {
    const posted = data as Record<string, unknown>
    const at = this.#messages.findIndex(({ guid }) => guid === posted['guid'])
    // The posted form has fewer fields.
    const changed = { ...(this.#messages[at] ?? posted), ...changes }
    if (at >= 0) this.#messages[at] = changed
    return { type: 'updated-message', data: withoutChats(reduced(changed)) }
  }

  /** The same message as its lists have it. */
  listed({ data }: FakeEvent): FakeEvent {
    const { guid } = data as Record<string, unknown>
    const message = this.#messages.find((one) => one['guid'] === guid) ?? {}
    return { type: 'listed-message', data: inFullForm(message) }
  }

  /** Its owner removes it on the Mac. */
  removeMessage({ data }: FakeEvent): void {
    const { guid } = data as Record<string, unknown>
    const at = this.#messages.findIndex((one) => one['guid'] === guid)
    if (at >= 0) this.#messages.splice(at, 1)
  }

  /** Registers a webhook as a person at the Mac would. */
  addWebhook(url: string, events: readonly string[]): FakeWebhook {
    const known = this.#webhooks.find((one) => one.url === url)
    if (known) return known // and its events stay as they were
    const webhook = { id: ++this.#count, url, events }
    this.#webhooks.push(webhook)
    return webhook
  }

  /** A person at the Mac removes them all. */
  forgetWebhooks(): void {
    this.#webhooks = []
  }

  /** A delivery as it arrives at an address. */
  request(
    url: string,
    event: FakeEvent,
  ): { url: string; method: 'POST'; headers: Record<string, string>; body: string } {
    const headers = { 'content-type': 'application/json', 'user-agent': 'axios/1.7.7' }
    return { url, method: 'POST', headers, body: JSON.stringify(event) }
  }

  /**
   * Posts an event to every webhook that asked for it: once, whatever the answer is. Without answers while deliveries are held back.
   * @param origin Instead of the one in the webhook's address
   */
  async deliver(event: FakeEvent, origin?: string): Promise<Response[]> {
    return (await this.shuffle.put(() => this.#post(event, origin))) ?? []
  }

  async #post(event: FakeEvent, origin?: string): Promise<Response[]> {
    const asking = this.#webhooks.filter(({ events }) => events.includes('*') || events.includes(event.type))
    return Promise.all(
      asking.map((webhook) => {
        const { url, ...init } = this.request(webhook.url, event)
        const { pathname, search } = new URL(url)
        return fetch(origin === undefined ? url : `${origin}${pathname}${search}`, init)
      }),
    )
  }

  protected override async handle(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(asked.url ?? '/', `http://${asked.headers.host}`)
    if (this.isAway) return void asked.socket.destroy()
    const body = await text(asked)
    if (this.tooOftenForSeconds !== undefined) {
      this.askedTooOften += 1
      return void answer.writeHead(429, { 'retry-after': String(this.tooOftenForSeconds) }).end()
    }
    if (this.password === 'never-answers') return
    if (this.password === 'always-500') return reply(answer, 500, { error: { type: 'Server Error' } })
    if (this.password === 'not-an-agent') return void answer.writeHead(200).end('<html>It works!</html>')
    if (this.password === 'moved') return void answer.writeHead(302, { location: '/login' }).end()
    const given = ['guid', 'password', 'token'].map((name) => url.searchParams.get(name))
    if (!given.includes(this.password)) return reply(answer, 401, { error: { type: 'Authentication Error' } })
    const path = url.pathname.replace(/^\/(?:mac-1\/)?api\/v1\//, '')
    const [, guid, form] = /^attachment\/([^/]+)\/(download|live)$/.exec(path) ?? []
    await this.meanwhile?.(`${asked.method} ${path}`)
    if (guid && form === 'live') return this.#live(decodeURIComponent(guid), answer)
    if (guid) return this.#download(decodeURIComponent(guid), url, answer)
    this.#answer(`${asked.method} ${path}`, body, answer)
  }

  #answer(question: string, body: string, answer: ServerResponse): void {
    if (question.includes(' webhook')) this.changes.push(question)
    const [, id] = /^DELETE webhook\/(\d+)$/.exec(question) ?? []
    if (id) return this.#deleteWebhook(Number(id), answer)
    const [, guid] = /^GET message\/([\w-]{36})$/.exec(question) ?? []
    const found = guid && this.#messages.find((one) => one['guid'] === guid)
    if (found) return reply(answer, 200, { data: inFullForm(found) })
    switch (question) {
      case 'GET ping':
        return reply(answer, 200, { data: 'pong' })
      case 'GET server/info':
        return reply(answer, 200, {
          data: {
            server_version: '1.9.9',
            os_version: '15.5',
            detected_imessage: this.signedIn,
            private_api: this.aliases !== undefined,
            helper_connected: this.aliases !== undefined,
          },
        })
      case 'GET icloud/account':
        return this.#describeAccount(answer)
      case 'GET webhook':
        return reply(answer, 200, { data: this.#webhooks })
      case 'POST webhook':
        return this.#createWebhook(body, answer)
      case 'POST message/query':
        return this.#query(body, answer)
      default:
        return reply(answer, 404, { error: { type: 'Database Error' } })
    }
  }

  #describeAccount(answer: ServerResponse): void {
    if (!this.aliases) return reply(answer, 500, { error: { type: 'iMessage Error' } })
    const aliases = this.aliases.map((Alias) => ({ Alias, Status: 3 }))
    reply(answer, 200, { data: { apple_id: 'ana@acme.test', aliases, vetted_aliases: aliases } })
  }

  #createWebhook(body: string, answer: ServerResponse): void {
    const { url, events } = JSON.parse(body) as { url: string; events: string[] }
    const unknown = events.some((name) => !knownEvents.includes(name))
    if (unknown || !url.startsWith('http')) return reply(answer, 400, { error: { type: 'Validation Error' } })
    reply(answer, 200, { data: this.addWebhook(url, events) })
  }

  #deleteWebhook(id: number, answer: ServerResponse): void {
    const left = this.#webhooks.filter((one) => one.id !== id)
    const found = left.length < this.#webhooks.length
    this.#webhooks = left
    reply(answer, found ? 200 : 404, {})
  }

  #query(body: string, answer: ServerResponse): void {
    if (this.isLocked) return reply(answer, 500, { error: { type: 'Database Error' } })
    if (this.password === 'no-list') return reply(answer, 200, { data: {} })
    if (this.password === 'odd-rows') return reply(answer, 200, { data: [{ text: 'hello' }] })
    const found = queryMessages(this.#messages, body)
    if (!found) return reply(answer, 400, { error: { type: 'Validation Error' } })
    const { metadata: _, ...uncounted } = found
    const content = this.password === 'no-totals' ? uncounted : found // older agents do not count
    this.isCut = JSON.stringify(content).length > this.mostBytesInTime
    if (!this.isCut) return reply(answer, 200, content)
    answer.writeHead(200, { 'content-type': 'application/json' }).write('{"status":200,')
  }

  /** The film of a picture; 404 also while the picture itself is not on the disk. */
  #live(guid: string, answer: ServerResponse): void {
    const medium = this.#media.get(guid)
    if (medium) medium.asked++
    if (guid.endsWith('0000')) return
    const isLate = guid.endsWith('0500') || (/0404$|0501$/.test(guid) && (medium?.asked ?? 0) < 3)
    if (!medium?.film || isLate) return reply(answer, 404, { error: { type: 'Database Error' } })
    answer.writeHead(200, { 'content-type': 'video/quicktime' }).end(medium.film)
  }

  #download(guid: string, url: URL, answer: ServerResponse): void {
    const medium = this.#media.get(guid)
    if (!medium) return reply(answer, 404, { error: { type: 'Database Error' } })
    medium.asked++
    if (guid.endsWith('0000')) return
    if (guid.endsWith('0404') && medium.asked < 3) return reply(answer, 404, {})
    if (guid.endsWith('0500') || (guid.endsWith('0501') && medium.asked < 3)) {
      return reply(answer, 500, { error: { message: 'Attachment does not exist in disk!' } })
    }
    // Without `original`, pictures are converted: other bytes than were sent.
    const isOriginal = url.searchParams.get('original') === 'true'
    const bytes = isOriginal ? medium.bytes : Buffer.from('converted')
    answer.writeHead(200, { 'content-type': medium.mime }).end(bytes)
  }
}
