/** Digital contacts: the outside people in conversations of a period, and how many of them take part. */
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import type { contactKinds, contactSorts, DigitalContact } from '@verbatim/contract/dashboards.ts'
import type { ContactId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { Breakdown, Figure } from '@verbatim/contract/metrics.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf, lowerWordsSql } from '#platform/list/sql.ts'
import { rowsIn, share } from './figures.ts'
import { findListed, type ListedQuery } from './listed.ts'
import { receivedRows } from './message-counts.ts'
import { isKnownGuest, isOutside, mergedContacts } from './people.ts'
import { dayAfter, type Days, findListPeriod, type Periods } from './period.ts'

/**
 * Whether a `participant guest` was there in or around some days of any zone, as all who wrote in them were. It leaves out most
 * conversations of a long history before they are joined.
 */
const isAround = ({ from, to }: Days) =>
  sql<boolean>`guest.last_at >= ${startsAround(from, -2)} and guest.first_at < ${startsAround(to, 3)}`

const startsAround = (day: string, count: number) => sql`${`${dayAfter(day, count)}T00:00:00Z`}::timestamptz`

/**
 * What outside contacts wrote, and what was written to each of them, by day: `who` is a contact, or the address of a person who
 * is none. A merged contact counts as the one that it became at last, and a stranger as the contact that they became later.
 * `contact_id` is the contact that a message itself names.
 */
const exchanges = (scope: AccessScope, { from, to }: Days) => sql`(
  select coalesce(merged.root, found.contact_id) as known, coalesce(merged.root::text, found.contact_id::text, found.address) as who,
    found.address, found.shown, found.day, found.channel, found.received, found.sent, found.last_at, found.contact_id, found.is_named
  from (
    select said.author as address, coalesce(said.author_contact_id, guest.contact_id) as contact_id, said.author_contact_id is not null as is_named,
      guest.display_name as shown, said.day, said.channel, said.messages as received, 0 as sent, said.last_at
    from conversation_day said
    left join participant guest on guest.tenant_id = said.tenant_id and guest.conversation_id = said.conversation_id
      and guest.address = said.author and ${isAround({ from, to })}
    where said.direction = 'inbound' and said.author_user_id is null and guest.user_id is null and ${withinScope(scope, 'said')}
      and said.day between ${from}::date and ${to}::date
    union all
    select guest.address, guest.contact_id, false, guest.display_name, said.day, said.channel, 0, said.messages, said.last_at
    from (
      select tenant_id, conversation_id, day, channel, sum(messages)::int as messages, max(last_at) as last_at
      from conversation_day said where said.direction = 'outbound' and ${withinScope(scope, 'said')}
        and said.day between ${from}::date and ${to}::date
      group by 1, 2, 3, 4
    ) said
    join participant guest on guest.tenant_id = said.tenant_id and guest.conversation_id = said.conversation_id
      and said.day between (guest.first_at - interval '1 day')::date and (guest.last_at + interval '1 day')::date
      and ${isAround({ from, to })} and ${isOutside} and ${isKnownGuest(scope)}
  ) found
  left join ${mergedContacts} merged on merged.id = found.contact_id
)`

interface Counted {
  contacts: number
  reached: number
  engaged: number
}

const nobody: Counted = { contacts: 0, reached: 0, engaged: 0 }

interface Contacts {
  readonly now: Counted
  readonly before: Counted
  readonly byDay: ReadonlyMap<string, Counted>
  /** Of both periods: a contact counts on each of their channels. */
  readonly byChannel: readonly {
    readonly channel: Channel
    readonly value: number
    readonly previous: number
  }[]
}

interface CountedRow extends Counted {
  day: string | null
  channel: Channel | null
  is_current: boolean
}

/** Contacts of both periods, of each day, and on each channel, from one look at what was exchanged. */
export async function countContacts(
  tx: TenantTx,
  scope: AccessScope,
  { current, previous }: Pick<Periods, 'current' | 'previous'>,
): Promise<Contacts> {
  const counted = sql`count(*)::int as contacts, count(*) filter (where is_reached)::int as reached,
    count(*) filter (where is_engaged)::int as engaged`
  // A contact's ID is compared faster than a text.
  const person = sql`known, stranger`
  const either = sql`bool_or(is_reached) as is_reached, bool_or(is_engaged) as is_engaged`
  const { rows } = await sql<CountedRow>`
    with by_day as materialized (
      select ${person}, channel, day, day >= ${current.from}::date as is_current,
        bool_or(sent > 0) as is_reached, bool_or(received > 0) as is_engaged
      from (select *, case when known is null then address end as stranger
        from ${exchanges(scope, { from: previous.from, to: current.to })} exchanged) exchanged group by ${person}, channel, day
    ), by_channel as materialized (
      select ${person}, channel, is_current, ${either} from by_day group by ${person}, channel, is_current
    )
    select null as day, null as channel, is_current, ${counted}
    from (select is_current, ${either} from by_channel group by ${person}, is_current) of_period group by is_current
    union all
    select null, channel, is_current, ${counted} from by_channel group by channel, is_current
    union all
    select day::text, null, true, ${counted}
    from (select day, ${either} from by_day where is_current group by ${person}, day) of_day group by day`.execute(
    tx,
  )
  const ofPeriod = (isCurrent: boolean) =>
    rows.find((row) => row.day === null && row.channel === null && row.is_current === isCurrent) ?? nobody
  const onChannel = (channel: Channel, isCurrent: boolean) =>
    rows.find((row) => row.channel === channel && row.is_current === isCurrent)?.contacts ?? 0
  return {
    now: ofPeriod(true),
    before: ofPeriod(false),
    byDay: new Map(rows.flatMap((row) => (row.day === null ? [] : [[row.day, row]]))),
    byChannel: channels
      .map((channel) => ({ channel, value: onChannel(channel, true), previous: onChannel(channel, false) }))
      .filter(({ value, previous: before }) => value + before > 0)
      .toSorted((one, other) => other.value - one.value),
  }
}

export function contactFigures(counted: Contacts, periods: Periods): Figure[] {
  const { now, before } = counted
  const days = toEngagement(counted, periods)
  return [
    {
      id: 'contacts',
      value: now.contacts,
      previous: before.contacts,
      series: days.map(({ contacts }) => contacts),
      drilldown: rowsIn('contacts', now.contacts),
    },
    {
      id: 'reached-contacts',
      value: now.reached,
      previous: before.reached,
      drilldown: { ...rowsIn('contacts', now.reached), filter: 'reached' },
    },
    {
      id: 'engaged-contacts',
      value: now.engaged,
      previous: before.engaged,
      series: days.map(({ engaged }) => engaged),
      drilldown: { ...rowsIn('contacts', now.engaged), filter: 'engaged' },
    },
    {
      id: 'overall-engagement',
      value: share(now.engaged, now.contacts),
      previous: share(before.engaged, before.contacts),
      series: days.map(({ rate }) => rate),
      drilldown: { ...rowsIn('contacts', now.engaged), filter: 'engaged' },
    },
  ]
}

interface EngagementDay {
  readonly day: string
  readonly contacts: number
  readonly engaged: number
  readonly rate: number | null
}

function toEngagement({ byDay }: Contacts, { days }: Pick<Periods, 'days'>): EngagementDay[] {
  return days.map((day) => {
    const { contacts, engaged } = byDay.get(day) ?? nobody
    return { day, contacts, engaged, rate: share(engaged, contacts) }
  })
}

/** The contacts of the period, and the engagement of each of its days. */
export async function findOverallEngagement(tx: TenantTx, scope: AccessScope, periods: Periods) {
  const counted = await countContacts(tx, scope, periods)
  const { contacts, engaged } = counted.now
  return { contacts, engaged, rate: share(engaged, contacts), items: toEngagement(counted, periods) }
}

export const contactParts = ({ byChannel }: Contacts): Breakdown => ({
  id: 'contacts-by-channel',
  parts: byChannel.map(({ channel, ...counted }) => ({
    key: channel,
    ...counted,
    drilldown: { ...rowsIn('contacts', counted.value), filter: `all:${channel}` },
  })),
})

interface Asked extends ListedQuery {
  readonly kind: (typeof contactKinds)[number]
  readonly channel?: Channel | undefined
}

interface Row {
  who: string
  contact_id: ContactId | null
  name: string
  address: string
  /** The contacts whose messages name them, also merged ones; and how many messages those are. */
  named_ids: ContactId[] | null
  named: number
  received: number
  sent: number
  channels: Channel[]
  last_at: Date
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
  { kind, channel, ...query }: Asked,
): Promise<Page<DigitalContact>> {
  const { search } = query
  const matching = allOf([
    kinds[kind],
    ...(channel ? [sql<boolean>`${channel} = any(channels)`] : []),
    ...(search ? [lowerWordsSql(sql`lower(name)`, search)] : []),
  ])
  const named = sql`(
    with counted as (
      select who, sum(received)::int as received, sum(sent)::int as sent, array_agg(distinct channel order by channel) as channels,
        max(last_at) as last_at, min(address) as address, min(shown) as shown,
        array_agg(distinct contact_id) filter (where is_named) as named_ids, coalesce(sum(received) filter (where is_named), 0)::int as named
      from ${exchanges(scope, periods.current)} exchanged group by who
    )
    select counted.*, contact.id as contact_id, coalesce(contact.name, counted.shown, counted.address) as name
    from counted left join contact on contact.id::text = who
  ) named where ${matching}`
  const listed = { rows: named, orders, usual: '-lastAt', tie: sql`md5(who)` } as const
  const { found, total } = await findListed<Row, keyof typeof orders>(tx, query, listed)
  const period = await findListPeriod(tx, periods.current, periods)
  return { items: found.map((row) => toDigitalContact(row, period)), total }
}

function toDigitalContact(row: Row, period: string): DigitalContact {
  return {
    ...(row.contact_id ? { id: row.contact_id } : { address: row.address }),
    name: row.name,
    received: row.received,
    sent: row.sent,
    channels: row.channels,
    lastAt: row.last_at.toISOString(),
    isReached: row.sent > 0,
    isEngaged: row.received > 0,
    ...(row.named_ids && { drilldown: { ...receivedRows(row.named_ids, period), rows: row.named } }),
  }
}
