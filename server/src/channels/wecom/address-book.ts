/** What a corporation knows of the people in its archive: their names, and whether customers agreed to it. */
import { createHash } from 'node:crypto'
import type { Session } from '#channels/collection.ts'
import { RecentMap } from '#platform/recent-map.ts'
import { ApiAccess, type ApiAnswer } from './api.ts'
import { isJson, type Json, listOf, numberOf, partOf, textOf } from './fields.ts'
import { isOutside, isRobot } from './identity.ts'
import type { Corporation } from './secrets.ts'

const leastPeople = 20_000
const knownMs = 24 * 60 * 60_000
/** What WeCom did not tell is asked for again after this. */
const unknownMs = 60 * 60_000
/** Of one page; the others keep their ids until they write again. */
const mostNames = 50
const mostRooms = 5
/** In one question. */
const mostPairs = 100
const atOnce = 5
/** For all names of one page: then its messages are kept. */
const mostMs = 5_000
/** No name in an app is longer. */
const longestName = 128

export interface Pair {
  readonly employee: string
  readonly customer: string
}

/** A room with customers, and the employees whose it is, the first before the others. */
export interface OutsideRoom {
  readonly room: string
  readonly employees: readonly string[]
}

/** Whether a customer agreed, to one employee or in a room, and since when, in seconds since 1970. */
interface Consent {
  readonly customer: string
  readonly employee?: string
  readonly room?: string
  readonly isGranted: boolean
  readonly at: number
}

/** With the employees whose record of it is kept. */
export interface RoutedConsent {
  readonly consent: Consent
  readonly routes: readonly string[]
}

type Asking = Pick<Session, 'limits' | 'signal' | 'now'>

