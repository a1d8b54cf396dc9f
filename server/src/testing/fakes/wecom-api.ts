import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { breakOff } from './broken-answer.ts'
import { LocalServer } from './local-server.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * WeCom's interface for names, rooms, consents and seats. Every answer has status 200 and a code. It misbehaves on `failing`, a code for every question but that for
 * a token; on `refusing`, a code for that one; on `isAway`, which breaks every connection; and on `isBreaking`, which breaks it in the middle of
 * each answer but a token.
 */
export class FakeWecomApi extends LocalServer {
  readonly archiveSecret = 'fake-archive-secret'
  readonly contactSecret = 'fake-contact-secret'
  readonly names = new Map<string, string>()
  /** By customer, with the status and the time in seconds. */
  readonly agreed = new Map<string, readonly [status: string, at: number]>()
  /** The customers in each room. */
  readonly rooms = new Map<string, readonly string[]>()
  /** How rooms are described: those with customers to the application, the others to the archive. */
  readonly described = new Map<string, Fields>()
  /** The employees who have a seat in the archive; undefined for an answer without a list. */
  archived: readonly string[] | undefined = []
  failing: number | undefined
  refusing: number | undefined
  isAway = false
  isBreaking = false
  /** Paths that were asked for, in order. */
  readonly asked: string[] = []
  readonly #tokens = new Map<string, string>()

  /** The archive keeps what this employee says from now on. */
  giveSeat(employee: string): void {
    this.archived = [...(this.archived ?? []), employee]
  }

  /** No token that was given counts any more. */
  endTokens(): void {
    this.#tokens.clear()
  }

  protected override async handle(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (this.isAway) return void asked.socket.destroy()
    const { pathname, searchParams } = new URL(asked.url ?? '', 'http://wecom.test')
    const body = await text(asked)
    this.asked.push(pathname)
    const given = body ? (JSON.parse(body) as Fields) : {}
    if (this.isBreaking && !pathname.endsWith('gettoken')) breakOff(answer)
    const said = this.#answer(pathname.replace('/cgi-bin/', ''), searchParams, given)
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ errmsg: '', ...said }))
  }

  #answer(path: string, query: URLSearchParams, body: Fields): Fields {
    if (path === 'gettoken') return this.#giveToken(query.get('corpsecret') ?? '')
    const secret = this.#tokens.get(query.get('access_token') ?? '')
    if (!secret) return { errcode: 40_014 }
    if (this.failing !== undefined) return { errcode: this.failing }
    if (secret !== (path.startsWith('msgaudit/') ? this.archiveSecret : this.contactSecret))
      return { errcode: 48_002 }
    const asked = namings.get(path)
    if (asked) {
      const name = this.names.get(query.get(asked.by) ?? '')
      return name === undefined ? { errcode: asked.unknown } : { errcode: 0, ...asked.fieldsOf(name) }
    }
    return this.#describe(path, body)
  }

  #describe(path: string, body: Fields): Fields {
    switch (path) {
      case 'msgaudit/check_single_agree':
        return { errcode: 0, agreeinfo: this.#singles(body['info'] as Fields[]) }
      case 'msgaudit/check_room_agree':
        return { errcode: 0, agreeinfo: this.#agreements(this.rooms.get(String(body['roomid'])) ?? []) }
      case 'msgaudit/get_permit_user_list':
        return { errcode: 0, ...(this.archived && { ids: this.archived }) }
      case 'msgaudit/groupchat/get':
        return this.#roomOf(String(body['roomid']), false)
      case 'externalcontact/groupchat/get':
        return this.#roomOf(String(body['chat_id']), body['need_name'] === 1)
      default:
        return { errcode: 40_073 }
    }
  }

  #roomOf(room: string, isOutside: boolean): Fields {
    const described = this.described.get(room)
    const isThere = described && 'group_chat' in described === isOutside
    return isThere ? { errcode: 0, ...described } : { errcode: isOutside ? 40_050 : 301_059 }
  }

  #giveToken(secret: string): Fields {
    if (this.refusing !== undefined) return { errcode: this.refusing }
    if (![this.archiveSecret, this.contactSecret].includes(secret)) return { errcode: 40_001 }
    const access_token = `token-${this.#tokens.size}-of-${secret}`
    this.#tokens.set(access_token, secret)
    return { errcode: 0, access_token, expires_in: 7_200 }
  }

  #singles(info: readonly Fields[]): Fields[] {
    return info.flatMap(({ userid, exteranalopenid }) =>
      this.#agreements([String(exteranalopenid)]).map((one) => ({ ...one, userid })),
    )
  }

  #agreements(customers: readonly string[]): Fields[] {
    return customers.flatMap((exteranalopenid) => {
      const [agree_status, status_change_time] = this.agreed.get(exteranalopenid) ?? []
      return agree_status ? [{ exteranalopenid, agree_status, status_change_time }] : []
    })
  }
}

/** The questions for a name: the parameter with the id, the code for an unknown one, and the answer. */
const namings = new Map([
  ['user/get', { by: 'userid', unknown: 60_111, fieldsOf: (name: string): Fields => ({ name }) }],
  [
    'externalcontact/get',
    {
      by: 'external_userid',
      unknown: 84_061,
      fieldsOf: (name: string): Fields => ({ external_contact: { name, type: 1 } }),
    },
  ],
  [
    'msgaudit/get_robot_info',
    {
      by: 'robot_id',
      unknown: 40_073,
      fieldsOf: (name: string): Fields => ({ data: { name, creator_userid: 'LiWei' } }),
    },
  ],
])
