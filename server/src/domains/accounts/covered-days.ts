/** What is known of each day of accounts: one law for an account's page, its report and the completeness of capture. */
import type { DayReason, DayState } from '@verbatim/contract/account-coverage.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { feltGaps, feltQuarantine, feltUnopened } from './felt-lacks.ts'
import { beginningOf, listingOf } from './covered-time.ts'

export interface DayChoice {
  /** Conditions for `account`, a row of `channel_account`. */
  readonly accounts: RawBuilder<boolean>
  /** Which days of which accounts, by `account` and `span`, which has `day`, `starts`, `ends` and `settles`; by default all. */
  readonly among?: RawBuilder<boolean>
}

interface Asked extends DayChoice {
  readonly first: RawBuilder<unknown>
  readonly last: RawBuilder<unknown>
  readonly zone: string
  readonly now: Date
}

/** A row of `coveredDays`. */
export interface CoveredDayRow {
  readonly account_id: AccountId
  readonly channel: Channel
  readonly day: string
  readonly state: DayState
  /** The hours of the day that are over and since the history begins. An hour that two days share counts in both. */
  readonly hours_due: number
  /** How many of them were not compared to their ends, and still can be. */
  readonly hours_missing: number
  readonly quarantined: string
  readonly lost_files: string
  /** Lines of messages that could not be decrypted, and have not been opened since. */
  readonly undecrypted: string
  /** The account through which it receives has such lines, perhaps of its messages. */
  readonly source_has_undecrypted: boolean
  /** A gap of the day lost messages. */
  readonly has_lost: boolean
  /** The kind of a gap of the day of which it is not known, or not yet, whether messages are missing. */
  readonly doubt: 'behind' | 'disconnected' | null
  /** A delivery of the account through which it receives could not be read, and may be about it. */
  readonly source_has_quarantined: boolean
  /** The same of gaps of that account. */
  readonly source_has_lost: boolean
  readonly source_doubt: CoveredDayRow['doubt']
  /** It is compared, or was until the day was over. */
  readonly is_compared: boolean
  readonly is_before_history: boolean
  /** Some of its hours were not compared, and the list does not reach them any more. */
  readonly is_out_of_reach: boolean
  /** It is the account of a person, which receives through another. */
  readonly is_persons: boolean
}

/** What is known of channels, which only connectors know. */
export interface KnownChannels {
  /** Those whose providers list their messages. */
  readonly listedChannels: readonly Channel[]
  /** Those on which owners of people's accounts may leave out chats unnoticed. */
  readonly excludingChannels?: readonly Channel[]
}

/**
 * The days of accounts in a zone, with what each lacks. Days are assigned by the time of receipt: of a record in quarantine, and of the
 * message of a file. Hours are those of UTC; where a zone is not whole hours away, a day has the hours that it shares with its neighbours.
 */
