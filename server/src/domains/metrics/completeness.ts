/** Whether everything was captured, for each account and day. What a day lacks is the law of `domains/accounts/covered-days.ts`. */
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import type { AccountDay, accountDaySorts } from '@verbatim/contract/metric-lists.ts'
import type { DayState } from '@verbatim/contract/account-coverage.ts'
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { Breakdown, Drilldown, Figure } from '@verbatim/contract/metrics.ts'
import { type RawBuilder, sql } from 'kysely'
import { findCounted } from '#domains/accounts/counted-days.ts'
import {
  type CoveredDayRow,
  coveredDays,
  coveredFacts,
  type KnownChannels,
  reasonsOf,
} from '#domains/accounts/covered-days.ts'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf, wordsSql } from '#platform/list/sql.ts'
import { findListed, type ListedQuery } from './listed.ts'
import type { Days, Periods } from './period.ts'

interface AccountDayFilter {
  readonly channel?: readonly Channel[] | undefined
  readonly account?: AccountId | undefined
}

/** The account days of a span that count. */
async function accountDaysIn(
  tx: TenantTx,
  scope: AccessScope,
  { zone, asOf: now }: Periods,
  { from, to, channel, account }: Days & AccountDayFilter,
): Promise<RawBuilder<unknown>> {
  const { accounts, among } = await findCounted(tx, now)
  return coveredDays({
    accounts: allOf([
      accountWithin(scope, 'account'),
      accounts,
      ...(channel ? [sql<boolean>`account.channel = any(${channel}::text[])`] : []),
      ...(account ? [sql<boolean>`account.id = ${account}`] : []),
    ]),
    among,
    first: sql`${from}`,
    last: sql`${to}`,
    zone,
    now,
  })
}

/** How many account days are of each state. */
type DayCounts = Readonly<Record<DayState, number>>
interface CountedDays extends DayCounts {
  readonly channel: Channel
  readonly day: string
}

/** The account days of both periods, by channel and day. */
export async function countAccountDays(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  filter: Pick<AccountDayFilter, 'channel'> = {},
): Promise<readonly CountedDays[]> {
  const asked = { ...filter, from: periods.previous.from, to: periods.current.to }
  const covered = await accountDaysIn(tx, scope, periods, asked)
  const { rows } = await sql<CountedDays>`
    select channel, day::text as day, count(*) filter (where state = 'complete')::int as complete,
      count(*) filter (where state = 'incomplete')::int as incomplete, count(*) filter (where state = 'unknown')::int as unknown
    from ${covered} covered group by channel, covered.day`.execute(tx)
  return rows
}

const sumOf = (counted: readonly DayCounts[]): DayCounts =>
  counted.reduce(
    (sum, { complete, incomplete, unknown }) => ({
      complete: sum.complete + complete,
      incomplete: sum.incomplete + incomplete,
      unknown: sum.unknown + unknown,
    }),
    { complete: 0, incomplete: 0, unknown: 0 },
  )

/** In percent, rounded down, so that 100 says that nothing is missing; `null` of nothing. */
function completenessOf({ complete, incomplete }: DayCounts): number | null {
  const base = complete + incomplete
  return base === 0 ? null : Math.floor((complete * 1000) / base) / 10
}

/** What keeps the figure from 100; at 100 the complete days, and where nothing is known, what can't be known. */
function rowsBehind(counted: DayCounts, channel: readonly Channel[] | undefined): Drilldown {
  const filterOf = (state: DayState) => (channel ? `${state}:${channel.join('|')}` : state)
  const share = completenessOf(counted)
  const state = share === null ? 'unknown' : share === 100 ? 'complete' : 'incomplete'
  return {
    list: 'account-days',
    filter: filterOf(state),
    shares: { less: filterOf('incomplete'), whole: filterOf('complete'), none: filterOf('unknown') },
    rows: counted[state],
  }
}

const inDays =
  ({ from, to }: Days) =>
  ({ day }: CountedDays) =>
    day >= from && day <= to

