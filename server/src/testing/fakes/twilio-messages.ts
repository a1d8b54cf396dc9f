import type { IncomingMessage, ServerResponse } from 'node:http'
import { inAnotherOrder } from './shuffle.ts'
import { answered, failed, type Fields, misbehaves } from './twilio-rest.ts'

interface KeptMessage {
  readonly sid: string
  readonly from: string
  readonly to: string
  readonly body: string
  readonly direction: string
  readonly status: string
  readonly at: Date
  readonly media: readonly { readonly url: string; readonly mime: string }[]
}

interface Kept {
  readonly row: Fields & { readonly sid: string; readonly from: string; readonly to: string }
  readonly media: KeptMessage['media']
}

/**
 * The messages that Twilio keeps: of both directions, newest first, wherever they were sent. The list misbehaves for numbers
 * by their end, as `FakeTwilioRest` does, and so does the list of a message's media for those who sent or received it.
 */
export class FakeTwilioMessages {
  readonly calls: string[] = []
  /** Rows on a page, whatever is asked for. */
  largestPage = 1000
  /** Takes only the day from a time, and midnight as its end: the least that the documents promise. */
  readsDays = false
  /** While it is set, each row comes twice, the last one of a page also on the next, and each page in another order. */
  mixing: number | undefined
  /** It fails where it is asked for this message alone. */
  busyAbout: string | undefined
  /** What was sent by a call; the fake delivers none of it. */
  readonly sent: { readonly from: string; readonly to: string; readonly body: string }[] = []
  readonly #accountSid: string
  readonly #owns: (phone: string) => boolean
  readonly #kept: Kept[] = []

  /** @param owns Whether the account has a number, from which it may send. */
  constructor(accountSid: string, owns: (phone: string) => boolean) {
    this.#accountSid = accountSid
    this.#owns = owns
  }

  keep({ at, media, ...message }: KeptMessage): void {
    const date = dateText(at)
    const uri = `/2010-04-01/Accounts/${this.#accountSid}/Messages/${message.sid}`
    const row = {
      ...message,
      account_sid: this.#accountSid,
      api_version: '2010-04-01',
      date_created: date,
      date_sent: date,
      date_updated: date,
      error_code: null,
      error_message: null,
      messaging_service_sid: null,
      num_media: String(media.length),
      num_segments: '1',
      price: null,
      price_unit: 'USD',
      uri: `${uri}.json`,
      subresource_uris: { media: `${uri}/Media.json` },
    }
    const [newest] = this.#kept
    this.#kept.unshift({ row, media })
    if (newest && sentAt(newest) > sentAt({ row, media }))
      this.#kept.sort((one, other) => sentAt(other) - sentAt(one))
  }

  /** @param fields Values of the list that replace the present ones, such as `status`. */
  change(sid: string, fields: Fields): void {
    const kept = this.#kept.find(({ row }) => row.sid === sid)
    if (kept) Object.assign(kept.row, fields)
  }

  all(): readonly string[] {
    return this.#kept.map(({ row }) => row.sid)
  }

  /** Its owner removes it at Twilio, such as by their own retention. */
  remove(sid: string): void {
    const at = this.#kept.findIndex(({ row }) => row.sid === sid)
    if (at >= 0) this.#kept.splice(at, 1)
  }

  isAskedFor({ pathname }: URL): boolean {
    return /\/Messages(?:\/\w+(?:\/Media)?)?\.json$/.test(pathname)
  }

  serve(url: URL, asked: IncomingMessage, answer: ServerResponse): void {
    this.calls.push(`${url.pathname}${url.search}`)
    if (!url.pathname.startsWith(`/2010-04-01/Accounts/${this.#accountSid}/`))
      return failed(answer, 404, 20404)
    if (asked.method === 'POST') return void this.#send(asked, answer)
    const sid = /\/Messages\/(\w+)\/Media\.json$/.exec(url.pathname)?.[1]
    if (sid) return this.#listMedia(sid, answer)
    const one = /\/Messages\/(\w+)\.json$/.exec(url.pathname)?.[1]
    return one ? this.#fetch(one, answer) : this.#list(url, answer)
  }

