import type { IncomingMessage, ServerResponse } from 'node:http'

export type Fields = Record<string, unknown>

/** A row of a list, in the fields of the interface. */
interface Row extends Fields {
  readonly sid: string
}

/** A messaging service, with the addresses of its members. */
interface FakeService {
  readonly row: Row
  readonly members: readonly string[]
}

const webhookFields = ['callback', 'fallback', 'status_callback'].flatMap((one) => [
  `${one}_url`,
  `${one}_method`,
])

/**
 * What Twilio's REST interface knows of an account's numbers, WhatsApp senders and messaging services. It misbehaves for single
 * numbers, by their end: `0429` is asked for too often, `0500` fails, `0000` never answers, `0200` answers with a page instead
 * of JSON. Everything that was asked is kept in `calls`, without the credentials.
 */
export class FakeTwilioRest {
  readonly calls: string[] = []
  /** It was asked too often. */
  isBusy = false
  /** What happens once hooks were changed, and before that is answered; `lost` if the answer is. */
  afterChange: (() => Promise<'answered' | 'lost'>) | undefined
  /** Rows on a page, whatever is asked for. */
  largestPage = 1000
  /** Whether the credentials may read messaging services. */
  showsServices = true
  readonly #accountSid: string
  readonly #numbers: Row[] = []
  readonly #senders: Row[] = []
  readonly #services: FakeService[] = []
  #count = 0

  constructor(accountSid: string) {
    this.#accountSid = accountSid
  }

  /** @param fields Values that replace those of a new number, such as `sms_url`. */
  addNumber(phone: string, fields: Fields = {}): Row {
    const row = {
      sid: this.#sid('PN'),
      account_sid: this.#accountSid,
      friendly_name: phone,
      phone_number: phone,
      capabilities: { voice: true, sms: true, mms: true, fax: false },
      sms_url: '',
      sms_method: 'POST',
      sms_fallback_url: '',
      sms_fallback_method: 'POST',
      sms_application_sid: '',
      status_callback: '',
      status_callback_method: 'POST',
      ...fields,
    }
    this.#numbers.push(row)
    return row
  }

  addSender(phone: string, fields: Fields = {}): Row {
    const row = {
      sid: this.#sid('XE'),
      sender_id: `whatsapp:${phone}`,
      status: 'ONLINE',
      profile: { name: 'Acme' },
      webhook: null,
      ...fields,
    }
    this.#senders.push(row)
    return row
  }

  /** @param members Numbers, and senders with their scheme. */
  addService(members: readonly string[], fields: Fields = {}): Row {
    const row = {
      sid: this.#sid('MG'),
      inbound_request_url: null,
      use_inbound_webhook_on_number: false,
      ...fields,
    }
    this.#services.push({ row, members })
    return row
  }

  /** The number or sender is given back, or unregistered. */
  remove(address: string): void {
    for (const rows of [this.#numbers, this.#senders]) {
      const at = rows.findIndex((row) => addressOf(row) === address)
      if (at >= 0) rows.splice(at, 1)
    }
  }

  owns(phone: string): boolean {
    return this.#find(phone) !== undefined
  }

  /** Where messages to an address go now; undefined if nothing receives them. */
  hookOf(address: string): Hook | undefined {
    const row = this.#find(address)
    if (!row || row.sms_application_sid) return undefined
    const service = this.#services.find(
      ({ row, members }) => members.includes(address) && !row.use_inbound_webhook_on_number,
    )
    const { callback_url, callback_method } = (row.webhook ?? {}) as Fields
    const url = service ? service.row.inbound_request_url : (row.sms_url ?? callback_url)
    const method = service ? 'POST' : (row.sms_method ?? callback_method)
    return toHook(url, method)
  }

  /** Where a number or sender has them go once all tries at the first address have failed. */
  fallbackOf(address: string): Hook | undefined {
    const row = this.#find(address)
    const { fallback_url, fallback_method } = (row?.webhook ?? {}) as Fields
    return toHook(row?.sms_fallback_url ?? fallback_url, row?.sms_fallback_method ?? fallback_method)
  }

  isAskedFor(url: URL): boolean {
    const others = /\/IncomingPhoneNumbers[./]|^\/v2\/Channels\/|^\/v1\/Services/
    return this.isAccount(url) || others.test(url.pathname)
  }

  /** Whether the account itself is asked for, which needs one of its tokens. */
  isAccount({ pathname }: URL): boolean {
    return /^\/2010-04-01\/Accounts\/\w+\.json$/.test(pathname)
  }

