import type { GapKind } from '@verbatim/contract/gap-kinds.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import type { CaptureOmissions } from '@verbatim/contract/export-omissions.ts'
import { type RawBuilder, sql } from 'kysely'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import { partedSpans } from '#schema/connected.ts'
import { feltGaps, feltQuarantine } from './felt-lacks.ts'
import { beginningOf, hourStart, reachStartOf } from './covered-time.ts'
import { shownStatus } from './shown-status.ts'

/** The time and the channels that a file is about. Without them it is about all. */
export interface CapturedPart {
  readonly from?: Date | undefined
  readonly before?: Date | undefined
  readonly channels?: readonly Channel[] | undefined
}

const mostReasons = 20

/** What the accounts within `scope` did not capture, or not yet, as far as is known `now`. */
export async function findCaptureOmissions(
  tx: TenantTx,
  scope: AccessScope,
  part: CapturedPart,
  now: Date,
): Promise<CaptureOmissions> {
  const { from, before, channels } = part
  const accounts = sql`select account.* from channel_account account where ${allOf([
    accountWithin(scope, 'account'),
    ...(channels ? [sql<boolean>`account.channel = any(${channels}::text[])`] : []),
  ])}`
  const within = (time: RawBuilder<unknown>) =>
    allOf([
      ...(from ? [sql<boolean>`${time} >= ${from}`] : []),
      ...(before ? [sql<boolean>`${time} < ${before}`] : []),
    ])
  const refused = await findReasons(
    tx,
    sql`select account.name, account.channel, counted.reason, counted.times as n
      from refusal_count counted join (${accounts}) account on account.id = counted.account_id
      where ${within(sql`counted.minute`)}`,
  )
  const quarantined = await findReasons(
    tx,
    sql`with seen as materialized (${accounts})
      select account.name, account.channel, held.reason, 1 as n, held.record_id
      from ${feltQuarantine(sql`seen`, within)} held join seen account on account.id = held.account_id
      where ${unlessSeen('held')}`,
    // Several people may lack the same record.
    sql`count(distinct record_id)`,
  )
  const { rows: waiting } = await sql<{ n: string }>`select count(*) as n
    from record_backlog backlog
    join message_record kept on kept.tenant_id = backlog.tenant_id and kept.id = backlog.record_id
    join (${accounts}) account on account.id = kept.account_id
    where ${within(sql`kept.received_at`)}`.execute(tx)
  return {
    refused,
    quarantined,
    waiting: Number(waiting[0]?.n),
    silent: await findSilent(tx, accounts, from, now),
    gaps: await findGapsOf(tx, accounts, part, now),
    notCompared: await findNotCompared(tx, accounts, part, now),
  }
}

const mostGaps = 100

/** What a source lacks is said once, and for each of its people only if the reader does not see the source. */
const unlessSeen = (lack: string) =>
  sql<boolean>`not exists (select from seen source where source.id = ${sql.ref(`${lack}.source_id`)})`

/**
 * Gaps of the same kinds that make a day of an account incomplete or unknown: what is only suspected is among the silent accounts. Also of
 * accounts that were removed meanwhile, since what is missing has not come.
 */
