import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyHash, twilioSignature } from '#channels/twilio/signature.ts'
import { LocalServer } from './local-server.ts'
import { FakeTwilioAlerts } from './twilio-alerts.ts'
import { FakeTwilioConversations } from './twilio-conversations.ts'
import { FakeTwilioMessages } from './twilio-messages.ts'
import { type Fields, FakeTwilioRest, type Hook, sidOf } from './twilio-rest.ts'
import { deliverLikeTwilio } from './webhook-attempts.ts'

interface Medium {
  readonly bytes: Uint8Array
  readonly mime: string
  asked: number
}

interface FakeTwilioMessage {
  readonly from: string
  readonly to: string
  readonly body?: string
  /** Addresses from `keepMedium`, in order. */
  readonly media?: readonly { readonly url: string; readonly mime: string }[]
  /** Further fields, and values that replace the defaults. */
  readonly fields?: Readonly<Record<string, string>>
  /** When it is sent; otherwise some seconds after the one before. */
  readonly at?: Date
}

/**
 * Twilio as other systems see it: it signs and posts webhooks, serves media behind Basic credentials with a
 * redirect to another host, lists messages, and delivers to the addresses that were set by its REST interface. It misbehaves on sentinel inputs, by the end of a medium's
 * address: `0404` is missing on the first two tries, `0410` is gone, `0403` is forbidden and `1403` only by the other host, `0500`
 * always fails, `0000` never answers, `0307` redirects forever, `0001` redirects to a private address.
 */
export async function openFakeTwilio(
  options: { accountSid?: string; authToken?: string; apiKey?: { sid: string; secret: string } } = {},
): Promise<FakeTwilio> {
  const { accountSid = sidOf('AC', 1), authToken = 'fake-auth-token', apiKey } = options
  const fake = new FakeTwilio(accountSid, authToken, apiKey)
  await fake.listen()
  return fake
}

export class FakeTwilio extends LocalServer {
  readonly accountSid: string
  /** Signs what it delivers. */
  authToken: string
  /** Opens its interface beside the other one, and signs nothing. */
  secondaryToken: string | undefined
  apiKey: { readonly sid: string; readonly secret: string } | undefined
  /** Its numbers, senders and messaging services. */
  readonly rest: FakeTwilioRest
  /** What it keeps of every message. */
  readonly messages: FakeTwilioMessages
  /** Its rooms, where texts and chats meet. */
  readonly conversations = new FakeTwilioConversations(this)
  /** While it is set, everything that is asked of it fails, and it delivers nothing. */
  isAway = false
  /** Requests to the content host with an `Authorization` header: there must be none. */
  readonly leakedCredentials: string[] = []
  /** What it could not deliver. */
  readonly alerts: FakeTwilioAlerts
  /** These credentials may do everything but read messages. */
  refusesLists = false
  readonly #media = new Map<string, Medium>()
  #count = 0

  constructor(accountSid: string, authToken: string, apiKey?: { sid: string; secret: string }) {
    super()
    this.accountSid = accountSid
    this.authToken = authToken
    this.apiKey = apiKey
    this.rest = new FakeTwilioRest(accountSid)
    this.alerts = new FakeTwilioAlerts(accountSid)
    this.messages = new FakeTwilioMessages(accountSid, (phone) => this.rest.owns(phone))
  }

  /** The secondary token signs from now on, and the one before opens nothing any more. */
  promote(): void {
    this.authToken = this.secondaryToken ?? this.authToken
    this.secondaryToken = undefined
  }

  /** The content network answers on the port of the REST interface, under another name. */
  get contentHost(): string {
    return this.host.replace('127.0.0.1', 'localhost')
  }

