/** Digital contacts: the outside people in conversations of a period, and how many of them take part. */
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import type { contactKinds, contactSorts, DigitalContact } from '@verbatim/contract/metric-lists.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { Breakdown, Figure } from '@verbatim/contract/metrics.ts'
import { narrowingText } from '@verbatim/contract/rows-of.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf, lowerWordsSql } from '#platform/list/sql.ts'
import { mergedContacts } from '#schema/merged-contacts.ts'
import { type ContactRow, saidInConversations, toDigitalContact } from './contact-rows.ts'
import { byDays, rowsIn, share } from './figures.ts'
import { findListed, type ListedQuery } from './listed.ts'
import { isKnownGuest, isOutside } from './people.ts'
import { type Days, findListPeriod, type Periods } from './period.ts'
import { passesScoped, type ScopedFilter } from './scoped-parts.ts'

/**
 * Whether a `participant guest` was there in or around some days of any zone, as all who wrote in them were. It leaves out most
 * conversations of a long history before they are joined.
 */
const isAround = ({ from, to }: Days) =>
  sql<boolean>`guest.last_at >= ${startsAround(from, -2)} and guest.first_at < ${startsAround(to, 3)}`

const startsAround = (day: string, count: number) => sql`${`${dayAfter(day, count)}T00:00:00Z`}::timestamptz`

/**
 * What outside contacts wrote, and what was written to each of them, by day: `known` is their contact, and `stranger` the address of a
 * person who is none. A merged contact counts as the one that it became at last, and a stranger as the contact that they became later.
 * `contact_id` is the contact that a message itself names. Of some channels or groups, only what was said in these counts. Each row of a day is joined with the people of its conversation once: with who
 * wrote it, or with all to whom it was sent.
 */
const exchanges = (scope: AccessScope, { from, to }: Days, only: ScopedFilter) => sql`(
  select coalesce(merged.root, found.contact_id) as known, case when found.contact_id is null then found.address end as stranger,
    found.address, found.shown, found.day, found.channel, found.is_received, found.messages, found.last_at, found.contact_id, found.is_named,
    found.conversation_id, found.writer_id
  from (
    select said.conversation_id, coalesce(guest.address, said.author) as address,
      case when said.direction = 'inbound' then coalesce(said.author_contact_id, ${contactThen}) else ${contactThen} end as contact_id,
      said.direction = 'inbound' and said.author_contact_id is not null as is_named, guest.display_name as shown, said.day, said.channel, said.author_user_id as writer_id,
      said.direction = 'inbound' as is_received, said.messages, said.last_at
    from conversation_day said
    left join participant guest on guest.tenant_id = said.tenant_id and guest.conversation_id = said.conversation_id
      and guest.user_id is null and ${isAround({ from, to })}
      and case when said.direction = 'inbound' then guest.address = said.author
        else guest.first_at < said.day + 2 and guest.last_at >= said.day - 1 end
    left join ${formers} former on former.conversation_id = guest.conversation_id and former.address = guest.address
      and former.since <= said.last_at and former.until > said.last_at
    where ${wasNoUser} and ${allOf([withinScope(scope, 'said'), ...passesScoped(only, 'said')])} and said.day between ${from}::date and ${to}::date and (
      (said.direction = 'inbound' and said.author_user_id is null
        and (guest.address is not null or said.author_contact_id is not null or not ${isOfUser}))
      or (said.direction = 'outbound' and guest.address is not null and ${isOutside} and ${isKnownGuest(scope)}))
  ) found
  left join ${mergedContacts} merged on merged.id = found.contact_id
)`

/** Those who had addresses that have passed to another person, of whom there are few, each with the time since which. */
const formers = sql`(
  select conversation_id, address, user_id, contact_id, until,
    lag(until, 1, '-infinity') over (partition by conversation_id, address order by until) as since
  from participant_former)`

/**
 * Whether the guest was no user when that was `said`. As a case, because PostgreSQL expects hardly any row to pass a bare `is null` here: it
 * then went through all merged contacts for each row, which took five times as long.
 */
const wasNoUser = sql<boolean>`case when former.user_id is null then true else false end`

/** The contact of a guest when that was `said`. */
const contactThen = sql`case when former.until is null then guest.contact_id else former.contact_id end`