  async serve(url: URL, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    this.calls.push(`${asked.method} ${url.pathname}${url.search}`)
    if (this.isBusy) return failed(answer, 429, 20429)
    const parts: Uint8Array[] = []
    for await (const part of asked) parts.push(part as Uint8Array)
    const body = Buffer.concat(parts).toString('utf8')
    if (url.pathname.startsWith('/v1/')) return this.#serveServices(url, answer)
    if (url.pathname.startsWith('/v2/'))
      return this.#serveSenders(url, answer, asked.method === 'POST' ? body : undefined)
    const account = `/2010-04-01/Accounts/${this.#accountSid}`
    if (url.pathname === `${account}.json`)
      return answered(answer, 200, { sid: this.#accountSid, friendly_name: 'Acme', status: 'active' })
    if (!url.pathname.startsWith(`${account}/`)) return failed(answer, 404, 20404)
    const sid = /IncomingPhoneNumbers\/(\w+)\.json$/.exec(url.pathname)?.[1]
    if (!sid) return this.#listNumbers(url, answer)
    const number = this.#numbers.find((row) => row.sid === sid)
    if (!number) return failed(answer, 404, 20404)
    if (misbehaves(addressOf(number), answer)) return
    if (asked.method === 'POST') {
      for (const [name, value] of new URLSearchParams(body)) number[snakeCase(name)] = value
      if ((await this.afterChange?.()) === 'lost') return void answer.destroy()
    }
    answered(answer, 200, number)
  }

  refuse(answer: ServerResponse): void {
    failed(answer, 401, 20003)
  }

  #listNumbers(url: URL, answer: ServerResponse): void {
    const part = url.searchParams.get('PhoneNumber') ?? ''
    if (part && misbehaves(part, answer)) return
    const { rows, next } = pageOf(
      url,
      this.#numbers.filter((row) => addressOf(row).includes(part)),
      this.largestPage,
    )
    answered(answer, 200, { incoming_phone_numbers: rows, next_page_uri: next ?? null })
  }

  async #serveSenders(url: URL, answer: ServerResponse, change: string | undefined): Promise<void> {
    const sid = /\/Senders\/(\w+)$/.exec(url.pathname)?.[1]
    if (!sid) {
      if (url.searchParams.get('Channel') !== 'whatsapp') return failed(answer, 400, 63100)
      // The hooks of a sender are only in its own resource.
      const rows = this.#senders.map((row) => ({ ...row, webhook: undefined }))
      return this.#list(url, answer, 'senders', rows)
    }
    const sender = this.#senders.find((row) => row.sid === sid)
    if (!sender) return failed(answer, 404, 20404)
    if (misbehaves(addressOf(sender), answer)) return
    if (change === undefined) return answered(answer, 200, sender)
    const { webhook } = JSON.parse(change) as { webhook: Fields }
    const unknown = Object.keys(webhook).filter((name) => !webhookFields.includes(name))
    if (unknown.length > 0) return failed(answer, 400, 63100)
    sender.webhook = { ...(sender.webhook as Fields | null), ...webhook }
    if ((await this.afterChange?.()) === 'lost') return void answer.destroy()
    answered(answer, 202, { sid, status: sender.status, sender_id: sender.sender_id })
  }

  #serveServices(url: URL, answer: ServerResponse): void {
    if (!this.showsServices) return failed(answer, 403, 20003)
    const [, sid, kind] = /^\/v1\/Services\/(\w+)\/(\w+)$/.exec(url.pathname) ?? []
    if (!sid) {
      const rows = this.#services.map(({ row }) => row)
      return this.#list(url, answer, 'services', rows)
    }
    const members = this.#services.find(({ row }) => row.sid === sid)?.members ?? []
    const rows = (kind === 'PhoneNumbers' ? this.#numbers : this.#senders).filter((row) =>
      members.includes(addressOf(row)),
    )
    this.#list(url, answer, kind === 'PhoneNumbers' ? 'phone_numbers' : 'senders', rows)
  }

  #list(url: URL, answer: ServerResponse, key: string, all: readonly Fields[]): void {
    listed(answer, 'messaging', key, pageOf(url, all, this.largestPage))
  }

  #find(address: string): Row | undefined {
    return [...this.#numbers, ...this.#senders].find((row) => addressOf(row) === address)
  }

  #sid(prefix: string): string {
    return `${prefix}${(++this.#count).toString(16).padStart(32, '0')}`
  }
}

const addressOf = (row: Fields) => String(row.phone_number ?? row.sender_id)
const snakeCase = (name: string) => name.replaceAll(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/** Whether the number is a sentinel; it has then been answered, or never is. */
export function misbehaves(address: string, answer: ServerResponse): boolean {
  if (address.endsWith('0429')) failed(answer, 429, 20429)
  else if (address.endsWith('0500')) failed(answer, 500, 20500)
  else if (address.endsWith('0200'))
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')
  else return address.endsWith('0000')
  return true
}

interface RowPage {
  readonly rows: readonly Fields[]
  /** The path of the next page. */
  readonly next: string | undefined
}

/** The rows that are asked for by `PageSize` and `Page`. */
export function pageOf(url: URL, all: readonly Fields[], largestPage: number): RowPage {
  const size = Math.min(largestPage, Number(url.searchParams.get('PageSize') ?? 50))
  const page = Number(url.searchParams.get('Page') ?? 0)
  const query = new URLSearchParams(url.search)
  query.set('Page', String(page + 1))
  const end = (page + 1) * size
  return {
    rows: all.slice(end - size, end),
    next: all.length > end ? `${url.pathname}?${query.toString()}` : undefined,
  }
}

/** Answers with a list of one of the newer products, which name the next page by its full address. */
export function listed(
  answer: ServerResponse,
  product: 'messaging' | 'conversations' | 'monitor',
  key: string,
  { rows, next }: RowPage,
): void {
  const next_page_url = next ? `https://${product}.twilio.com${next}` : null
  answered(answer, 200, { [key]: rows, meta: { key, next_page_url } })
}

export function answered(answer: ServerResponse, status: number, json: Fields): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
}

export function failed(answer: ServerResponse, status: number, code: number): void {
  const more_info = `https://www.twilio.com/errors/${code}`
  answered(answer, status, { code, message: 'What people read of it', more_info, status })
}

export interface Hook {
  readonly url: string
  readonly method: 'GET' | 'POST'
}

const toHook = (url: unknown, method: unknown): Hook | undefined =>
  typeof url === 'string' && url !== '' ? { url, method: method === 'GET' ? 'GET' : 'POST' } : undefined

/** An ID in Twilio's format: two letters and 32 hexadecimal digits. It never ends like a sentinel by chance. */
export function sidOf(prefix: string, count: number): string {
  return `${prefix}${count.toString(16).padStart(30, '0')}fa`
}
