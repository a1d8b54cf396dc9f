/** Clients who wait for an answer now. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { type Category, urgencies, type Urgency } from '@verbatim/contract/categories.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { WaitingClient, waitingSorts } from '@verbatim/contract/metric-lists.ts'
import { noOwner } from '@verbatim/contract/rows-of.ts'
import type { ConversationId, MessageId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { dayAfter, dayOf } from '#kernel/days.ts'
import type { TitleReader } from '#access/shown-title.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import { onlyRow } from '#platform/rows.ts'
import { joinOwnAccount } from '#schema/conversation-accounts.ts'
import { isSaid } from '#schema/said.ts'
import { type Divided, isAmong, largest, rowsIn } from './figures.ts'
import { findListed, type ListedQuery } from './listed.ts'
import { isKnownGuest, titleHas, titleOf } from './people.ts'
import { isThere } from './still-there.ts'
import type { Periods } from './period.ts'
import { type FindScopedParts, findScopedParts, passesScoped, type ScopedFilter } from './scoped-parts.ts'

/** An older question is not waited for any more. */
const waitingDays = 30

type Asked = Pick<Periods, 'asOf' | 'waitingHours'>

/**
 * A `with` clause: the conversations that go on after the last answer, and when that was. The days of the conversations say so; where an
 * answer is gone, the messages say it.
 */
function endedIn(scope: AccessScope, { asOf }: Asked): RawBuilder<unknown> {
  // One day more, because a day of the zone may begin before the same day of UTC.
  const from = dayAfter(dayOf(asOf), -waitingDays - 1)
  const isAnswer = sql`said.direction = 'outbound' and ${isSaid('said')}`
  return sql`unanswered as materialized (
      select distinct said.tenant_id, said.conversation_id from message said
      where said.deleted_at is not null and said.posted_at >= ${from}::date and ${isAnswer} and not ${isThere('said')}
    ), ended as (
      select tenant_id, conversation_id, coalesce(max(last_at) filter (where direction = 'outbound'), '-infinity') as answered_at
      from conversation_day said
      where ${withinScope(scope, 'said')} and day >= ${from}::date and direction in ('inbound', 'outbound')
        and not exists (select from unanswered where unanswered.conversation_id = said.conversation_id)
      group by tenant_id, conversation_id
      having max(last_at) filter (where direction = 'inbound') > coalesce(max(last_at) filter (where direction = 'outbound'), '-infinity')
      union all
      select unanswered.tenant_id, unanswered.conversation_id, coalesce(max(said.posted_at), '-infinity')
      from unanswered
      left join message said on said.tenant_id = unanswered.tenant_id and said.conversation_id = unanswered.conversation_id
        and said.posted_at >= ${from}::date and ${isAnswer} and ${isThere('said')} and ${withinScope(scope, 'said')}
      group by unanswered.tenant_id, unanswered.conversation_id
    )`
}

/** What clients who wait are asking for, in the order of the list. */
const waitingCategories = ['question', 'request', 'complaint'] as const satisfies Category[]

/** Whether a `message` from outside of a conversation of `ended` asks for something and was not answered in time. */
const isUnanswered = (
  scope: AccessScope,
  { asOf, waitingHours }: Asked,
) => sql<boolean>`message.tenant_id = ended.tenant_id and message.conversation_id = ended.conversation_id
  and message.posted_at > ended.answered_at and message.posted_at >= ${asOf}::timestamptz - ${sql.lit(waitingDays)} * interval '24 hours'
  and message.posted_at <= ${asOf}::timestamptz - ${waitingHours}::integer * interval '1 hour'
  and message.direction = 'inbound' and message.category in (${sql.join(waitingCategories.map((category) => sql.lit(category)))})
  and ${isSaid('message')} and ${isThere('message')}
  and ${withinScope(scope, 'message')}`

const openConversation = sql`conversation on conversation.tenant_id = ended.tenant_id and conversation.id = ended.conversation_id
  and conversation.closed_at is null`

/**
 * The open conversations with a question, request or complaint from outside that was not answered in time, each with the oldest one of
 * them. Only the messages after the last answer are read.
 */
const waitingIn = (scope: AccessScope, asked: Asked): RawBuilder<unknown> => sql`(
  with ${endedIn(scope, asked)}
  select asked.*, ended.tenant_id
  from ended
  join lateral (
    select message.id as message_id, message.conversation_id, message.channel, message.group_ids, message.category,
      message.urgency, message.posted_at
    from message where ${isUnanswered(scope, asked)}
    order by message.posted_at, message.id limit 1
  ) asked on true
  join ${openConversation}
)`

