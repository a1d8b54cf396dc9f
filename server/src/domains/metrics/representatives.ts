/** Representatives: who could talk to clients on a captured channel, who did, and who has stopped. */
import type { Representative, representativeKinds } from '@verbatim/contract/metric-lists.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { grantedGroups } from '#access/scope.ts'
import { shownStatus } from '#domains/accounts/shown-status.ts'
import { accountWithin, contactWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { totalOf } from '#platform/list/page.ts'
import { allOf, lowerWordsSql } from '#platform/list/sql.ts'
import { countOf, onlyRow } from '#platform/rows.ts'
import { mergedContacts } from '#schema/merged-contacts.ts'
import { byDays, type Divided, largest, rowsIn, share } from './figures.ts'
import type { ListedQuery } from './listed.ts'
import { sentRows } from './message-counts.ts'
import { isKnownGuest, isOutside } from './people.ts'
import { type Days, findListPeriod, type Periods } from './period.ts'
import { findAdoption, findWritingDays } from './representative-days.ts'
import { hasSent, hasSentBefore, mayRepresent, representativesOf, sentWithin } from './representing.ts'
import { mostParts } from './scoped-parts.ts'

interface Counted {
  representatives: number
  active: number
  adopted: number
}

/** The counts of one period. */
export async function countRepresentatives(
  tx: TenantTx,
  scope: AccessScope,
  days: Days,
  zone: Pick<Periods, 'zone'>,
): Promise<Counted> {
  const found = await sql<Counted>`
    select count(*)::int as representatives, count(*) filter (where is_active)::int as active,
      count(*) filter (where is_active and not ${hasSentBefore(scope, days)})::int as adopted
    from (
      select person.tenant_id, person.id, ${hasSent(scope, days)} as is_active
      from tenant_user person where ${representativesOf(scope, days, zone)}
    ) person`.execute(tx)
  return onlyRow(found)
}

/** The figures of representatives. Adoption is counted by day, which costs most of it, so only where it is asked for. */
export async function representativeFigures(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  withAdoption: boolean,
): Promise<Figure[]> {
  const now = await countRepresentatives(tx, scope, periods.current, periods)
  const before = await countRepresentatives(tx, scope, periods.previous, periods)
  const [adoption = [], adoptionBefore = []] = withAdoption
    ? await findAdoption(tx, scope, periods, [
        { within: periods.current, days: periods.days, representatives: now.representatives },
        { within: periods.previous, days: periods.previousDays, representatives: before.representatives },
      ])
    : []
  const byDay = await findWritingDays(tx, scope, periods)
  const inactive = now.representatives - now.active
  return [
    {
      id: 'representatives',
      value: now.representatives,
      previous: before.representatives,
      drilldown: rowsIn('representatives', now.representatives),
    },
    {
      id: 'active-representatives',
      value: now.active,
      previous: before.active,
      ...byDays((day) => byDay.get(day)?.active ?? 0, periods),
      drilldown: rowsIn('active-representatives', now.active),
    },
    {
      id: 'inactive-representatives',
      value: inactive,
      previous: before.representatives - before.active,
      drilldown: rowsIn('inactive-representatives', inactive),
    },
    ...(withAdoption
      ? [
          {
            id: 'adoption-rate',
            value: share(now.active, now.representatives),
            previous: share(before.active, before.representatives),
            series: adoption.map(({ rate }) => rate),
            previousSeries: adoptionBefore.map(({ rate }) => rate),
            drilldown: { ...rowsIn('active-representatives', now.active), hasNoDays: true },
          } as const,
        ]
      : []),
    {
      id: 'new-adopters',
      value: now.adopted,
      previous: before.adopted,
      ...byDays((day) => byDay.get(day)?.adopted ?? 0, periods),
      drilldown: { ...rowsIn('representatives', now.adopted), filter: 'new' },
    },
  ]
}

/** What those who sent most in the current period sent. */
export async function sentParts(tx: TenantTx, scope: AccessScope, periods: Periods): Promise<Divided> {
  const { current, previous } = periods
  const { rows } = await sql<{ id: UserId; name: string; value: number; previous: number; total: number }>`
    select person.id, person.display_name as name, sum(sent.messages) filter (where sent.day >= ${current.from}::date)::int as value,
      coalesce(sum(sent.messages) filter (where sent.day < ${current.from}::date), 0)::int as previous, count(*) over ()::int as total
    from tenant_user person join conversation_day sent on sent.tenant_id = person.tenant_id and sent.author_user_id = person.id
    where ${mayRepresent} and ${sentWithin(scope)} and sent.day between ${previous.from}::date and ${current.to}::date
    group by person.tenant_id, person.id having bool_or(sent.day >= ${current.from}::date)
    order by value desc, person.id limit ${sql.lit(mostParts)}`.execute(tx)
  const period = await findListPeriod(tx, current, periods)
  const parts = rows.map(({ id, name, value, previous: before }) => ({
    key: id,
    name,
    value,
    previous: before,
    drilldown: { ...sentRows(id, period), rows: value },
  }))
  return largest(parts, rows[0]?.total)
}

type Kind = (typeof representativeKinds)[number] | 'active' | 'inactive'

interface Asked extends ListedQuery {
  readonly kind: Kind
}

interface Row {
  id: UserId
  display_name: string
  email: string
  sent: number
  previous: number
  contacts: number
  last_at: Date | null
  is_active: boolean
  is_connected: boolean
  has_contacts: boolean
}

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`person.sort_name`,
  sent: sql`sent`,
  contacts: sql`contacts`,
  lastSentAt: sql`last_at`,
}

