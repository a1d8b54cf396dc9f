/** What an account lacks: itself, and through the accounts through which it receives or received. Source: docs/decisions/0177-whose-a-gap-is.md. */
import { type RawBuilder, sql } from 'kysely'
import { sourcesOf } from './former-sources.ts'

interface Span {
  readonly now: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  readonly before: RawBuilder<unknown>
}

/**
 * The gaps of accounts in which messages may be missing, with their times; `ends_at` is `now` for one that lasts, and the end of what was
 * lost where the provider kept the rest. Of a gap of a source (`source_id`), a person's account has the parts in which it was connected through
 * it. The messages that are missing of a source are of its own chats. Of a long gap that reaches into the time that is asked for, all parts are rows.
 * @param accounts Rows of `channel_account`.
 */
export function feltGaps(accounts: RawBuilder<unknown>, { now, from, before }: Span): RawBuilder<unknown> {
  const isOfTime = sql`gap.began_at < ${before} and (gap.ended_at is null or coalesce(gap.lost_before, gap.ended_at) > ${from})`
  const endsAt = sql`coalesce(gap.lost_before, gap.ended_at, ${now})`
  const lasting = sql`tstzmultirange(tstzrange(gap.began_at, greatest(gap.began_at, ${endsAt})))`
  return sql`(
    select gap.id, gap.account_id, gap.kind, gap.outcome, gap.began_at, ${endsAt} as ends_at,
      gap.ended_at is null as is_open, null::uuid as source_id
    from ${accounts} account join account_gap gap on gap.account_id = account.id
    where gap.kind in ('disconnected', 'unstored', 'missing') and ${isOfTime}
    union all
    select gap.id, account.id, gap.kind, gap.outcome, lower(part), upper(part),
      gap.ended_at is null and upper(part) = ${now}, through.source_id
    from ${accounts} account cross join ${sourcesOf('account')} join account_gap gap on gap.account_id = through.source_id
    cross join lateral unnest(${lasting} * through.connected) part
    where gap.kind in ('disconnected', 'unstored') and ${isOfTime}
  )`
}

/**
 * The records in quarantine of accounts, with the time of their receipt. Whose messages are in one that a source received (`source_id`) is not
 * known, so each person's account that was connected through it at that time has it.
 * @param accounts Rows of `channel_account`.
 */
export function feltQuarantine(
  accounts: RawBuilder<unknown>,
  within: (time: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const kept = sql`join message_record kept on kept.tenant_id = held.tenant_id and kept.id = held.record_id`
  return sql`(
    select account.id as account_id, held.record_id, held.reason, kept.received_at, null::uuid as source_id
    from ${accounts} account join quarantined_record held on held.account_id = account.id ${kept}
    where ${within(sql`kept.received_at`)}
    union all
    select account.id, held.record_id, held.reason, kept.received_at, through.source_id
    from ${accounts} account cross join ${sourcesOf('account')} join quarantined_record held on held.account_id = through.source_id ${kept}
    where through.connected @> kept.received_at and ${within(sql`kept.received_at`)}
  )`
}