/** The same conversations, each with the time of that message alone, which needs no sorting. */
export const waitingSince = (scope: AccessScope, asked: Asked): RawBuilder<unknown> => sql`(
  with ${endedIn(scope, asked)}
  select ended.tenant_id, ended.conversation_id, asked.posted_at
  from ended
  cross join lateral (select min(message.posted_at) as posted_at from message where ${isUnanswered(scope, asked)}) asked
  join ${openConversation}
  where asked.posted_at is not null
)`

/** Whether a `tenant_user` was removed, at least from the messenger. */
const hasLeft = (alias: 'met' | 'present') =>
  sql`(${sql.ref(`${alias}.removed_at`)} is not null
    or (${sql.ref(`${alias}.messenger_role`)} = 'none' and 'messenger' = any(${sql.ref(`${alias}.removed_from`)})))`

/**
 * People of conversations, as `participant guest`, and who answers for each, as `tenant_user present`. The own address of an account is
 * its owner's of now, no matter who had it before; for another who left it is the owner of the account that has the conversation.
 * Source: docs/decisions/0154-former-owners.md.
 */
const answering = sql`participant guest
  join conversation home on home.tenant_id = guest.tenant_id and home.id = guest.conversation_id
  left join channel_account through on through.tenant_id = home.tenant_id and through.id = home.account_id
  ${joinOwnAccount('guest', 'own')}
  left join tenant_user met on met.tenant_id = guest.tenant_id and met.id = guest.user_id
  join tenant_user present on present.tenant_id = guest.tenant_id
    and present.id = case when own.owner_id is not null
      or exists (select from account_former_owner former where former.tenant_id = own.tenant_id and former.account_id = own.id) then own.owner_id
      when ${hasLeft('met')} then through.owner_id else met.id end
    and present.enabled and not ${hasLeft('present')}`

/** The representatives in the conversation of a row of `alias` whom the reader may know of, as `ours (user_id)`. */
const ownersOf = (scope: AccessScope, alias: 'page' | 'waiting'): RawBuilder<unknown> => sql`(
  select distinct present.id as user_id from ${answering}
  where guest.tenant_id = ${sql.ref(`${alias}.tenant_id`)} and guest.conversation_id = ${sql.ref(`${alias}.conversation_id`)}
    and ${isKnownGuest(scope)}
)`

/** The conversation of a row of `page`, as `named`, and the same of it, as the JSON `representatives`. No name is in both. */
export const namedWithOwners = (reader: TitleReader): RawBuilder<unknown> => {
  const owners = ownersOf(reader.scope, 'page')
  return sql`${titleOf(reader, 'page', owners)} as named, coalesce((
    select json_agg(json_build_object('id', person.id, 'name', person.display_name) order by person.sort_name)
    from ${owners} ours
    join tenant_user person on person.tenant_id = page.tenant_id and person.id = ours.user_id), '[]') as representatives`
}

/** Who answers in the conversations of all rows of `waiting` at once, each with its `conversation_id`. */
export const ownersOfAll = (scope: AccessScope): RawBuilder<unknown> => sql`(
  select distinct guest.conversation_id, present.id as user_id from ${answering}
  join waiting asked on asked.tenant_id = guest.tenant_id and asked.conversation_id = guest.conversation_id
  where ${isKnownGuest(scope)}
)`