function isOfKind(scope: AccessScope, days: Days, kind: Kind): RawBuilder<boolean> {
  const wrote = hasSent(scope, days)
  switch (kind) {
    case 'all':
      return sql`true`
    case 'active':
      return wrote
    case 'inactive':
      return sql`not ${wrote}`
    case 'new':
      return sql`${wrote} and not ${hasSentBefore(scope, days)}`
  }
}

/**
 * To how many contacts each person wrote: those who were there on or around the day, as in the list of contacts. Of all people at once, since
 * for one PostgreSQL expects few rows, and goes through all merged contacts for each.
 */
const contactsOf = (scope: AccessScope, { from, to }: Days) => sql`(
  select sent.author_user_id as id, count(distinct coalesce(merged.root::text, guest.contact_id::text, guest.address))::int as contacts
  from conversation_day sent
  join participant guest on guest.tenant_id = sent.tenant_id and guest.conversation_id = sent.conversation_id
    and guest.first_at < sent.day + 2 and guest.last_at >= sent.day - 1
  left join ${mergedContacts} merged on merged.id = guest.contact_id
  where ${isOutside} and ${isKnownGuest(scope)} and sent.day between ${from}::date and ${to}::date and ${sentWithin(scope)}
  group by sent.author_user_id)`

/** One page of the representatives of the current period. */
export async function findRepresentatives(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { kind, limit, skip, exactTo, sort = kind === 'inactive' ? 'lastSentAt' : '-sent', search }: Asked,
): Promise<Page<Representative>> {
  const { current, previous } = periods
  const where = allOf([
    representativesOf(scope, current, periods),
    isOfKind(scope, current, kind),
    ...(search ? [lowerWordsSql(sql`(person.sort_name || ' ' || person.email_key)`, search)] : []),
  ])
  const by = orders[sort.replace('-', '')] ?? sql`sent`
  const { rows } = await sql<Row>`
    select person.id, person.display_name, person.email, counted.*, coalesce(written.contacts, 0) as contacts, latest.last_at,
      exists (select from channel_account account cross join ${shownStatus('account', periods.asOf)}
        where account.tenant_id = person.tenant_id and account.owner_id = person.id and shown.status = 'active' and account.removed_at is null
        and ${accountWithin(scope, 'account')}) as is_connected,
      latest.last_at is null and ${hasContacts(scope)} as has_contacts
    from tenant_user person
    cross join lateral (
      select coalesce(sum(sent.messages) filter (where sent.day >= ${current.from}::date), 0)::int as sent,
        coalesce(sum(sent.messages) filter (where sent.day < ${current.from}::date), 0)::int as previous,
        coalesce(bool_or(sent.day >= ${current.from}::date), false) as is_active
      from conversation_day sent where sent.tenant_id = person.tenant_id and sent.author_user_id = person.id
        and sent.day between ${previous.from}::date and ${current.to}::date and ${sentWithin(scope)}
    ) counted
    left join ${contactsOf(scope, current)} written on written.id = person.id
    left join lateral (
      select sent.last_at from conversation_day sent where sent.tenant_id = person.tenant_id
        and sent.author_user_id = person.id and ${sentWithin(scope)}
      order by sent.day desc, sent.last_at desc limit 1
    ) latest on true
    where ${where}
    order by ${by} ${sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls first`}, person.id
    limit ${limit} offset ${skip}`.execute(tx)
  const period = await findListPeriod(tx, current, periods)
  return {
    items: rows.map((row) => toRepresentative(row, { period, asOf: periods.asOf })),
    ...(await totalOf({ limit, skip, ...(exactTo && { exactTo }) }, rows.length, () =>
      countOf(tx, sql`tenant_user person where ${where}`),
    )),
  }
}

/** Whether `person` has a contact to write to, of those that the reader may know: in one of their groups, or of their own. */
function hasContacts(scope: AccessScope): RawBuilder<boolean> {
  const groups = grantedGroups(scope)
  return sql`(
    exists (select from contact where contact.tenant_id = person.tenant_id and contact.owner_id = person.id
      and contact.archived_at is null and ${contactWithin(scope, sql`contact`)})
    or exists (select from conversation_group_member theirs
      join conversation_group_contact held on held.tenant_id = theirs.tenant_id and held.group_id = theirs.group_id
      join contact on contact.tenant_id = held.tenant_id and contact.id = held.contact_id
      where theirs.tenant_id = person.tenant_id and theirs.user_id = person.id and contact.archived_at is null
        and ${groups === 'all' ? sql`true` : sql`theirs.group_id = any(${groups}::uuid[])`}
        and (contact.share_level = 'global' or contact.owner_id = person.id)))`
}

function toRepresentative(row: Row, { period, asOf }: { period: string; asOf: Date }): Representative {
  return {
    id: row.id,
    name: row.display_name,
    email: row.email,
    sent: row.sent,
    previous: row.previous,
    contacts: row.contacts,
    lastSentAt: row.last_at?.toISOString() ?? null,
    daysSince: row.last_at && Math.floor((asOf.getTime() - row.last_at.getTime()) / dayMs),
    ...(row.is_active
      ? {
          drilldown: { ...sentRows(row.id, period), rows: row.sent },
          contactsDrilldown: { ...rowsIn('contacts', row.contacts), filter: `reached:${row.id}` },
        }
      : causeOf(row)),
  }
}

function causeOf({
  is_connected,
  has_contacts,
  last_at,
}: Row): Pick<Representative, 'cause' | 'hasContacts'> {
  if (!is_connected) return { cause: 'not-connected' }
  return last_at ? { cause: 'paused' } : { cause: 'never-wrote', hasContacts: has_contacts }
}
