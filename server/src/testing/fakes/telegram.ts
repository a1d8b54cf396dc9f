import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { breakOff } from './broken-answer.ts'
import { LocalServer } from './local-server.ts'
import { Shuffle } from './shuffle.ts'
import { done, fail, type Failing, webhookInfo } from './telegram-answers.ts'
import { type PollParams, WaitingUpdates } from './telegram-updates.ts'

type Fields = Readonly<Record<string, unknown>>

/** A person who uses Telegram. */
export interface FakePerson {
  readonly id: number
  readonly first_name: string
  readonly last_name?: string
  readonly username?: string
  readonly is_bot: false
}

interface FakeTelegramOptions {
  /** The clock of the test, by which it dates updates. */
  readonly now: () => Date
  readonly businessMode?: boolean
  readonly botId?: number
}

/**
 * The Bot API as one bot sees it, and the updates that Telegram sends to it. It misbehaves on `failing`, which answers every
 * call until it is taken away, and for files by the end of their ID: `toobig` is over the limit, `gone` is no longer known, and `noway`
 * has a path outside of the bot's folder.
 */
export async function openFakeTelegram(options: FakeTelegramOptions): Promise<FakeTelegram> {
  const fake = new FakeTelegram(options)
  await fake.listen()
  return fake
}

export class FakeTelegram extends LocalServer {
  readonly botId: number
  readonly username = 'Acme_Capture_Bot'
  readonly token: string
  /** As set by the bot; empty if updates are not delivered. */
  webhook: { url: string; secret_token?: string; allowed_updates?: readonly string[] } = { url: '' }
  /** The answer to every call, for as long as it is set. */
  failing: Failing | undefined
  /** Methods, and `file` for a download, whose next answer breaks off in its middle. */
  readonly breaking = new Set<string>()
  /** What Telegram could not deliver, and when it last tried, in seconds since 1970. */
  undelivered: { pending: number; failedAt?: number } = { pending: 0 }
  /** Why Telegram does not take any address of a webhook. */
  badWebhook: string | undefined
  /** Whether updates that waited were dropped at the bot's wish. */
  dropped = false
  /** The methods that were called, in order. */
  readonly calls: string[] = []
  /** Another client asks for the bot's updates. */
  isPolledElsewhere = false
  /** Of the updates that wait. */
  readonly shuffle = new Shuffle()
  /** Connections that it does not have any more. */
  readonly forgotten = new Set<string>()
  /** How far the test's clock is ahead of the one that it has, such as that of a process of its own. */
  aheadMs = 0
  readonly #now: () => Date
  readonly #connections = new Map<string, Fields>()
  readonly #waiting = new WaitingUpdates()
  readonly #businessMode: boolean
  readonly #files = new Map<string, Uint8Array>()
  readonly #groups = new Map<string, number>()
  #updateId = 900_000_000
  #messageId = 4_700
  #connectionId = 0

  constructor({ now, businessMode = true, botId = 7_700_900_100 }: FakeTelegramOptions) {
    super()
    this.#now = now
    this.#businessMode = businessMode
    this.botId = botId
    this.token = `${botId}:AAF-fake_token_of_35_characters-xyz12`
  }

  /** Keeps bytes as a file that a message may name. */
  keepFile(bytes: Uint8Array, ending = ''): { file_id: string; file_unique_id: string; file_size: number } {
    const id = `AgAC${this.#files.size + 1}${ending}`
    this.#files.set(id, bytes)
    return { file_id: id, file_unique_id: `AQAD${this.#files.size}`, file_size: bytes.byteLength }
  }

  /** The bot gets `/start` with a parameter, from a person who followed a link. */
  started(person: FakePerson, parameter: string, fields: Fields = {}): Fields {
    const message = this.#message(person, privateChat(person), { text: `/start ${parameter}`, ...fields })
    return this.#update({ message })
  }

  /** A person connects the bot to their chats: each time the connection has another ID. */
  connected(person: FakePerson): Fields & { readonly id: string } {
    const id = `Rk1TZ3Zp${(this.#connectionId += 1)}`
    return { id, ...this.#connection(id, person, true) }
  }

  disconnected(person: FakePerson, connectionId: string): Fields {
    return this.#connection(connectionId, person, false)
  }

  #connection(id: string, person: FakePerson, isEnabled: boolean): Fields {
    const business_connection = {
      id,
      user: person,
      user_chat_id: person.id,
      date: this.#seconds(),
      is_enabled: isEnabled,
    }
    this.#connections.set(id, business_connection)
    return this.#update({ business_connection })
  }

  /** A message in the chat of the person who connected the bot with `peer`. */
  businessMessage(
    connectionId: string,
    { from, peer, fields = { text: 'Hello' } }: { from: FakePerson; peer: FakePerson; fields?: Fields },
  ): Fields {
    const business_message = {
      ...this.#message(from, privateChat(peer), fields),
      business_connection_id: connectionId,
    }
    return this.#update({ business_message })
  }

  /** The same message with other fields. */
  edited({ business_message: own, message }: Fields, fields: Fields): Fields {
    const edit_date = this.#seconds()
    const changed = { ...((own ?? message) as Fields), edit_date, ...fields }
    return this.#update(own ? { edited_business_message: changed } : { edited_message: changed })
  }

