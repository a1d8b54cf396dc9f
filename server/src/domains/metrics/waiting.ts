/** Clients who wait for an answer now. */
import type { Category, Urgency } from '@verbatim/contract/categories.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { WaitingClient, waitingSorts } from '@verbatim/contract/dashboards.ts'
import type { ConversationId, MessageId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/only-row.ts'
import { rowsIn } from './figures.ts'
import { findListed, type ListedQuery } from './listed.ts'
import { isKnownGuest, titleHas, titleOf } from './people.ts'
import { dayAfter, type Periods } from './period.ts'

/** An older question is not waited for any more. */
const waitingDays = 30

/**
 * The last message of each conversation, if it is from outside, asks for something, and nobody wrote within 24 hours. The days of the
 * conversations say which ones end with a message from outside, so only the last message of those is read.
 */
function waitingIn(scope: AccessScope, { asOf }: Pick<Periods, 'asOf'>): RawBuilder<unknown> {
  const from = dayAfter(asOf.toISOString().slice(0, 10), -waitingDays)
  return sql`(
    select asked.*, conversation.title, ended.tenant_id
    from (
      select tenant_id, conversation_id, max(last_at) as last_at from conversation_day said
      where ${withinScope(scope, 'said')} and day >= ${from}::date and direction in ('inbound', 'outbound')
      group by tenant_id, conversation_id
      having max(last_at) filter (where direction = 'inbound') > coalesce(max(last_at) filter (where direction = 'outbound'), '-infinity')
        and max(last_at) < ${asOf}::timestamptz - interval '24 hours'
    ) ended
    join lateral (
      select message.id as message_id, message.conversation_id, message.channel, message.category, message.urgency, message.posted_at
      from message where message.tenant_id = ended.tenant_id and message.conversation_id = ended.conversation_id
        and message.posted_at = ended.last_at and message.direction = 'inbound' and ${withinScope(scope, 'message')}
      order by message.id desc limit 1
    ) asked on asked.category in ('question', 'request', 'complaint')
    join conversation on conversation.tenant_id = ended.tenant_id and conversation.id = ended.conversation_id
      and conversation.closed_at is null
  )`
}

export async function waitingFigure(tx: TenantTx, scope: AccessScope, periods: Periods): Promise<Figure> {
  const found = await sql<{
    n: number
  }>`select count(*)::int as n from ${waitingIn(scope, periods)} waiting`.execute(tx)
  const { n } = onlyRow(found)
  return { id: 'waiting-clients', value: n, previous: null, drilldown: rowsIn('waiting-clients', n) }
}

interface Row {
  conversation_id: ConversationId
  message_id: MessageId
  channel: Channel
  title: string
  category: Category
  urgency: Urgency
  posted_at: Date
  representatives: { id: UserId; name: string }[]
}

const orders: Readonly<Record<(typeof waitingSorts)[number], RawBuilder<unknown>>> = {
  since: sql`posted_at`,
  urgency: sql`array_position(array['low', 'medium', 'high'], urgency)`,
}

/** One page of the clients who wait, the longest first. */
export async function findWaitingClients(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  query: ListedQuery,
): Promise<Page<WaitingClient>> {
  const matching = sql`(
      select waiting.conversation_id, waiting.message_id, waiting.channel, waiting.category, waiting.urgency, waiting.posted_at,
        ${titleOf(scope, 'waiting')} as title, coalesce((
          select json_agg(json_build_object('id', person.id, 'name', person.display_name) order by person.sort_name)
          from (select distinct user_id from participant guest where guest.tenant_id = waiting.tenant_id
            and guest.conversation_id = waiting.conversation_id and ${isKnownGuest(scope)}) ours
          join tenant_user person on person.tenant_id = waiting.tenant_id and person.id = ours.user_id), '[]') as representatives
      from ${waitingIn(scope, periods)} waiting
    ) found where ${titleHas(query.search)}`
  const listed = { rows: matching, orders, usual: 'since', tie: sql`conversation_id` } as const
  const { found, total } = await findListed<Row, keyof typeof orders>(tx, query, listed)
  return { items: found.map((row) => toWaitingClient(row, periods)), total }
}

const hourMs = 3_600_000

function toWaitingClient(row: Row, { asOf }: Periods): WaitingClient {
  return {
    conversationId: row.conversation_id,
    messageId: row.message_id,
    channel: row.channel,
    title: row.title,
    category: row.category,
    urgency: row.urgency,
    since: row.posted_at.toISOString(),
    hours: Math.floor((asOf.getTime() - row.posted_at.getTime()) / hourMs),
    representatives: row.representatives,
  }
}
