/** What an account lacks: itself, and through the accounts through which it receives or received. Source: docs/decisions/0177-whose-a-gap-is.md. */
import { type RawBuilder, sql } from 'kysely'
import { isUndecrypted, mayBeUnopened } from '#schema/said.ts'
import { sourcesOf } from './former-sources.ts'
import { accountsOf } from './known-messages.ts'

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
    where gap.kind in ('disconnected', 'behind', 'unstored', 'missing') and ${isOfTime}
    union all
    select gap.id, account.id, gap.kind, gap.outcome, lower(part), upper(part),
      gap.ended_at is null and upper(part) = ${now}, through.source_id
    from ${accounts} account cross join ${sourcesOf('account')} join account_gap gap on gap.account_id = through.source_id
    cross join lateral unnest(${lasting} * through.connected) part
    where gap.kind in ('disconnected', 'behind', 'unstored') and ${isOfTime}
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

/**
 * The lines of messages of accounts that could not be decrypted and have not come otherwise, with the time of their capture. Whose messages
 * were put aside by a source (`source_id`) is not known, so each person's account that was connected through it at that time lacks them.
 * @param accounts Rows of `channel_account`.
 */
export function feltUnopened(
  accounts: RawBuilder<unknown>,
  within: (time: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const ofTime = sql`${mayBeUnopened('line')} and ${within(sql`line.captured_at`)}`
  const columns = sql`line.id, line.captured_at, line.conversation_id, (line.structured ->> 'messages')::int as messages`
  return sql`(
    select account.id as account_id, ${columns}, null::uuid as source_id
    from ${accounts} account join message line on line.account_id = account.id
    where ${ofTime} and (${isUndecrypted('line')} or ${isAside('line')})
    union all
    select account.id, ${columns}, through.source_id
    from ${accounts} account cross join ${sourcesOf('account')} join message line on line.account_id = through.source_id
    where ${ofTime} and through.connected @> line.captured_at and not ${isUndecrypted('line')} and ${isAside('line')}
  )`
}

/**
 * Some of what a line put aside is not opened. The collection of its account has it among `sealed` of its cursor as long as that is so; what a
 * list has found names the keys of the records that it will be.
 */
const isAside = (line: string): RawBuilder<boolean> => {
  const of = (name: string) => sql.ref(`${line}.${name}`)
  return sql`(exists (select from account_session session where session.account_id = ${of('account_id')}
      and session.cursor -> 'sealed' @> (${of('structured')} -> 'firstNumber'))
    or exists (select from jsonb_array_elements_text(coalesce(${of('structured')} -> 'awaited', '[]')) awaited
      where not exists (select from message_record kept
        where kept.account_id in ${accountsOf(of('account_id'))} and kept.source_key = awaited)))`
}
