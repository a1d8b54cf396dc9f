import {
  coverageLimits,
  type CoveredDay,
  type getAccountCoverage,
} from '@verbatim/contract/account-coverage.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import {
  type CoveredDayRow,
  coveredDays,
  coveredFacts,
  type KnownChannels,
  mayExclude,
  missingHours,
  reasonsOf,
} from './covered-days.ts'
import { beginningOf, dayStart, listingOf } from './covered-time.ts'
import { historyOf } from './history.ts'
import { goneMessages, unaskedMessages } from './unlisted-messages.ts'
import { findLinkedHistory } from './linked-history.ts'

interface Asked extends KnownChannels {
  /** Absent: all. */
  readonly id?: AccountId | undefined
}

/** An account whose days are asked for. */
export interface CoveredAccount {
  readonly id: AccountId
  readonly name: string
  readonly address: string
  readonly channel: Channel
  readonly isListed: boolean
  readonly mayExclude: boolean
  readonly isCompared: boolean
  readonly comparedUntil: Date | null
  /** It is the account of a person, which is compared with the list of its source. */
  readonly isPersons: boolean
  /** When its history begins, in milliseconds. */
  readonly since: number
  /** Its first day, which may be before that. */
  readonly firstDay: number
}

/** The accounts within `scope`, by name. */
export async function findCoveredAccounts(
  tx: TenantTx,
  scope: AccessScope,
  { id, ...known }: Asked,
  now: Date,
): Promise<CoveredAccount[]> {
  const { rows } = await sql<{
    id: AccountId
    name: string
    address: string
    channel: Channel
    compared_after: Date | null
    compared_until: Date | null
    began: Date
    since: Date
    is_persons: boolean
  }>`select account.source_id is not null as is_persons, account.id, account.name, account.address, account.channel, listing.compared_after, listing.compared_until,
      least(account.created_at, account.connected_at, lower(account.connected_before)) as began, ${beginningOf('account')} as since
    from channel_account account cross join ${listingOf('account', sql`${now}::timestamptz`)}
    where ${allOf([accountWithin(scope, 'account'), ...(id ? [sql<boolean>`account.id = ${id}`] : [])])}
    order by account.name, account.id`.execute(tx)
  return rows.map((row) => {
    const since = row.since.getTime()
    return {
      id: row.id,
      name: row.name,
      address: row.address,
      channel: row.channel,
      isListed: known.listedChannels.includes(row.channel),
      mayExclude: mayExclude(row, known),
      isCompared: row.compared_after !== null,
      comparedUntil: row.compared_until,
      isPersons: row.is_persons,
      since,
      firstDay: Math.min(dayStart(since), dayStart(row.began.getTime())),
    }
  })
}

/** An account's coverage within `scope`. @throws Failure `account.not-found` */
export async function requireCoverage(
  tx: TenantTx,
  scope: AccessScope,
  { until, ...asked }: Asked & { readonly id: AccountId; readonly until?: string | undefined },
  now: Date,
): Promise<OutputOf<typeof getAccountCoverage>> {
  const [account] = await findCoveredAccounts(tx, scope, asked, now)
  if (!account) throw new Failure('account.not-found')
  const { isListed, isCompared, comparedUntil, isPersons, since, firstDay } = account
  const history = isPersons ? undefined : historyOf(account, now)
  const linkedHistory = await findLinkedHistory(tx, account.id, now)
  const last = Math.min(dayStart(now.getTime()), until === undefined ? Infinity : Date.parse(until))
  const first = Math.max(firstDay, last - (coverageLimits.days - 1) * dayMs)
  return {
    isListed,
    ...(account.mayExclude && { mayExclude: true }),
    isCompared,
    comparedUntil: comparedUntil?.toISOString() ?? null,
    since: new Date(since).toISOString(),
    ...(history && { history }),
    ...(linkedHistory && { linkedHistory }),
    days: (await findDays(tx, account, { first, last }, now)).toReversed(),
  }
}

/** Days of an account by their starts in milliseconds, the first and the last one too. */
export interface DaySpan {
  readonly first: number
  readonly last: number
}

interface DayRow extends CoveredDayRow {
  kept: string
  duplicate: string | null
  refused: string
  missing: Date[]
  listed: string
  recovered: string
  gone: string
  unasked: string
}

const utcDay = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`
const dateOf = (ms: number) => sql`${new Date(ms).toISOString().slice(0, 10)}::date`

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
  const covered = coveredDays({
    accounts: sql`account.id = ${id}`,
    first: dateOf(first),
    last: dateOf(last),
    zone: 'UTC',
    now,
  })
  const { rows } = await sql<DayRow>`
    select covered.day::text as day, covered.state, ${coveredFacts('covered')},
      ${missingHours('covered')} as missing, coalesce(arrived.kept, 0) as kept,
      case when arrived.day is null then 0 else arrived.duplicate end as duplicate,
      coalesce(refused.n, 0) as refused, coalesce(hours.listed, 0) as listed, coalesce(hours.recovered, 0) as recovered,
      coalesce(removed.n, 0) as gone, coalesce(unanswered.n, 0) as unasked
    from ${covered} covered
    left join account_day arrived on arrived.account_id = ${id} and arrived.day = covered.day
    left join (
      select ${utcDay('minute')} as day, sum(times) as n from refusal_count
      where account_id = ${id} and ${within('minute')} group by 1
    ) refused on refused.day = covered.day
    left join (
      select ${utcDay('hour')} as day, sum(listed) as listed, sum(recovered) as recovered
      from coverage_hour where account_id = ${id} and ${within('hour')} group by 1
    ) hours on hours.day = covered.day
    left join (
      select ${utcDay('posted_at')} as day, count(*) as n from ${goneMessages(id)} gone where ${within('posted_at')} group by 1
    ) removed on removed.day = covered.day
    left join (
      select ${utcDay('posted_at')} as day, count(*) as n from ${unaskedMessages(id)} unasked where ${within('posted_at')} group by 1
    ) unanswered on unanswered.day = covered.day
    order by covered.day`.execute(tx)
  return rows.map((row) => toDay(account, row))
}

function toDay({ isListed, mayExclude: isExcluding, channel }: CoveredAccount, row: DayRow): CoveredDay {
  const begins = Date.parse(`${row.day}T00:00:00Z`)
  const [kept, quarantined, refused] = [Number(row.kept), Number(row.quarantined), Number(row.refused)]
  const duplicate = row.duplicate === null ? null : Number(row.duplicate)
  return {
    day: row.day,
    state: row.state,
    reasons: reasonsOf(row, {
      listedChannels: isListed ? [channel] : [],
      excludingChannels: isExcluding ? [channel] : [],
    }),
    received: kept + (duplicate ?? 0) + refused,
    accepted: kept - quarantined,
    duplicate,
    quarantined,
    refused,
    lostFiles: Number(row.lost_files),
    hoursDue: row.hours_due,
    hoursMissing: row.missing.map((at) => (at.getTime() - begins) / hourMs),
    listed: Number(row.listed),
    recovered: Number(row.recovered),
    gone: Number(row.gone),
    unasked: Number(row.unasked),
  }
}
