import {
  coverageLimits,
  type CoveredDay,
  type DayReason,
  type getAccountCoverage,
} from '@verbatim/contract/account-coverage.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import { beginningOf, dayMs, dayOf, hourMs, hourOf } from './covered-time.ts'
import { historyOf } from './history.ts'

interface Asked {
  /** Absent: all. */
  readonly id?: AccountId | undefined
  /** The channels whose providers list their messages. */
  readonly listedChannels: readonly Channel[]
}

/** An account whose days are asked for. */
export interface CoveredAccount {
  readonly id: AccountId
  readonly name: string
  readonly address: string
  readonly channel: Channel
  readonly isListed: boolean
  readonly isCompared: boolean
  readonly comparedUntil: Date | null
  /** When its history begins, in milliseconds. */
  readonly since: number
  /** Its first day, which may be before that. */
  readonly firstDay: number
}

/** The accounts within `scope`, by name. */
export async function findCoveredAccounts(
  tx: TenantTx,
  scope: AccessScope,
  { id, listedChannels }: Asked,
): Promise<CoveredAccount[]> {
  const { rows } = await sql<{
    id: AccountId
    name: string
    address: string
    channel: Channel
    list_after: Date | null
    listed_until: Date | null
    founded: Date
    history: string | null
  }>`select account.id, account.name, account.address, account.channel, account.list_after, account.listed_until,
      organization.created_at as founded, organization.initial_history_date::text as history
    from channel_account account join organization on organization.tenant_id = account.tenant_id
    where ${allOf([accountWithin(scope, 'account'), ...(id ? [sql<boolean>`account.id = ${id}`] : [])])}
    order by account.name, account.id`.execute(tx)
  return rows.map((row) => {
    const since = beginningOf(row)
    return {
      id: row.id,
      name: row.name,
      address: row.address,
      channel: row.channel,
      isListed: listedChannels.includes(row.channel),
      isCompared: row.list_after !== null,
      comparedUntil: row.listed_until,
      since,
      firstDay: Math.min(dayOf(since), dayOf(row.founded.getTime())),
    }
  })
}

/** An account's coverage within `scope`. @throws Failure `account.not-found` */
export async function requireCoverage(
  tx: TenantTx,
  scope: AccessScope,
  { id, listedChannels }: Asked & { readonly id: AccountId },
  now: Date,
): Promise<OutputOf<typeof getAccountCoverage>> {
  const [account] = await findCoveredAccounts(tx, scope, { id, listedChannels })
  if (!account) throw new Failure('account.not-found')
  const { isListed, isCompared, comparedUntil, since, firstDay } = account
  const history = historyOf(account, now)
  const last = dayOf(now.getTime())
  const first = Math.max(firstDay, last - (coverageLimits.days - 1) * dayMs)
  return {
    isListed,
    isCompared,
    comparedUntil: comparedUntil?.toISOString() ?? null,
    since: new Date(since).toISOString(),
    ...(history && { history }),
    days: (await findDays(tx, account, { first, last }, now)).toReversed(),
  }
}

interface DayRow {
  day: string
  kept: string
  duplicate: string | null
  quarantined: string
  refused: string
  files: string
  compared: Date[]
  listed: string
  recovered: string
  /** A gap of the day lost messages. */
  lost: boolean | null
  /** What became of the messages of a gap of the day is not known, or not yet. */
  doubtful: boolean | null
}

/** Days of an account by their starts in milliseconds, the first and the last one too. */
export interface DaySpan {
  readonly first: number
  readonly last: number
}