export async function waitingFigure(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: WaitingFilter = {},
): Promise<Figure> {
  const isNarrowed = Object.values(only).some((values) => values !== undefined)
  // Of all, which is the oldest message does not matter.
  const found = await sql<{ n: number }>`${
    isNarrowed
      ? sql`select count(*)::int as n from ${waitingIn(scope, periods)} waiting where ${isAs(only)}`
      : sql`with ${endedIn(scope, periods)}
        select count(*)::int as n from ended join ${openConversation}
        where exists (select from message where ${isUnanswered(scope, periods)} offset 0)`
  }`.execute(tx)
  const { n } = onlyRow(found)
  const { waitingHours: hours } = periods
  return {
    id: 'waiting-clients',
    value: n,
    previous: null,
    drilldown: rowsIn('waiting-clients', n, only),
    note: `They have waited for at least ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
  }
}

interface Row {
  conversation_id: ConversationId
  message_id: MessageId
  channel: Channel
  named: string
  category: Category
  urgency: Urgency
  posted_at: Date
  representatives: { id: UserId; name: string }[]
}

const orders: Readonly<Record<(typeof waitingSorts)[number], RawBuilder<unknown>>> = {
  since: sql`posted_at`,
  urgency: sql`array_position(array['low', 'medium', 'high'], urgency)`,
}

/** Only clients whose oldest message without an answer has one of these values in each field. */
interface WaitingFilter extends ScopedFilter {
  readonly category?: readonly Category[] | undefined
  readonly urgency?: readonly Urgency[] | undefined
}

interface WaitingQuery extends ListedQuery, WaitingFilter {
  readonly owner?: UserId | typeof noOwner | undefined
}

/** One page of the clients who wait, the longest first. */
export async function findWaitingClients(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  query: WaitingQuery,
): Promise<Page<WaitingClient>> {
  const reader = { scope, withoutSubjects: query.withoutSubjects }
  const rows = sql`${waitingIn(scope, periods)} waiting
    where ${isOf(scope, query.owner)} and ${isAs(query)} and ${titleHas(titleOf(reader, 'waiting'), query.search)}`
  return findListed(tx, query, {
    rows,
    orders,
    usual: 'since',
    tie: sql`conversation_id`,
    details: namedWithOwners(reader),
    toItem: (row: Row) => toWaitingClient(row, periods),
  })
}

/** Whether a `waiting` row is of a representative, or of none. */
function isOf(scope: AccessScope, owner: WaitingQuery['owner']): RawBuilder<boolean> {
  if (owner === undefined) return sql`true`
  if (owner === noOwner) return sql`not exists (select from ${ownersOf(scope, 'waiting')} ours)`
  return sql`exists (select from ${ownersOf(scope, 'waiting')} ours where ours.user_id = ${owner})`
}

/** Whether a `waiting` row is of these. */
const isAs = ({ category, urgency, ...scoped }: WaitingFilter): RawBuilder<boolean> =>
  allOf([
    ...passesScoped({ channel: scoped.channel, group: scoped.group }, 'waiting'),
    ...(category ? [sql<boolean>`waiting.category = any(${category}::text[])`] : []),
    ...(urgency ? [sql<boolean>`waiting.urgency = any(${urgency}::text[])`] : []),
  ])

/** By the channel or the groups of the oldest message without an answer. */
export const findWaitingParts: FindScopedParts<WaitingFilter> = (tx, scope, periods, asked) =>
  findScopedParts<{ value: number }, WaitingFilter>(tx, scope, {
    ...asked,
    rows: sql`(select channel, group_ids from ${waitingIn(scope, periods)} waiting where ${isAs(asked.only)})`,
    counts: sql`count(*)::int as value`,
    size: sql`value`,
    isShown: sql`true`,
    toPart: ({ value }, only) => ({
      value,
      previous: null,
      drilldown: rowsIn('waiting-clients', value, only),
    }),
  })

/** By what that message is. */
export async function waitingMessageParts(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: WaitingFilter = {},
): Promise<Readonly<Record<'category' | 'urgency', Divided>>> {
  const { rows } = await sql<Readonly<Record<'category' | 'urgency', string | null>> & { n: number }>`
    select category, urgency, count(*)::int as n from ${waitingIn(scope, periods)} waiting where ${isAs(only)}
    group by grouping sets ((category), (urgency))`.execute(tx)
  const partsOf = (field: 'category' | 'urgency', keys: readonly string[]) =>
    largest(
      keys.filter(isAmong(only[field])).map((key) => {
        const value = rows.find((row) => row[field] === key)?.n ?? 0
        const drilldown = rowsIn('waiting-clients', value, { ...only, [field]: [key] })
        return { key, value, previous: null, drilldown }
      }),
    )
  return {
    category: partsOf('category', waitingCategories),
    urgency: partsOf('urgency', urgencies.toReversed()),
  }
}

/** Whole hours from one time to another. */
export const hoursBetween = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / hourMs)

function toWaitingClient(row: Row, { asOf }: Periods): WaitingClient {
  return {
    conversationId: row.conversation_id,
    messageId: row.message_id,
    channel: row.channel,
    title: row.named,
    category: row.category,
    urgency: row.urgency,
    since: row.posted_at.toISOString(),
    hours: hoursBetween(row.posted_at, asOf),
    representatives: row.representatives,
  }
}