export function coveredDays(asked: Asked): RawBuilder<unknown> {
  const { accounts, among = sql`true`, first, last, zone } = asked
  const now = sql`${asked.now}::timestamptz`
  const startOf = (day: RawBuilder<unknown>) => sql`day_starts(${day}::date, ${zone})`
  const dayOf = (time: RawBuilder<unknown>) => sql`(${time} at time zone ${zone})::date`
  const within = (time: RawBuilder<unknown>) =>
    sql`${time} >= ${startOf(first)} and ${time} < ${startOf(sql`(${last}::date + 1)`)}`
  return sql`(
    with account as materialized (
      select account.*, listing.*, ${beginningOf('account')} as since
      from channel_account account cross join ${listingOf('account', now)} where ${accounts}
    ), bounds as (
      select at::date as day, ${startOf(sql`at`)} as starts, ${startOf(sql`(at::date + 1)`)} as ends
      from generate_series(${first}::date::timestamp, ${last}::date::timestamp, interval '1 day') at
    ), span as materialized (
      select bounds.*, due_from, settles,
        case when due_from < due_before then tstzmultirange(tstzrange(due_from, due_before)) else '{}' end as due
      from bounds
      cross join lateral (select date_trunc('hour', ends - interval '1 microsecond', 'UTC') + interval '1 hour' as settles) last_hour
      cross join lateral (
        select date_trunc('hour', starts, 'UTC') as due_from, least(settles, date_trunc('hour', ${now}, 'UTC')) as due_before
      ) hours
    ), quarantined as (
      select held.account_id, ${dayOf(sql`held.received_at`)} as day,
        count(*) filter (where held.source_id is null) as n, count(held.source_id) > 0 as is_of_source
      from ${feltQuarantine(sql`account`, within)} held group by 1, 2
    ), lost_file as (
      select said.account_id, ${dayOf(sql`said.captured_at`)} as day, count(*) as n
      from attachment file join message said on said.tenant_id = file.tenant_id and said.id = file.message_id
      join account on account.id = said.account_id
      where file.state = 'gap' and ${within(sql`said.captured_at`)} group by 1, 2
    ), unopened as (
      select line.account_id, ${dayOf(sql`line.captured_at`)} as day,
        count(*) filter (where line.source_id is null) as n, count(line.source_id) > 0 as is_of_source
      from ${feltUnopened(sql`account`, within)} line group by 1, 2
    ), gap as (
      select felt.account_id, at::date as day,
        bool_or(is_lost and not is_of_source) as has_lost, max(doubt) filter (where not is_of_source) as doubt,
        bool_or(is_lost and is_of_source) as source_has_lost, max(doubt) filter (where is_of_source) as source_doubt
      from ${feltGaps(sql`account`, { now, from: startOf(first), before: startOf(sql`(${last}::date + 1)`) })} felt
      cross join lateral (select felt.source_id is not null as is_of_source, outcome is not distinct from 'lost' as is_lost,
        case when outcome is null or outcome = 'unknown' then case kind when 'behind' then kind else 'disconnected' end end as doubt) judged
      cross join lateral generate_series(greatest(${dayOf(sql`felt.began_at`)}, ${first}::date)::timestamp,
        least(${dayOf(sql`(felt.ends_at - interval '1 microsecond')`)}, ${last}::date)::timestamp, interval '1 day') at
      where felt.began_at < ${startOf(sql`(${last}::date + 1)`)} and felt.ends_at > ${startOf(first)}
      group by 1, 2
    ), fact as (
      select account.tenant_id, account.id as account_id, account.channel, account.name, account.address, account.owner_id,
        account.source_id is not null as is_persons, span.day, own.due,
        judged.is_compared, span.starts < account.since as is_before_history,
        missed.hours * reach.hours as lacking, not isempty(missed.hours - reach.hours) as is_out_of_reach,
        coalesce(quarantined.n, 0) as quarantined, coalesce(quarantined.is_of_source, false) as source_has_quarantined,
        coalesce(lost_file.n, 0) as lost_files, coalesce(unopened.n, 0) as undecrypted, coalesce(unopened.is_of_source, false) as source_has_undecrypted,
        coalesce(gap.has_lost, false) as has_lost, gap.doubt,
        coalesce(gap.source_has_lost, false) as source_has_lost, gap.source_doubt
      from account cross join span
      cross join lateral (
        select case when span.due_from >= account.since then span.due else span.due * tstzmultirange(tstzrange(account.since, null)) end as due
      ) own
      cross join lateral (select account.compared_after is not null or coalesce(upper(own.due) <= account.compared_until, false) as is_compared) judged
      cross join lateral (
        select case when not judged.is_compared or account.compared @> own.due then '{}' else own.due - account.compared end as hours
      ) missed
      cross join lateral (select tstzmultirange(tstzrange(account.reaches_from, null)) as hours) reach
      left join quarantined on quarantined.account_id = account.id and quarantined.day = span.day
      left join lost_file on lost_file.account_id = account.id and lost_file.day = span.day
      left join unopened on unopened.account_id = account.id and unopened.day = span.day
      left join gap on gap.account_id = account.id and gap.day = span.day
      where ${among}
    )
    select fact.*,
      case when not isempty(lacking) or quarantined > 0 or lost_files > 0 or has_lost or source_has_lost
          or source_has_quarantined or undecrypted > 0 or source_has_undecrypted then 'incomplete'
        when doubt is not null or source_doubt is not null or not is_compared or is_before_history or is_out_of_reach then 'unknown' else 'complete' end as state,
      coalesce(extract(epoch from upper(due) - lower(due)) / 3600, 0)::int as hours_due,
      case when isempty(lacking) then 0 else (select sum(extract(epoch from upper(part) - lower(part)) / 3600)
        from unnest(lacking) part)::int end as hours_missing
    from fact
  )`
}

/** What `reasonsOf` asks of a row of `coveredDays`, as columns. */
export const coveredFacts = (row: string): RawBuilder<unknown> =>
  sql.join(
    factColumns.map((column) => sql.ref(`${row}.${column}`)),
    sql`, `,
  )

const factColumns = [
  'channel',
  'hours_due',
  'hours_missing',
  'quarantined',
  'source_has_quarantined',
  'lost_files',
  'undecrypted',
  'source_has_undecrypted',
  'has_lost',
  'source_has_lost',
  'doubt',
  'source_doubt',
  'is_compared',
  'is_before_history',
  'is_out_of_reach',
  'is_persons',
] as const satisfies readonly (keyof CoveredDayRow)[]

/** The starts of the hours that a row of `coveredDays` lacks, in their order. */
export const missingHours = (row: string): RawBuilder<Date[]> =>
  sql`array(select hour from unnest(${sql.ref(`${row}.lacking`)}) part,
    generate_series(lower(part), upper(part) - interval '1 hour', interval '1 hour') hour order by hour)`

/** What a day lacks, and then why no list says whether it is complete. */
export function reasonsOf(row: CoveredDayRow, known: KnownChannels): DayReason[] {
  const reasons: DayReason[] = []
  if (row.hours_missing > 0) reasons.push('hours')
  if (Number(row.quarantined) > 0) reasons.push('quarantined')
  if (row.source_has_quarantined) reasons.push('source-quarantined')
  if (Number(row.lost_files) > 0) reasons.push('files')
  if (Number(row.undecrypted) > 0) reasons.push('undecrypted')
  if (row.source_has_undecrypted) reasons.push('source-undecrypted')
  if (row.has_lost) reasons.push('lost')
  if (row.source_has_lost) reasons.push('source-lost')
  if (row.doubt) reasons.push(row.doubt)
  else if (row.source_doubt) reasons.push(`source-${row.source_doubt}`)
  else if (!row.is_compared) reasons.push(whyNotCompared(row, known))
  else if (row.is_out_of_reach) reasons.push('list-ended')
  else if (row.is_before_history) reasons.push('before-history')
  return reasons
}

/** Whether owners of accounts may leave out chats unnoticed. */
export const mayExclude = (
  { channel, is_persons }: Pick<CoveredDayRow, 'channel' | 'is_persons'>,
  { excludingChannels = [] }: KnownChannels,
): boolean => is_persons && excludingChannels.includes(channel)

function whyNotCompared(row: CoveredDayRow, known: KnownChannels): DayReason {
  if (known.listedChannels.includes(row.channel)) return 'not-compared'
  return mayExclude(row, known) ? 'owner-excludes' : 'no-list'
}