const utcDay = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`

/** Every day of the span, oldest first. */
export async function findDays(
  tx: TenantTx,
  account: CoveredAccount,
  { first, last }: DaySpan,
  now: Date,
): Promise<CoveredDay[]> {
  const { id } = account
  const [from, before] = [new Date(first), new Date(last + dayMs)]
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${before}::timestamptz`
  const { rows } = await sql<DayRow>`
    select days.day::text as day, coalesce(arrived.kept, 0) as kept,
      case when arrived.day is null then 0 else arrived.duplicate end as duplicate,
      coalesce(quarantined.n, 0) as quarantined, coalesce(refused.n, 0) as refused, coalesce(files.n, 0) as files,
      gaps.lost, gaps.doubtful, coalesce(hours.compared, '{}') as compared, coalesce(hours.listed, 0) as listed, coalesce(hours.recovered, 0) as recovered
    from (
      select (${dateOf(first)}::date + n)::date as day from generate_series(0, ${(last - first) / dayMs}::int) n
    ) days
    left join account_day arrived on arrived.account_id = ${id} and arrived.day = days.day
    left join (
      select ${utcDay('kept.received_at')} as day, count(*) as n from quarantined_record held
      join message_record kept on kept.tenant_id = held.tenant_id and kept.id = held.record_id
      where held.account_id = ${id} and ${within('kept.received_at')} group by 1
    ) quarantined on quarantined.day = days.day
    left join (
      select ${utcDay('minute')} as day, sum(times) as n from refusal_count
      where account_id = ${id} and ${within('minute')} group by 1
    ) refused on refused.day = days.day
    left join (
      select ${utcDay('said.captured_at')} as day, count(*) as n from attachment file
      join message said on said.tenant_id = file.tenant_id and said.id = file.message_id
      where file.state = 'gap' and said.account_id = ${id} and ${within('said.captured_at')} group by 1
    ) files on files.day = days.day
    left join (
      select ${utcDay('hour')} as day, sum(listed) as listed, sum(recovered) as recovered,
        array_agg(hour) filter (where compared_at >= hour + interval '1 hour') as compared
      from coverage_hour where account_id = ${id} and ${within('hour')} group by 1
    ) hours on hours.day = days.day
    left join lateral (
      select bool_or(outcome = 'lost') as lost, bool_or(outcome is null or outcome = 'unknown') as doubtful
      from account_gap where account_id = ${id} and kind = 'disconnected'
        and began_at < (days.day + 1)::timestamp at time zone 'UTC'
        and coalesce(ended_at, ${now}) > days.day::timestamp at time zone 'UTC'
    ) gaps on true
    order by days.day`.execute(tx)
  return rows.map((row) => toDay(account, row, now))
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

function toDay(account: CoveredAccount, row: DayRow, now: Date): CoveredDay {
  const begins = Date.parse(`${row.day}T00:00:00Z`)
  const due = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => {
    const start = begins + hour * hourMs
    return start >= account.since && start + hourMs <= hourOf(now.getTime())
  })
  const compared = new Set(row.compared.map((at) => (at.getTime() - begins) / hourMs))
  const hoursMissing = account.isListed && account.isCompared ? due.filter((hour) => !compared.has(hour)) : []
  const [kept, quarantined, refused] = [Number(row.kept), Number(row.quarantined), Number(row.refused)]
  const duplicate = row.duplicate === null ? null : Number(row.duplicate)
  const lostFiles = Number(row.files)
  const lacks: DayReason[] = []
  if (hoursMissing.length > 0) lacks.push('hours')
  if (quarantined > 0) lacks.push('quarantined')
  if (lostFiles > 0) lacks.push('files')
  if (row.lost) lacks.push('lost')
  const doubt = row.doubtful ? 'disconnected' : doubtOf(account, begins)
  return {
    day: row.day,
    state: lacks.length > 0 ? 'incomplete' : doubt ? 'unknown' : 'complete',
    reasons: doubt ? [...lacks, doubt] : lacks,
    received: kept + (duplicate ?? 0) + refused,
    accepted: kept - quarantined,
    duplicate,
    quarantined,
    refused,
    lostFiles,
    hoursDue: due.length,
    hoursMissing,
    listed: Number(row.listed),
    recovered: Number(row.recovered),
  }
}

/** Why no list says whether the day is complete. */
function doubtOf({ isListed, isCompared, since }: CoveredAccount, begins: number): DayReason | undefined {
  if (!isListed) return 'no-list'
  if (!isCompared) return 'not-compared'
  return begins < since ? 'before-history' : undefined
}