  /** Stores bytes as a medium; `ending` chooses a misbehaviour. */
  keepMedium(bytes: Uint8Array, mime: string, ending = ''): { url: string; mime: string } {
    const id = sidOf('ME', ++this.#count)
    const path = `/2010-04-01/Accounts/${this.accountSid}/Messages/${sidOf('MM', this.#count)}/Media/${id.slice(0, 34 - ending.length)}${ending}`
    this.#media.set(path, { bytes, mime, asked: 0 })
    return { url: `http://${this.host}${path}`, mime }
  }

  /** The fields of an inbound message. Each call makes a new one, also for the Messages list. */
  message(message: FakeTwilioMessage): Record<string, string> {
    const { from, to, body = '', media = [], fields = {} } = message
    const messageSid = this.#keep(message, { direction: 'inbound', status: 'received' })
    return {
      MessageSid: messageSid,
      SmsSid: messageSid,
      SmsMessageSid: messageSid,
      AccountSid: this.accountSid,
      ApiVersion: '2010-04-01',
      SmsStatus: 'received',
      NumSegments: '1',
      From: from,
      To: to,
      Body: body,
      NumMedia: String(media.length),
      ...Object.fromEntries(
        media.flatMap(({ url, mime }, at) => [
          [`MediaUrl${at}`, url],
          [`MediaContentType${at}`, mime],
        ]),
      ),
      ...fields,
    }
  }

  /**
   * A message of ours that is sent outside the product, such as from the console. Nothing is delivered for it.
   * @param row Values of the Messages list that replace the defaults.
   */
  sendElsewhere(message: FakeTwilioMessage, row: Fields = {}): string {
    const messageSid = this.#keep(message, { direction: 'outbound-api', status: 'delivered' })
    this.messages.change(messageSid, row)
    return messageSid
  }

  #keep(
    { from, to, body = '', media = [], fields = {}, at }: FakeTwilioMessage,
    state: { readonly direction: string; readonly status: string },
  ): string {
    const messageSid = fields.MessageSid ?? sidOf(media.length > 0 ? 'MM' : 'SM', ++this.#count)
    this.messages.keep({ sid: messageSid, from, to, body, media, at: at ?? this.#time(), ...state })
    return messageSid
  }

  #time = () => new Date(Date.UTC(2026, 3, 14, 9, 0, this.#count))

  /** The fields of a status callback. */
  status(messageSid: string, state: string, fields: Record<string, string> = {}): Record<string, string> {
    return {
      MessageSid: messageSid,
      SmsSid: messageSid,
      MessageStatus: state,
      SmsStatus: state,
      AccountSid: this.accountSid,
      ApiVersion: '2010-04-01',
      ...fields,
    }
  }

  /** A signed webhook as `fetch` sends it. `url` is the address configured at Twilio. */
  request(
    url: string,
    fields: Readonly<Record<string, string>>,
    { as = 'form', authToken = this.authToken }: { as?: 'form' | 'json' | 'get'; authToken?: string } = {},
  ): { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string } {
    const separator = url.includes('?') ? '&' : '?'
    if (as === 'get') {
      const asked = `${url}${separator}${new URLSearchParams(fields).toString()}`
      return {
        url: asked,
        method: 'GET',
        headers: { 'x-twilio-signature': twilioSignature(authToken, asked) },
      }
    }
    if (as === 'json') {
      const body = JSON.stringify(fields)
      const announced = `${url}${separator}bodySHA256=${bodyHash(Buffer.from(body))}`
      return {
        url: announced,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-twilio-signature': twilioSignature(authToken, announced),
        },
        body,
      }
    }
    const form = new URLSearchParams(fields)
    return {
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'x-twilio-signature': twilioSignature(authToken, url, form),
      },
      body: form.toString(),
    }
  }

  /** Posts a signed webhook to an endpoint. `signedUrl` if the endpoint's address differs from the configured one. */
  async deliver(
    url: string,
    fields: Readonly<Record<string, string>>,
    {
      signedUrl = url,
      ...how
    }: { as?: 'form' | 'json' | 'get'; authToken?: string; signedUrl?: string } = {},
  ): Promise<Response> {
    const { url: signed, ...init } = this.request(signedUrl, fields, how)
    return fetch(signed.replace(signedUrl, url), init)
  }

  /**
   * Delivers a message through the address that its number or sender has now, with the retries that this address asks for, and then
   * through its fallback address, if there is one, which also gets what failed. Undefined if nothing receives it, and an error without a
   * status if no answer came. `origin` is where the endpoint really is, if that differs from its public address.
   */
  async deliverTo(
    to: string,
    message: Omit<FakeTwilioMessage, 'to'>,
    how: { origin?: string; authToken?: string } = {},
  ): Promise<Response | undefined> {
    const fields = this.message({ ...message, to })
    const hook = this.rest.hookOf(to)
    const answer = hook && (await this.#deliverBy(hook, fields, how))
    if (!answer || answer.ok) return answer
    const failed = { ErrorCode: '11200', ErrorUrl: signedPart(hook.url) }
    this.alerts.errors.push({ ...failed, at: message.at ?? this.#time() })
    const fallback = this.rest.fallbackOf(to)
    return fallback ? this.#deliverBy(fallback, { ...fields, ...failed }, how) : answer
  }

  async #deliverBy(
    hook: Hook,
    fields: Readonly<Record<string, string>>,
    how: { origin?: string; authToken?: string },
  ): Promise<Response> {
    const last = (await deliverLikeTwilio(hook.url, this.requestTo(hook, fields, how))).at(-1)
    return last instanceof Response ? last : Response.error()
  }

  /** What is sent to a hook, which is really at `origin`. */
  requestTo(
    { url, method }: Hook,
    fields: Readonly<Record<string, string>>,
    { origin, authToken }: { readonly origin?: string; readonly authToken?: string },
  ): ReturnType<FakeTwilio['request']> {
    const signedUrl = signedPart(url)
    const as = method === 'GET' ? 'get' : 'form'
    const { url: signed, ...init } = this.request(signedUrl, fields, {
      as,
      ...(authToken !== undefined && { authToken }),
    })
    const own = signedUrl.replace(/^https?:\/\/[^/]*/, (written) => origin ?? written)
    return { url: signed.replace(signedUrl, own), ...init }
  }

  protected override handle(asked: IncomingMessage, answer: ServerResponse): void {
    if (this.isAway) return end(answer, 503)
    const url = new URL(asked.url ?? '/', `http://${asked.headers.host}`)
    if (url.pathname.startsWith('/content/')) return this.#serveContent(url, asked, answer)
    if (!this.#mayAsk(url, asked)) return this.rest.refuse(answer)
    const products = [this.conversations, this.rest, this.messages, this.alerts]
    const product = products.find((one) => one.isAskedFor(url))
    if (product) return void product.serve(url, asked, answer)

    const medium = this.#media.get(url.pathname)
    if (!medium) return end(answer, 404)
    medium.asked++
    const location = `http://${this.contentHost}/content${url.pathname}`
    if (url.pathname.endsWith('0000')) return
    if (url.pathname.endsWith('0410')) return end(answer, 410)
    if (url.pathname.endsWith('0403')) return end(answer, 403)
    if (url.pathname.endsWith('0500')) return end(answer, 500)
    if (url.pathname.endsWith('0404') && medium.asked < 3) return end(answer, 404)
    if (url.pathname.endsWith('0307')) return end(answer, 307, { location: url.pathname })
    if (url.pathname.endsWith('0001')) return end(answer, 307, { location: 'https://169.254.169.254/latest' })
    end(answer, 307, { location })
  }

  #mayAsk(url: URL, { headers }: IncomingMessage): boolean {
    if (this.refusesLists && this.messages.isAskedFor(url)) return false
    const tokens = [this.authToken, this.secondaryToken].filter((token) => token !== undefined)
    const mine = tokens.map((token) => [this.accountSid, token])
    // A key does not open the account itself.
    if (this.apiKey && !this.rest.isAccount(url)) mine.push([this.apiKey.sid, this.apiKey.secret])
    return mine.some((pair) => headers.authorization === `Basic ${btoa(pair.join(':'))}`)
  }

  #serveContent(url: URL, asked: IncomingMessage, answer: ServerResponse): void {
    if (asked.headers.authorization) this.leakedCredentials.push(url.pathname)
    const medium = this.#media.get(url.pathname.slice('/content'.length))
    if (!medium) return end(answer, 404)
    if (url.pathname.endsWith('1403')) return end(answer, 403)
    answer.writeHead(200, { 'content-type': medium.mime }).end(medium.bytes)
  }
}

/** A webhook's address without its overrides, which are not sent. */
const signedPart = (url: string) => url.split('#', 1)[0] ?? ''

function end(answer: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  answer.writeHead(status, headers).end()
}
