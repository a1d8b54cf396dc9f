import { Channel } from '@verbatim/contract/channels.ts'
import { parsePeriod, type RetentionRule } from '@verbatim/contract/retention.ts'
import { sql } from 'kysely'
import { otherCopies } from '#domains/messages/mirror-queries.ts'
import type { TenantTx } from '#platform/db.ts'
import { exactTotal } from '@verbatim/contract/list.ts'

interface Disposed {
  readonly count: number
  readonly atLeast?: true
}

interface Forecast {
  readonly asOf: string
  readonly channels: { readonly channel: Channel; readonly now: Disposed; readonly nextYear: Disposed }[]
}

/**
 * What `rules` would dispose of immediately and in the next twelve months, by channel. If several periods apply to a message,
 * the longest holds, and messages of an open event stay. Counted on the index, and no further than `most`. Source:
 * docs/rules/retention.md.
 */
export async function forecastDisposal(
  tx: TenantTx,
  rules: readonly RetentionRule[],
  now: Date,
  most = exactTotal,
): Promise<Forecast> {
  const inYear = new Date(now)
  inYear.setUTCFullYear(now.getUTCFullYear() + 1)
  const soon = await countDue(tx, rules, now, most)
  const later = await countDue(tx, rules, inYear, most)
  return {
    asOf: now.toISOString(),
    channels: [...soon].map(([channel, due]) => ({
      channel,
      now: bounded(due, most),
      nextYear: bounded(due > most ? due : (later.get(channel) ?? 0) - due, most),
    })),
  }
}

const bounded = (count: number, most: number): Disposed =>
  count > most ? { count: most, atLeast: true } : { count: Math.max(0, count) }

/** How many messages of each channel with a rule are due at a time; beyond `most` the number is not exact. */
async function countDue(
  tx: TenantTx,
  rules: readonly RetentionRule[],
  at: Date,
  most: number,
): Promise<Map<Channel, number>> {
  const asked = rules.map(({ channel, retentionContext: context, retentionPeriod }) => {
    const { count, unit } = parsePeriod(retentionPeriod) ?? {}
    return { channel, context, span: `${count} ${unit}` }
  })
  const { rows } = await sql<{ channel: string; due: string }>`
    with rule as (
      select channel,
        max(span) filter (where context in ('all', 'no_event')) as plain,
        max(span) filter (where context = 'all') as every,
        max(span) filter (where context = 'event_dismissed') as dismissed,
        max(span) filter (where context = 'event_resolved') as resolved,
        max(span) filter (where context = 'event_escalated') as escalated
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as given (channel text, context text, span interval)
      group by channel
    ), judged as (
      select held.id as message_id,
        bool_or(event.status in ('new', 'in_review', 'escalated')) as open,
        bool_or(event.status = 'dismissed') as dismissed,
        bool_or(event.status = 'resolved') as resolved,
        bool_or(event.id = any(array(
          select event_id from event_history where to_status = 'escalated'))) as escalated
      from cognitive_event event join evidence on evidence.event_id = event.id
      join message found on found.tenant_id = evidence.tenant_id and found.id = evidence.message_id
      cross join lateral (select found.id union all select copy.id from ${otherCopies('found')}) held
      group by held.id
    ), flagged as materialized (
      select message.channel, message.posted_at, judged.*
      from judged join message on message.id = judged.message_id
      where message.channel in (select channel from rule)
    )
    select rule.channel,
      (select count(*) from (
        select from message
        where message.channel = rule.channel and message.posted_at < ${at}::timestamptz - rule.plain
        limit ${most * 2} + (select count(*) from flagged where flagged.channel = rule.channel)) older)
      - (select count(*) from flagged
        where flagged.channel = rule.channel and flagged.posted_at < ${at}::timestamptz - rule.plain)
      + (select count(*) from flagged
        where flagged.channel = rule.channel and not flagged.open
          and flagged.posted_at < ${at}::timestamptz - greatest(rule.every,
            case when flagged.dismissed then rule.dismissed end,
            case when flagged.resolved then rule.resolved end,
            case when flagged.escalated then rule.escalated end)) as due
    from rule`.execute(tx)
  return new Map(rows.map(({ channel, due }) => [Channel.parse(channel), Number(due)]))
}