/** Of one corporation and its secrets, as long as the process lives. */
export class AddressBook {
  readonly #names = new RecentMap<string, { readonly name: string | undefined; readonly until: number }>(
    leastPeople,
  )
  readonly #asked = new RecentMap<string, number>(leastPeople)
  readonly #contacts: ApiAccess | undefined
  readonly #archive: ApiAccess

  constructor({ corpId, archiveSecret, contactSecret }: Corporation) {
    this.#contacts = contactSecret ? new ApiAccess(corpId, contactSecret) : undefined
    this.#archive = new ApiAccess(corpId, archiveSecret)
  }

  /** The names of people and robots by their ids, as far as they can be found out now. Those of robots belong to the archive. */
  async namesOf(ids: Iterable<string>, session: Asking): Promise<ReadonlyMap<string, string>> {
    const now = session.now().getTime()
    const wanted = [...new Set(ids)].filter((id) => id !== '')
    const unknown = wanted
      .filter((id) => (this.#contacts || isRobot(id)) && (this.#names.get(id)?.until ?? 0) <= now)
      .slice(0, mostNames)
    const started = performance.now()
    for (let from = 0; from < unknown.length && performance.now() - started < mostMs; from += atOnce)
      await Promise.all(unknown.slice(from, from + atOnce).map((id) => this.#learn(id, session)))
    return new Map(
      wanted.flatMap((id) => {
        const name = this.#names.get(id)?.name
        return name === undefined ? [] : [[id, name] as const]
      }),
    )
  }

  async #learn(id: string, session: Asking): Promise<void> {
    const { path, query, within } = questionOf(id)
    const api = isRobot(id) ? this.#archive : this.#contacts
    const answer = await api?.open(asked(session)).ask(path, query)
    if (answer === undefined || answer === 'not-now') return
    const before = this.#names.get(id)?.name
    const found = isJson(answer)
      ? textOf(within ? partOf(answer, within) : answer, 'name')?.slice(0, longestName)
      : undefined
    const until = session.now().getTime() + (found === undefined ? unknownMs : knownMs)
    this.#names.set(id, { name: found ?? before, until })
  }

  /** What is known now of these pairs and rooms. Each is asked about once a day. */
  async consentsOf(
    { pairs, rooms }: { readonly pairs: readonly Pair[]; readonly rooms: readonly OutsideRoom[] },
    session: Asking,
  ): Promise<RoutedConsent[]> {
    const due = pairs.filter((pair) => this.#isDue(nameOf(pair), session)).slice(0, mostPairs)
    const dueRooms = rooms.filter(({ room }) => this.#isDue(room, session)).slice(0, mostRooms)
    const api = this.#archive.open(asked(session))
    const found: RoutedConsent[] = []
    if (due.length > 0) {
      // The word is misspelt in WeCom's interface.
      const info = due.map(({ employee, customer }) => ({ userid: employee, exteranalopenid: customer }))
      const answer = await api.ask('/cgi-bin/msgaudit/check_single_agree', {}, { info })
      if (answer !== 'not-now') this.#note(due.map(nameOf), session)
      for (const consent of consentsIn(answer))
        found.push({ consent, routes: consent.employee ? [consent.employee] : [] })
    }
    for (const { room, employees } of dueRooms) {
      const answer = await api.ask('/cgi-bin/msgaudit/check_room_agree', {}, { roomid: room })
      if (answer !== 'not-now') this.#note([room], session)
      for (const consent of consentsIn(answer))
        found.push({ consent: { ...consent, room }, routes: employees })
    }
    return found
  }

  /** The employees who have a seat in the archive. Source: WeCom, "获取会话内容存档开启成员列表". */
  archivedIds(session: Asking): Promise<ApiAnswer> {
    return this.#archive.open(asked(session)).ask('/cgi-bin/msgaudit/get_permit_user_list', {}, {})
  }

  /** A room as WeCom describes it. One with customers is known to the application that may see them, all others to the archive. */
  async roomOf(room: string, session: Asking): Promise<ApiAnswer> {
    const contacts = room.startsWith('wr') ? this.#contacts?.open(asked(session)) : undefined
    const answer = await contacts?.ask(
      '/cgi-bin/externalcontact/groupchat/get',
      {},
      { chat_id: room, need_name: 1 },
    )
    if (answer !== undefined && answer !== 'nothing') return answer
    return this.#archive.open(asked(session)).ask('/cgi-bin/msgaudit/groupchat/get', {}, { roomid: room })
  }

  #isDue(name: string, { now }: Asking): boolean {
    return (this.#asked.get(name) ?? 0) <= now().getTime()
  }

  #note(names: readonly string[], { now }: Asking): void {
    for (const name of names) this.#asked.set(name, now().getTime() + knownMs)
  }
}

/** How the name behind an id is asked for, and the part of the answer that has it. */
function questionOf(id: string) {
  if (isRobot(id))
    return { path: '/cgi-bin/msgaudit/get_robot_info', query: { robot_id: id }, within: 'data' }
  if (isOutside(id))
    return {
      path: '/cgi-bin/externalcontact/get',
      query: { external_userid: id },
      within: 'external_contact',
    }
  return { path: '/cgi-bin/user/get', query: { userid: id }, within: undefined }
}

const nameOf = ({ employee, customer }: Pair) => `${employee}|${customer}`

const asked = ({ limits, signal, now }: Asking) => ({ limits, signal, now: () => now().getTime() })

/** Source: WeCom, "获取会话同意情况". */
function consentsIn(answer: ApiAnswer): Consent[] {
  if (!isJson(answer)) return []
  return listOf(answer, 'agreeinfo').flatMap((one) => (isJson(one) ? consentIn(one) : []))
}

function consentIn(one: Json): Consent[] {
  const [customer, employee, status] = ['exteranalopenid', 'userid', 'agree_status'].map((name) =>
    textOf(one, name),
  )
  if (!customer || !status || !['Agree', 'Disagree', 'Default_Agree'].includes(status)) return []
  return [
    {
      customer,
      ...(employee && { employee }),
      isGranted: status !== 'Disagree',
      at: numberOf(one, 'status_change_time') ?? 0,
    },
  ]
}

/** The address books of corporations, by their accounts and secrets. */
export class AddressBooks {
  readonly #books = new RecentMap<string, AddressBook>(1_000)

  of(accountId: string, corporation: Corporation): AddressBook {
    const { corpId, archiveSecret, contactSecret } = corporation
    const secrets = createHash('sha256')
      .update(JSON.stringify([archiveSecret, contactSecret]))
      .digest('hex')
    const key = `${accountId}|${corpId}|${secrets}`
    const known = this.#books.get(key)
    const book = known ?? new AddressBook(corporation)
    if (!known) this.#books.set(key, book)
    return book
  }
}