/** Whether what an address `said` is of a user whom its message does not name. */
const isOfUser = sql<boolean>`exists (select from participant ours where ours.tenant_id = said.tenant_id
  and ours.conversation_id = said.conversation_id and ours.address = said.author and ours.user_id is not null offset 0)`

interface Counted {
  contacts: number
  reached: number
  engaged: number
}

const noContacts: Counted = { contacts: 0, reached: 0, engaged: 0 }

interface Contacts {
  readonly now: Counted
  readonly before: Counted
  /** Of both periods, without the days that have none. */
  readonly byDay: ReadonlyMap<string, Counted>
  /** Of both periods: a contact counts on each of their channels. */
  readonly byChannel: readonly {
    readonly channel: Channel
    readonly value: number
    readonly previous: number
  }[]
}

/**
 * What is known of a person, in bits of one number, which is counted faster than columns: whether they wrote and were written to, on which
 * channels, and, shifted, the same of the period before.
 */
const bits = {
  received: 1,
  on: (channel: Channel) => 2 << channels.indexOf(channel),
  sent: 2 << channels.length,
  before: channels.length + 2,
  ofPeriod: (4 << channels.length) - 1,
} as const

interface CountedRow {
  day: string | null
  marks: number
  people: number
}

/** Contacts of both periods, of each of their days, and on each channel, from one look at what was exchanged. */
export async function countContacts(
  tx: TenantTx,
  scope: AccessScope,
  { current, previous }: Pick<Periods, 'current' | 'previous'>,
  only: ScopedFilter = {},
): Promise<Contacts> {
  const marks = sql`((1 << array_position(${[...channels]}::text[], channel))
    | case when is_received then ${sql.lit(bits.received)} else ${sql.lit(bits.sent)} end)
    << case when day >= ${current.from}::date then 0 else ${sql.lit(bits.before)} end`
  const { rows } = await sql<CountedRow>`
    with by_day as materialized (
      select known, stranger, day, bit_or(${marks}) as marks
      from ${exchanges(scope, { from: previous.from, to: current.to }, only)} exchanged group by known, stranger, day
    )
    select null as day, marks, count(*)::int as people
    from (select bit_or(marks) as marks from by_day group by known, stranger) person group by marks
    union all
    select day::text, marks, count(*)::int from by_day group by day, marks`.execute(tx)
  const ofPeriods = rows.filter(({ day }) => day === null)
  const onChannel = (channel: Channel, shift: number) =>
    countPeople(ofPeriods, (one) => (one >> shift) & bits.on(channel))
  return {
    now: toCounted(ofPeriods),
    before: toCounted(ofPeriods.map(ofBefore)),
    byDay: new Map(
      [...Map.groupBy(rows, ({ day }) => day)].flatMap(([day, those]) =>
        day === null ? [] : [[day, toCounted(day < current.from ? those.map(ofBefore) : those)]],
      ),
    ),
    byChannel: channels
      .map((channel) => ({
        channel,
        value: onChannel(channel, 0),
        previous: onChannel(channel, bits.before),
      }))
      .filter(({ value, previous: before }) => value + before > 0)
      .toSorted((one, other) => other.value - one.value),
  }
}

type MarkedPeople = Pick<CountedRow, 'marks' | 'people'>

/** What is known of a person in the period before. */
const ofBefore = ({ marks, people }: MarkedPeople): MarkedPeople => ({ marks: marks >> bits.before, people })

const countPeople = (rows: readonly MarkedPeople[], has: (marks: number) => number) =>
  rows.reduce((sum, { marks, people }) => (has(marks) === 0 ? sum : sum + people), 0)

const toCounted = (rows: readonly MarkedPeople[]): Counted => ({
  contacts: countPeople(rows, (marks) => marks & bits.ofPeriod),
  reached: countPeople(rows, (marks) => marks & bits.sent),
  engaged: countPeople(rows, (marks) => marks & bits.received),
})

function contactsIn(rows: number, kind: (typeof contactKinds)[number], { channel, group }: ScopedFilter) {
  const narrowing = narrowingText({ ...(channel && { channel }), ...(group && { group }) })
  const filter = narrowing === '' ? kind : `${kind}:${narrowing}`
  return { ...rowsIn('contacts', rows), ...(filter !== 'all' && { filter }) }
}