  deleted({ business_message: message }: Fields): Fields {
    const { business_connection_id, chat, message_id } = message as Fields
    return this.#update({
      deleted_business_messages: { business_connection_id, chat, message_ids: [message_id] },
    })
  }

  groupMessage(from: FakePerson, title: string, fields: Fields = { text: 'Hello' }): Fields {
    return this.#update({ message: this.#message(from, this.#groupOf(title), fields) })
  }

  reacted(
    person: FakePerson,
    { message }: Fields,
    before: readonly string[],
    now: readonly string[],
  ): Fields {
    const { chat, message_id } = message as Fields
    const kinds = (emoji: readonly string[]) => emoji.map((one) => ({ type: 'emoji', emoji: one }))
    const date = this.#seconds()
    return this.#update({
      message_reaction: {
        chat,
        message_id,
        user: person,
        date,
        old_reaction: kinds(before),
        new_reaction: kinds(now),
      },
    })
  }

  /** A delivery as it arrives at the webhook; undefined if the bot did not ask for such updates. */
  request(
    update: Fields,
  ): { url: string; method: 'POST'; headers: Record<string, string>; body: string } | undefined {
    const { id: _, ...sent } = update
    const isAsked = Object.keys(sent).some((name) => this.webhook.allowed_updates?.includes(name))
    if (this.webhook.url === '' || !isAsked) return undefined
    const { url, secret_token: secret } = this.webhook
    const headers = {
      'content-type': 'application/json',
      ...(secret && { 'x-telegram-bot-api-secret-token': secret }),
    }
    return { url, method: 'POST', headers, body: JSON.stringify(sent) }
  }

  /** Keeps updates until the bot fetches them. */
  keep(...updates: Fields[]): void {
    for (const update of updates) this.shuffle.put(() => this.#waiting.add([update]))
  }

  /** The numbers of the updates that wait to be fetched, or to be confirmed. */
  get waiting(): readonly unknown[] {
    return this.#waiting.ids
  }

  /** A group always has the same number, by its title. */
  #groupOf(title: string): Fields {
    const id = this.#groups.get(title) ?? -1_002_233_445_566 - this.#groups.size
    this.#groups.set(title, id)
    return { id, type: 'supergroup', title }
  }

  #seconds(): number {
    return Math.floor((this.#now().getTime() + this.aheadMs) / 1000)
  }

  #update(fields: Fields): Fields {
    return { update_id: (this.#updateId += 1), ...fields }
  }

  #message(from: FakePerson, chat: Fields, fields: Fields): Fields {
    const date = this.#seconds() - 60
    return { message_id: (this.#messageId += 1), date, from, chat, ...fields }
  }

  protected override async handle(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = decodeURI((asked.url ?? '').split('?', 1)[0] ?? '')
    const body = await text(asked)
    const file = /^\/file\/bot([^/]+)\/(.+)$/.exec(path)
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
    if (this.breaking.delete(file ? 'file' : method)) breakOff(answer)
    if (file) return this.#download(answer, file[1], file[2] ?? '')
    if (token === undefined) return fail(answer, { status: 404, description: 'Not Found' })
    if (token !== this.token) return fail(answer, { status: 401, description: 'Unauthorized' })
    this.calls.push(method)
    if (this.failing) return fail(answer, this.failing)
    const params = (body ? JSON.parse(body) : {}) as Record<string, string>
    return this.#answer(answer, method, params)
  }

  #answer(answer: ServerResponse, method: string, params: Record<string, string>): void {
    switch (method) {
      case 'getMe':
        return done(answer, {
          id: this.botId,
          is_bot: true,
          first_name: 'Acme',
          username: this.username,
          can_connect_to_business: this.#businessMode,
        })
      case 'setWebhook':
        if (this.badWebhook) return fail(answer, { status: 400, description: this.badWebhook })
        this.dropped ||= params['drop_pending_updates'] !== undefined
        this.webhook = params as unknown as FakeTelegram['webhook']
        return done(answer, true)
      case 'deleteWebhook':
        this.dropped ||= params['drop_pending_updates'] !== undefined
        this.webhook = { url: '' }
        return done(answer, true)
      case 'getWebhookInfo':
        return done(answer, webhookInfo(this))
      case 'getBusinessConnection': {
        const id = params['business_connection_id'] ?? ''
        const found = this.forgotten.has(id) ? undefined : this.#connections.get(id)
        return found
          ? done(answer, found)
          : fail(answer, { status: 400, description: 'Bad Request: business connection not found' })
      }
      case 'getUpdates':
        return void this.#giveUpdates(answer, params as PollParams)
      case 'getFile':
        return this.#describeFile(answer, params['file_id'] ?? '')
      default:
        return fail(answer, { status: 404, description: 'Not Found' })
    }
  }

  async #giveUpdates(answer: ServerResponse, params: PollParams): Promise<void> {
    const conflict = (why: string) => fail(answer, { status: 409, description: `Conflict: ${why}` })
    if (this.webhook.url !== '')
      return conflict(
        "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      )
    if (this.isPolledElsewhere) return conflict('terminated by other getUpdates request')
    const updates = await this.#waiting.take(answer, params)
    if (!answer.destroyed) done(answer, updates)
  }

  #describeFile(answer: ServerResponse, id: string): void {
    const bytes = this.#files.get(id)
    if (id.endsWith('toobig'))
      return fail(answer, { status: 400, description: 'Bad Request: file is too big' })
    if (!bytes || id.endsWith('gone'))
      return fail(answer, {
        status: 400,
        description: 'Bad Request: wrong file_id or the file is temporarily unavailable',
      })
    const file_path = id.endsWith('noway') ? '../../bot/getMe' : `photos/${id}.jpg`
    return done(answer, { file_id: id, file_unique_id: 'x', file_size: bytes.byteLength, file_path })
  }

  #download(answer: ServerResponse, token: string | undefined, path: string): void {
    const bytes = this.#files.get(/^photos\/(.+)\.jpg$/.exec(path)?.[1] ?? '')
    if (token !== this.token || !bytes) return fail(answer, { status: 404, description: 'Not Found' })
    answer.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes)
  }
}

const privateChat = ({ id, first_name }: FakePerson): Fields => ({ id, type: 'private', first_name })
