/** A contact of a period as a row, each of whose numbers opens its messages where a list has exactly those. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { ContactId, ConversationId } from '@verbatim/contract/ids.ts'
import type { DigitalContact } from '@verbatim/contract/metric-lists.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { allOf } from '#platform/list/sql.ts'
import { oneOf } from './figures.ts'
import { said } from './message-counts.ts'
import type { Days } from './period.ts'
import { passesScoped, scopedConditions, type ScopedFilter } from './scoped-parts.ts'

/** A question names no more conversations than this, because it is an address. */
const mostConversations = 40

export interface ContactRow {
  contact_id: ContactId | null
  name: string
  address: string
  /** The contacts whose messages name them, also merged ones; and how many messages those are. */
  named_ids: ContactId[] | null
  named: number
  received: number
  sent: number
  /** Those that they were in, and what was said in these by all. */
  conversations: ConversationId[]
  all_received: number | null
  all_sent: number | null
  channels: Channel[]
  last_at: Date
}

/** What was said in the conversations of a row of `page` in some days, by anyone; nothing of more conversations than a question names. */
export function saidInConversations(
  scope: AccessScope,
  { from, to }: Days,
  only: ScopedFilter,
): RawBuilder<unknown> {
  const saidIn = (
    direction: 'inbound' | 'outbound',
  ) => sql`case when cardinality(page.conversations) <= ${mostConversations} then (
    select coalesce(sum(said.messages), 0)::int from conversation_day said
    where said.conversation_id = any(page.conversations) and said.direction = ${direction}
      and said.day between ${from}::date and ${to}::date and ${allOf([withinScope(scope, 'said'), ...passesScoped(only, 'said')])}) end`
  return sql`${saidIn('inbound')} as all_received, ${saidIn('outbound')} as all_sent`
}

interface Within {
  readonly period: string
  readonly only: ScopedFilter
}

/** The question for what contacts wrote. */
const receivedRows = (authorIds: readonly string[], { period, only }: Within) =>
  ({
    list: 'messages',
    period,
    filter: [
      `authorId[in]:${authorIds.join('|')}`,
      'direction[eq]:inbound',
      ...scopedConditions(only),
      said,
    ].join(),
  }) as const

/** The question for what was received or sent in some conversations. */
const conversationRows = (
  conversationIds: readonly string[],
  direction: 'inbound' | 'outbound',
  { period, only }: Within,
) =>
  ({
    list: 'messages',
    period,
    filter: [
      oneOf('conversationId', conversationIds),
      `direction[eq]:${direction}`,
      ...scopedConditions(only),
      said,
    ].join(),
  }) as const

/** @param only The channels and groups of which everything in the row is. */
export function toDigitalContact(row: ContactRow, period: string, only: ScopedFilter): DigitalContact {
  const within = { period, only }
  const { received, sent, conversations } = row
  // No filter names a stranger, and `recipientId` tests each message where the counts go by whole days; but most conversations have no one
  // else.
  const saidBy = (
    direction: 'inbound' | 'outbound',
    rows: number,
    all: number | null,
  ): Drilldown | undefined =>
    rows > 0 && rows === all ? { ...conversationRows(conversations, direction, within), rows } : undefined
  const byName = row.named_ids && { ...receivedRows(row.named_ids, within), rows: row.named }
  const receivedFrom =
    byName?.rows === received ? byName : (saidBy('inbound', received, row.all_received) ?? byName)
  const sentTo = saidBy('outbound', sent, row.all_sent)
  return {
    ...(row.contact_id ? { id: row.contact_id } : { address: row.address }),
    name: row.name,
    received,
    sent,
    channels: row.channels,
    lastAt: row.last_at.toISOString(),
    isReached: sent > 0,
    isEngaged: received > 0,
    ...(receivedFrom && { drilldown: receivedFrom }),
    ...(sentTo && { sentDrilldown: sentTo }),
  }
}