async function findGapsOf(
  tx: TenantTx,
  accounts: RawBuilder<unknown>,
  { from, before }: CapturedPart,
  now: Date,
): Promise<NonNullable<CaptureOmissions['gaps']>> {
  const span = {
    now: sql`${now}::timestamptz`,
    from: sql`${from ?? '-infinity'}::timestamptz`,
    before: sql`${before ?? 'infinity'}::timestamptz`,
  }
  const { rows } = await sql<{
    name: string
    channel: Channel
    kind: GapKind
    began_at: Date
    ends_at: Date
    is_open: boolean
    is_lost: boolean
    is_of_source: boolean
    total: string
  }>`
    with seen as materialized (${accounts})
    select account.name, account.channel, gap.kind, gap.began_at, gap.ends_at, gap.is_open, gap.source_id is not null as is_of_source,
      coalesce(gap.outcome = 'lost', false) as is_lost, count(*) over () as total
    from ${feltGaps(sql`seen`, span)} gap join seen account on account.id = gap.account_id
    where (gap.outcome is null or gap.outcome in ('lost', 'unknown', 'removed'))
      and ${unlessSeen('gap')}
      and gap.began_at < ${span.before} and (gap.is_open or gap.ends_at > ${span.from})
    order by gap.began_at, gap.id, account.name limit ${mostGaps}`.execute(tx)
  return {
    total: Number(rows[0]?.total ?? 0),
    gaps: rows.map((row) => ({
      account: row.name,
      channel: row.channel,
      kind: row.kind,
      from: row.began_at.toISOString(),
      until: row.is_open ? null : row.ends_at.toISOString(),
      isLost: row.is_lost,
      ...(row.is_of_source && { isOfSource: true }),
    })),
  }
}

/**
 * Hours are due as in the coverage of accounts: those that are over, since the account's history begins and while its list was read. None
 * is due while the account is removed, and none that a list does not reach any more, of which nothing is known.
 */
async function findNotCompared(
  tx: TenantTx,
  accounts: RawBuilder<unknown>,
  { from, before }: CapturedPart,
  now: Date,
): Promise<CaptureOmissions['refused']> {
  const first = from ? new Date(hourStart(from.getTime())) : '-infinity'
  const end = new Date(
    Math.min(hourStart(now.getTime()), before ? hourStart(before.getTime() + hourMs - 1) : Infinity),
  )
  return findReasons(
    tx,
    sql`select account.name, account.channel, 'hours' as reason,
        ceil(extract(epoch from upper(missed) - lower(missed)) / 3600) as n
      from (${accounts}) account
      cross join lateral (select greatest(${beginningOf('account')}, ${first}::timestamptz, ${reachStartOf('account', sql`${now}::timestamptz`)}) as starts,
        case when account.list_after is null then least(account.listed_until, ${end}::timestamptz) else ${end}::timestamptz end as ends) due
      cross join lateral unnest(
        case when starts < ends then tstzmultirange(tstzrange(starts, ends)) else '{}' end - ${partedSpans('account')} - account.compared_hours) missed
      where account.list_after is not null or account.listed_until is not null`,
  )
}

async function findReasons(
  tx: TenantTx,
  counted: RawBuilder<unknown>,
  sum: RawBuilder<unknown> = sql`sum(n)`,
): Promise<CaptureOmissions['refused']> {
  const { rows } = await sql<{ name: string; channel: Channel; reason: string; n: string; total: string }>`
    with counted as materialized (${counted})
    select name, channel, reason, sum(n) as n, (select ${sum} from counted) as total from counted
    group by name, channel, reason order by sum(n) desc, name, reason`.execute(tx)
  const reasons = rows.map(({ name: account, channel, reason, n }) => ({
    account,
    channel,
    reason,
    count: Number(n),
  }))
  return { total: Number(rows[0]?.total ?? 0), reasons: reasons.slice(0, mostReasons) }
}

async function findSilent(
  tx: TenantTx,
  accounts: RawBuilder<unknown>,
  from: Date | undefined,
  now: Date,
): Promise<CaptureOmissions['silent']> {
  const { rows } = await sql<{ name: string; channel: Channel; status: string; last_event_at: Date | null }>`
    select account.name, account.channel, shown.status, counters.last_event_at
    from (${accounts}) account cross join ${shownStatus('account', now)}
    left join account_counters counters on counters.account_id = account.id
    where shown.status <> 'active' or counters.last_event_at is null
      or counters.last_event_at < ${from ?? null}::timestamptz
    order by account.name, account.id`.execute(tx)
  return rows.map(({ name: account, channel, status, last_event_at: last }) => ({
    account,
    channel,
    isConnected: status === 'active',
    lastEventAt: last?.toISOString() ?? null,
  }))
}
