/** How many messages policies look at, by what was noted when they arrived. Source: docs/decisions/0141-messages-covered-by-policies.md. */
import type { Drilldown, Figure } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { conditionsOf, passes } from './message-counts.ts'
import { findListPeriod, type Periods } from './period.ts'
import { type FindScopedParts, findScopedParts, type ScopedFilter } from './scoped-parts.ts'

interface Counted {
  /** Messages to which a policy applied, those to which none did, and those of which that is not known. */
  readonly covered: number
  readonly uncovered: number
  readonly unknown: number
}

const nothing: Counted = { covered: 0, uncovered: 0, unknown: 0 }

const sumOf = (days: readonly (Counted | undefined)[]): Counted =>
  days.reduce<Counted>(
    (sum, day = nothing) => ({
      covered: sum.covered + day.covered,
      uncovered: sum.uncovered + day.uncovered,
      unknown: sum.unknown + day.unknown,
    }),
    nothing,
  )

/** In percent, rounded down, so that 100 says that no message is left out; `null` of nothing. */
function shareOf({ covered, uncovered }: Counted = nothing): number | null {
  const base = covered + uncovered
  return base === 0 ? null : Math.floor((covered * 1000) / base) / 10
}

/** The messages of both periods that pass. */
const countedIn = (scope: AccessScope, { current, previous }: Periods, only: ScopedFilter) =>
  sql`message_rollup counted
    where ${withinScope(scope, 'counted')} and day between ${previous.from}::date and ${current.to}::date and ${passes(only)}`

export async function coverageFigure(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: ScopedFilter = {},
): Promise<Figure> {
  const { current, days, previousDays } = periods
  const { rows } = await sql<Counted & { day: string }>`
    select day::text, sum(covered)::int as covered, sum(uncovered)::int as uncovered,
      sum(messages - covered - uncovered)::int as unknown
    from ${countedIn(scope, periods, only)} group by day`.execute(tx)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const now = sumOf(days.map((day) => byDay.get(day)))
  return {
    id: 'covered-messages',
    value: shareOf(now),
    previous: shareOf(sumOf(previousDays.map((day) => byDay.get(day)))),
    series: days.map((day) => shareOf(byDay.get(day))),
    previousSeries: previousDays.map((day) => shareOf(byDay.get(day))),
    drilldown: rowsBehind(now, await findListPeriod(tx, current, periods), only),
    note: baseText(now),
  }
}

/** By channel or group, those with most messages first, of which it is known. */
export const findCoverageParts: FindScopedParts = async (tx, scope, periods, asked) => {
  const period = await findListPeriod(tx, periods.current, periods)
  const isCurrent = sql`day >= ${periods.current.from}::date`
  const of = (column: string, when: typeof isCurrent) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where ${when}), 0)::int`
  return findScopedParts<Counted & { before: Counted }>(tx, scope, {
    ...asked,
    rows: sql`(
      select channel, group_ids, day, covered, uncovered, messages - covered - uncovered as unknown
      from ${countedIn(scope, periods, asked.only)})`,
    counts: sql`${of('covered', isCurrent)} as covered, ${of('uncovered', isCurrent)} as uncovered, ${of('unknown', isCurrent)} as unknown,
      json_build_object('covered', ${of('covered', sql`not ${isCurrent}`)}, 'uncovered', ${of('uncovered', sql`not ${isCurrent}`)}) as before`,
    size: sql`covered + uncovered`,
    isShown: sql`covered + uncovered > 0`,
    toPart: ({ before, ...now }, only) => ({
      value: shareOf(now) ?? 0,
      previous: shareOf(before),
      drilldown: rowsBehind(now, period, only),
    }),
  })
}

/** The messages that no policy looked at, or the others where there are none. */
function rowsBehind({ covered, uncovered, unknown }: Counted, period: string, only: ScopedFilter): Drilldown {
  const less = `isUncovered[eq]:true,${conditionsOf(only)}`
  const others = `isUncovered[eq]:false,${conditionsOf(only)}`
  const isWhole = uncovered === 0 && covered > 0
  return {
    list: 'messages',
    period,
    filter: isWhole ? others : less,
    shares: { less, whole: others, none: others },
    // The others are those of which it is not known, too.
    rows: isWhole ? covered + unknown : uncovered,
  }
}

const numberText = (value: number) => value.toLocaleString('en-US')

/** `Messages covered: 1,990 of 2,000; not known for 60 more.` */
function baseText({ covered, uncovered, unknown }: Counted): string {
  if (covered + uncovered === 0)
    return unknown === 0
      ? 'No messages.'
      : `Not known for ${unknown === 1 ? '1 message' : `${numberText(unknown)} messages`}.`
  const base = `Messages covered: ${numberText(covered)} of ${numberText(covered + uncovered)}`
  return unknown === 0 ? `${base}.` : `${base}; not known for ${numberText(unknown)} more.`
}
