/** How many messages policies look at, by what was noted when they arrived. Source: docs/decisions/0141-messages-covered-by-policies.md. */
import type { Figure } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { said } from './message-counts.ts'
import { findListPeriod, type Periods } from './period.ts'

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

/** With the messages that no policy looked at behind it, or the others where there are none. */
export async function coverageFigure(tx: TenantTx, scope: AccessScope, periods: Periods): Promise<Figure> {
  const { current, previous, days, previousDays } = periods
  const { rows } = await sql<Counted & { day: string }>`
    select day::text, sum(covered)::int as covered, sum(uncovered)::int as uncovered,
      sum(messages - covered - uncovered)::int as unknown
    from message_rollup counted
    where ${withinScope(scope, 'counted')} and day between ${previous.from}::date and ${current.to}::date
    group by day`.execute(tx)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const now = sumOf(days.map((day) => byDay.get(day)))
  const isWhole = now.uncovered === 0 && now.covered > 0
  return {
    id: 'covered-messages',
    value: shareOf(now),
    previous: shareOf(sumOf(previousDays.map((day) => byDay.get(day)))),
    series: days.map((day) => shareOf(byDay.get(day))),
    previousSeries: previousDays.map((day) => shareOf(byDay.get(day))),
    drilldown: {
      list: 'messages',
      period: await findListPeriod(tx, current, periods),
      filter: isWhole ? others : uncovered,
      shares: { less: uncovered, whole: others, none: others },
      // The others are those of which it is not known, too.
      rows: isWhole ? now.covered + now.unknown : now.uncovered,
    },
    note: baseText(now),
  }
}

const uncovered = `isUncovered[eq]:true,${said}`
const others = `isUncovered[eq]:false,${said}`

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