export function contactFigures(counted: Contacts, periods: Periods, only: ScopedFilter = {}): Figure[] {
  const { now, before } = counted
  const days = toEngagement(counted, periods.days)
  const daysBefore = toEngagement(counted, periods.previousDays)
  return [
    {
      id: 'contacts',
      value: now.contacts,
      previous: before.contacts,
      series: days.map(({ contacts }) => contacts),
      previousSeries: daysBefore.map(({ contacts }) => contacts),
      drilldown: contactsIn(now.contacts, 'all', only),
    },
    {
      id: 'reached-contacts',
      value: now.reached,
      previous: before.reached,
      ...byDays((day) => counted.byDay.get(day)?.reached ?? 0, periods),
      drilldown: contactsIn(now.reached, 'reached', only),
    },
    {
      id: 'engaged-contacts',
      value: now.engaged,
      previous: before.engaged,
      series: days.map(({ engaged }) => engaged),
      previousSeries: daysBefore.map(({ engaged }) => engaged),
      drilldown: contactsIn(now.engaged, 'engaged', only),
    },
    {
      id: 'overall-engagement',
      value: share(now.engaged, now.contacts),
      previous: share(before.engaged, before.contacts),
      series: days.map(({ rate }) => rate),
      previousSeries: daysBefore.map(({ rate }) => rate),
      drilldown: contactsIn(now.engaged, 'engaged', only),
    },
  ]
}

interface EngagementDay {
  readonly day: string
  readonly contacts: number
  readonly engaged: number
  readonly rate: number | null
}

export function toEngagement({ byDay }: Contacts, days: readonly string[]): EngagementDay[] {
  return days.map((day) => {
    const { contacts, engaged } = byDay.get(day) ?? noContacts
    return { day, contacts, engaged, rate: share(engaged, contacts) }
  })
}

export const contactParts = ({ byChannel }: Contacts, only: ScopedFilter = {}): Breakdown => ({
  id: 'contacts-by-channel',
  parts: byChannel.map(({ channel, ...counted }) => ({
    key: channel,
    ...counted,
    drilldown: contactsIn(counted.value, 'all', { ...only, channel: [channel] }),
  })),
})

interface Asked extends ListedQuery, ScopedFilter {
  readonly kind: (typeof contactKinds)[number]
  /** Only those that this person wrote to. */
  readonly representative?: UserId | undefined
}

const kinds: Record<Asked['kind'], RawBuilder<boolean>> = {
  all: sql`true`,
  reached: sql`sent > 0`,
  engaged: sql`received > 0`,
  silent: sql`received = 0`,
}
const orders: Readonly<Record<(typeof contactSorts)[number], RawBuilder<unknown>>> = {
  name: sql`lower(name)`,
  received: sql`received`,
  sent: sql`sent`,
  lastAt: sql`last_at`,
}

/** One page of the contacts of the current period. */
export async function findDigitalContacts(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { kind, channel, group, representative, ...query }: Asked,
): Promise<Page<DigitalContact>> {
  const { search } = query
  const only = { channel, group }
  const matching = allOf([
    kinds[kind],
    ...(representative ? [sql<boolean>`is_written_to`] : []),
    ...(search ? [lowerWordsSql(sql`lower(name)`, search)] : []),
  ])
  const sum = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(messages) filter (where ${condition}), 0)::int`
  const named = sql`(
    with counted as (
      select known, stranger, ${sum(sql`is_received`)} as received, ${sum(sql`not is_received`)} as sent,
        array_agg(distinct channel order by channel) as channels, max(last_at) as last_at, min(address) as address, min(shown) as shown,
        coalesce(bool_or(not is_received and writer_id = ${representative ?? null}::uuid), false) as is_written_to,
        array_agg(distinct conversation_id) as conversations, array_agg(distinct contact_id) filter (where is_named) as named_ids, ${sum(sql`is_named`)} as named
      from ${exchanges(scope, periods.current, only)} exchanged group by known, stranger
    )
    select counted.*, contact.id as contact_id, coalesce(contact.name, counted.shown, counted.address) as name
    from counted left join contact on contact.id = known
  ) named where ${matching}`
  const period = await findListPeriod(tx, periods.current, periods)
  return findListed(tx, query, {
    rows: named,
    orders,
    usual: '-lastAt',
    tie: sql`md5(coalesce(known::text, stranger))`,
    details: saidInConversations(scope, periods.current, only),
    toItem: (row: ContactRow) => toDigitalContact(row, period, only),
  })
}