export function completenessFigure(
  counted: readonly CountedDays[],
  { current, previous, days, previousDays }: Periods,
  { channel }: Pick<AccountDayFilter, 'channel'> = {},
): Figure {
  const byDay = Map.groupBy(counted, ({ day }) => day)
  const seriesOf = (of: readonly string[]) => of.map((day) => completenessOf(sumOf(byDay.get(day) ?? [])))
  const now = sumOf(counted.filter(inDays(current)))
  return {
    id: 'capture-completeness',
    value: completenessOf(now),
    previous: completenessOf(sumOf(counted.filter(inDays(previous)))),
    series: seriesOf(days),
    previousSeries: seriesOf(previousDays),
    drilldown: rowsBehind(now, channel),
    note: baseText(now),
  }
}

const numberText = (value: number) => value.toLocaleString('en-US')

/** `Complete account days: 2,990 of 3,000; 60 more can’t be known.` */
function baseText({ complete, incomplete, unknown }: DayCounts): string {
  if (complete + incomplete === 0)
    return unknown === 0
      ? 'No account was compared in this period.'
      : `No account was compared in this period. Account days for which completeness can’t be known: ${numberText(unknown)}.`
  const base = `Complete account days: ${numberText(complete)} of ${numberText(complete + incomplete)}`
  return unknown === 0 ? `${base}.` : `${base}; ${numberText(unknown)} more can’t be known.`
}

/** By each channel of which some days are known. */
export function completenessParts(
  counted: readonly CountedDays[],
  { current, previous }: Pick<Periods, 'current' | 'previous'>,
): Breakdown {
  const parts = channels.flatMap((channel) => {
    const ofChannel = counted.filter((one) => one.channel === channel)
    const now = sumOf(ofChannel.filter(inDays(current)))
    const value = completenessOf(now)
    if (value === null) return []
    return {
      key: channel,
      value,
      previous: completenessOf(sumOf(ofChannel.filter(inDays(previous)))),
      drilldown: rowsBehind(now, [channel]),
    }
  })
  return { id: 'capture-completeness-by-channel', parts }
}

interface Row extends CoveredDayRow {
  name: string
  address: string
  owner_id: UserId | null
  owner_name: string | null
}

const orders: Readonly<Record<(typeof accountDaySorts)[number], RawBuilder<unknown>>> = {
  day: sql`on_day`,
  account: sql`lower(name)`,
  state: sql`array_position(array['incomplete', 'unknown', 'complete'], state)`,
}

export interface AccountDayQuery extends ListedQuery, AccountDayFilter {
  readonly state?: DayState | undefined
}

/** One page of the account days of a period, the newest first. */
export async function findAccountDays(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  { query, ...known }: KnownChannels & { readonly query: AccountDayQuery },
): Promise<Page<AccountDay>> {
  const { state, search, channel, account } = query
  const covered = await accountDaysIn(tx, scope, periods, { ...periods.current, channel, account })
  const rows = sql`(
    select covered.tenant_id, covered.account_id, covered.name, covered.address, covered.day as on_day, covered.state, ${coveredFacts('covered')}, covered.owner_id, person.display_name as owner_name
    from ${covered} covered
    left join tenant_user person on person.tenant_id = covered.tenant_id and person.id = covered.owner_id
    where ${allOf([
      ...(state ? [sql<boolean>`covered.state = ${state}`] : []),
      ...(search === undefined
        ? []
        : [wordsSql([sql`covered.name`, sql`covered.address`, sql`person.display_name`], search)]),
    ])}
  ) counted`
  return findListed(tx, query, {
    rows,
    orders,
    usual: '-day',
    tie: sql`lower(name), account_id, on_day`,
    details: sql`page.on_day::text as day`,
    toItem: (row: Row) => toAccountDay(row, known),
  })
}

function toAccountDay(row: Row, known: KnownChannels): AccountDay {
  return {
    accountId: row.account_id,
    name: row.name,
    address: row.address,
    channel: row.channel,
    ...(row.owner_id && { owner: { id: row.owner_id, name: row.owner_name ?? '' } }),
    day: row.day,
    state: row.state,
    reasons: reasonsOf(row, known),
    hoursDue: row.hours_due,
    hoursMissing: row.hours_missing,
  }
}
