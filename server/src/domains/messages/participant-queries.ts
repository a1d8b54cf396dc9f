import type { ConversationParticipant } from '@verbatim/contract/conversations.ts'
import type { AccountId, ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { type Selectable, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import { isFirst } from '#schema/said.ts'
import { accountsOf } from '#schema/conversation-accounts.ts'
import type { ConversationTable } from '#schema/messages.ts'

/** The parts of a conversation, other than messages, that a reader sees. Source: docs/decisions/0015. */
export interface ConversationSeen {
  readonly messageCount: number
  readonly firstAt: Date
  readonly lastAt: Date
  readonly groupIds: readonly GroupId[]
  readonly participants: readonly ConversationParticipant[]
  /** Whether every message is within the reader's scope; if not, everything here comes from the visible ones. */
  readonly isWhole: boolean
}

type Row = Pick<Selectable<ConversationTable>, 'id' | 'first_at' | 'last_at' | 'group_ids'>

/** The facts of a conversation within `scope`, which sees at least one message of `row`. */
export async function findSeen(tx: TenantTx, scope: AccessScope, row: Row): Promise<ConversationSeen> {
  const visible = withinScope(scope, 'message')
  const counted = await sql<{ n: string; whole: boolean | null }>`
    select count(*) filter (where ${visible} and ${isFirst('message')}) as n, bool_and(${visible}) as whole
    from message where conversation_id = ${row.id}`.execute(tx)
  const { n, whole } = onlyRow(counted)
  const messageCount = Number(n)
  if (whole) {
    const span = { firstAt: row.first_at, lastAt: row.last_at }
    const participants = await findParticipants(tx, row, span)
    return { messageCount, ...span, groupIds: row.group_ids, participants, isWhole: true }
  }
  const carried = await findCarried(tx, scope, row)
  const { firstAt, lastAt, groupIds } = carried
  return {
    messageCount,
    firstAt,
    lastAt,
    groupIds,
    participants: await findParticipants(tx, row, carried, carried),
    isWhole: false,
  }
}

/** Facts from the visible messages of a conversation. */
interface Carried {
  readonly firstAt: Date
  readonly lastAt: Date
  readonly groupIds: readonly GroupId[]
  /** Their authors, and the recipients they name. */
  readonly addresses: readonly string[]
  /** The times of messages without named recipients: all members at that time received them. */
  readonly openFrom: Date | null
  readonly openTo: Date | null
}

async function findCarried(tx: TenantTx, scope: AccessScope, row: Row): Promise<Carried> {
  const { rows } = await sql<Carried>`
    with seen as materialized (
      select author_address, recipients, group_ids, posted_at, account_id from message
      where conversation_id = ${row.id} and ${withinScope(scope, 'message')}
    )
    select min(posted_at) as "firstAt", max(posted_at) as "lastAt",
      min(posted_at) filter (where recipients is null) as "openFrom",
      max(posted_at) filter (where recipients is null) as "openTo",
      (select coalesce(array_agg(distinct id), '{}') from seen, unnest(group_ids) id) as "groupIds",
      array(
        select author_address from seen
        union select case when named.kind = 'self' then account.address else named.value end
        from seen
        cross join lateral jsonb_array_elements(seen.recipients) one
        cross join lateral jsonb_to_record(one -> 'identity') named (kind text, value text)
        left join channel_account account on account.id = seen.account_id
      ) as addresses
    from seen`.execute(tx)
  const [carried] = rows
  if (!carried) throw new Error('A conversation of which nothing is seen')
  return carried
}

/** A conversation with more people is named by its title. */
export const mostParticipants = 1_000

/** The accuracy of participants' times: see `enterParticipants`. */
export const precision = '1 day'

/**
 * The people of a conversation. The own address of an account that has changed hands, and an address that has passed to another person, is
 * there once for each of those who had it in the span of the messages that the reader sees.
 */
async function findParticipants(
  tx: TenantTx,
  { id }: Row,
  span: Pick<Carried, 'firstAt' | 'lastAt'>,
  carried?: Carried,
): Promise<ConversationParticipant[]> {
  let people = tx
    .selectFrom('participant as p')
    .leftJoin('channel_account as own', (join) =>
      join.on('own.id', '=', sql<AccountId>`any(${accountsOf(id)})`).onRef('own.address', '=', 'p.address'),
    )
    .leftJoin(ownersOf('own').as('owned'), (join) =>
      join.on('owned.since', '<=', span.lastAt).on('owned.until', '>', span.firstAt),
    )
    .leftJoinLateral(personsOf('p').as('person'), (join) =>
      join.on('person.since', '<=', span.lastAt).on('person.until', '>', span.firstAt),
    )
    .leftJoin('tenant_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'p.tenant_id').on('u.id', '=', whose),
    )
    .leftJoin('contact as c', (join) =>
      join.onRef('c.tenant_id', '=', 'p.tenant_id').on('c.id', '=', whoseContact),
    )
    .where('p.conversation_id', '=', id)
  if (carried)
    people = people.where(sql<boolean>`(p.address = any(${carried.addresses}::text[])
      or (p.first_at <= ${carried.openTo}::timestamptz + ${sql.lit(precision)}::interval
        and p.last_at >= ${carried.openFrom}::timestamptz - ${sql.lit(precision)}::interval))`)
  const rows = await people
    .orderBy('p.first_at')
    .orderBy('p.address')
    .orderBy('owned.since')
    .orderBy('person.since')
    .limit(mostParticipants)
    .select(['p.address', 'p.display_name', 'c.name as contact_name'])
    .select([
      whose.as('user_id'),
      whoseContact.as('contact_id'),
      sql<Date>`greatest(p.first_at, owned.since, person.since)`.as('first_at'),
      sql<Date>`case when owned.until is null and person.until is null then p.last_at
        else least(owned.until, person.until, ${span.lastAt}) end`.as('last_at'),
    ])
    .select(sql<string | null>`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`.as('user_name'))
    .execute()
  return rows.map((row) => ({
    name: row.user_name ?? row.contact_name ?? row.display_name ?? row.address,
    address: row.address,
    ...(row.user_id && { userId: row.user_id }),
    ...(row.contact_id && { contactId: row.contact_id }),
    firstAt: within(row.first_at, carried).toISOString(),
    lastAt: within(row.last_at, carried).toISOString(),
  }))
}

interface Owned {
  readonly owner_id: UserId | null
  readonly since: Date
  readonly until: Date
}

/** Nothing of an account that has not changed hands. */
const ownersOf = (account: string) =>
  sql<Owned>`account_owners(${sql.ref(`${account}.tenant_id`)}, ${sql.ref(`${account}.id`)})`

interface PersonOfTime {
  readonly user_id: UserId | null
  readonly contact_id: ContactId | null
  readonly since: Date
  readonly until: Date
}

/** Nothing of an address that has not passed to another person. */
const personsOf = (participant: string) => {
  const known = (column: string) => sql.ref(`${participant}.${column}`)
  const formers = sql`participant_former former where former.tenant_id = ${known('tenant_id')}
    and former.conversation_id = ${known('conversation_id')} and former.address = ${known('address')}`
  return sql<PersonOfTime>`(
    select former.user_id, former.contact_id, lag(former.until, 1, '-infinity') over (order by former.until) as since, former.until from ${formers}
    union all
    select ${known('user_id')}, ${known('contact_id')}, changed.until, 'infinity'
      from (select max(former.until) as until from ${formers}) changed where changed.until is not null)`
}

const whose = sql<UserId | null>`case when owned.until is not null then owned.owner_id
  when person.until is not null then person.user_id else p.user_id end`
const whoseContact = sql<ContactId | null>`case when person.until is not null then person.contact_id else p.contact_id end`

/** A time limited to the range of messages that the reader sees. */
function within(time: Date, seen: Carried | undefined): Date {
  if (!seen) return time
  if (time < seen.firstAt) return seen.firstAt
  return time > seen.lastAt ? seen.lastAt : time
}