  #fetch(sid: string, answer: ServerResponse): void {
    if (sid === this.busyAbout) return failed(answer, 503, 20503)
    const kept = this.#kept.find(({ row }) => row.sid === sid)
    if (!kept) return failed(answer, 404, 20404)
    if (misbehaves(kept.row.from, answer) || misbehaves(kept.row.to, answer)) return
    answered(answer, 200, kept.row)
  }

  /** Twilio's codes for a number that is not the account's, and for one that would write to itself. */
  async #send(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const parts: Uint8Array[] = []
    for await (const part of asked) parts.push(part as Uint8Array)
    const form = new URLSearchParams(Buffer.concat(parts).toString('utf8'))
    const [from, to, body] = ['From', 'To', 'Body'].map((name) => form.get(name) ?? '') as [
      string,
      string,
      string,
    ]
    if (misbehaves(from, answer)) return
    if (!this.#owns(from)) return failed(answer, 400, 21606)
    if (from === to) return failed(answer, 400, 21266)
    this.sent.push({ from, to, body })
    answered(answer, 201, { sid: `SM${this.sent.length.toString(16).padStart(30, '0')}ab`, status: 'queued' })
  }

  #list(url: URL, answer: ServerResponse): void {
    const asked = (name: string) => url.searchParams.get(name) ?? undefined
    const [to, from] = [asked('To'), asked('From')]
    if ([to, from].some((address) => address && misbehaves(address, answer))) return
    const bound = (name: string, none: number) => {
      const written = asked(name)
      return written === undefined ? none : Date.parse(this.readsDays ? written.slice(0, 10) : written)
    }
    const [first, last] = [bound('DateSent>', -Infinity), bound('DateSent<', Infinity)]
    if (Number.isNaN(first) || Number.isNaN(last)) return failed(answer, 400, 20001)
    const matching = this.#kept.filter(
      (kept) =>
        (to ?? kept.row.to) === kept.row.to &&
        (from ?? kept.row.from) === kept.row.from &&
        sentAt(kept) >= first &&
        sentAt(kept) <= last,
    )
    const size = Math.min(this.largestPage, Number(asked('PageSize') ?? 50))
    const page = Number(asked('Page') ?? 0)
    // A token names the last message of the page before, so that new messages move nothing.
    const token = asked('PageToken')
    const start = token ? matching.findIndex(({ row }) => `PA${row.sid}` === token) + 1 : page * size
    const rows = matching.slice(start, start + size).map(({ row }) => row)
    const next = new URLSearchParams(url.search)
    next.set('Page', String(page + 1))
    next.set('PageToken', `PA${rows.at(-1)?.sid}`)
    const more = matching.length > start + size
    answered(answer, 200, {
      messages: this.#mixed(rows, matching.slice(Math.max(start - 1, 0), start)),
      next_page_uri: more ? `${url.pathname}?${next.toString()}` : null,
    })
  }

  #mixed(rows: readonly Fields[], before: readonly Kept[]): readonly Fields[] {
    if (this.mixing === undefined) return rows
    return inAnotherOrder([...before.map(({ row }) => row), ...rows, ...rows], this.mixing)
  }

  #listMedia(sid: string, answer: ServerResponse): void {
    const kept = this.#kept.find(({ row }) => row.sid === sid)
    if (!kept) return failed(answer, 404, 20404)
    if (misbehaves(kept.row.from, answer) || misbehaves(kept.row.to, answer)) return
    const media_list = kept.media.map(({ url, mime }) => {
      const { pathname } = new URL(url)
      const { account_sid, date_created } = kept.row
      const sid = pathname.split('/').at(-1)
      return {
        sid,
        account_sid,
        parent_sid: kept.row.sid,
        content_type: mime,
        date_created,
        uri: `${pathname}.json`,
      }
    })
    answered(answer, 200, { media_list, next_page_uri: null })
  }
}

/** As Twilio's older products write a time. */
const dateText = (at: Date) => at.toUTCString().replace('GMT', '+0000')
const sentAt = ({ row }: Kept) => Date.parse(String(row.date_sent ?? row.date_created))
