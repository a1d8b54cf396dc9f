/** Whether reviewers decide the same in the same case. Source: docs/metrics.md. */
import type { Disposition } from '@verbatim/contract/event-status.ts'
import { precedents } from '@verbatim/contract/event-status.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { leastClosed } from '@verbatim/contract/supervision.ts'
import { sql } from 'kysely'
import { comparedDecisions } from '#domains/cognitive-events/precedents.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { conditionsOf, type EventFilter, eventRows, isCurrent, raisedInBoth } from './event-filter.ts'
import { byDays, oneOf, share, figureOfEnough } from './figures.ts'
import { findListPeriod, type Periods } from './period.ts'

/** Fewer decisions than this say nothing, like fewer closed events. */
const leastCompared = leastClosed.share

/** How often a decision follows a precedent: one on any number of events counts once for each precedent. */
export interface Pair {
  readonly precedent: Disposition
  readonly disposition: Disposition
  readonly times: number
}

interface Compared extends Pair {
  /** Of one period, or of one day. */
  readonly is_current: boolean | null
  readonly day: string | null
  readonly events: number
}

const total = (pairs: readonly Pair[]) => pairs.reduce((sum, { times }) => sum + times, 0)
const same = (pairs: readonly Pair[]) =>
  total(pairs.filter(({ precedent, disposition }) => precedent === disposition))

/** Cohen's kappa × 100; `null` if everything was decided alike, which chance alone explains. */
export function kappaOf(pairs: readonly Pair[]): number | null {
  const all = total(pairs)
  if (all === 0) return null
  const shareOf = (of: 'precedent' | 'disposition', value: Disposition) =>
    total(pairs.filter((pair) => pair[of] === value)) / all
  const values = new Set(pairs.map(({ precedent }) => precedent))
  const byChance = [...values].reduce(
    (sum, value) => sum + shareOf('precedent', value) * shareOf('disposition', value),
    0,
  )
  // Shares of whole numbers add up to 1 only nearly.
  if (byChance > 1 - 1e-9) return null
  return Math.round(((same(pairs) / all - byChance) / (1 - byChance)) * 1000) / 10
}

export async function agreementFigures(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  only: EventFilter = {},
): Promise<Figure[]> {
  const { rows } = await sql<Compared>`
    select is_current, day, precedent, disposition, count(*)::int as events,
      count(distinct (change, precedent_entry))::int as times
    from (
      select ${isCurrent(periods)} as is_current, (event.triggered_at at time zone ${periods.zone})::date::text as day,
        compared.precedent, compared.disposition, compared.change, compared.precedent_entry
      from ${comparedDecisions(scope, raisedInBoth(scope, periods, only))} compared
      join cognitive_event event on event.id = compared.event_id
    ) decided
    group by grouping sets ((is_current, precedent, disposition), (day, precedent, disposition))`.execute(tx)
  const now = rows.filter((row) => row.is_current === true)
  const before = rows.filter((row) => row.is_current === false)
  const ofDay = Map.groupBy(rows, ({ day }) => day)
  const lineOf = (valueOf: (pairs: readonly Compared[]) => number | null) =>
    byDays((day) => valueOf(ofDay.get(day) ?? []), periods)
  const period = await findListPeriod(tx, periods.current, periods)
  const compared = total(now)
  const eventsOf = (some: readonly { readonly events: number }[]) =>
    some.reduce((sum, { events }) => sum + events, 0)
  const differs = ({ precedent, disposition }: Pair) => precedent !== disposition
  const differing = eventsOf(now.filter(differs))
  const kappa = kappaOf(now)
  const rowsOf = (count: number, ...values: readonly string[]) =>
    eventRows(count, conditionsOf(only, oneOf('precedent', values)), period)
  const known = (pairs: readonly Pair[], value: number | null) =>
    figureOfEnough(value, total(pairs), leastCompared)
  const drilldown = rowsOf(eventsOf(now), ...precedents)
  return [
    {
      id: 'agreement',
      ...known(now, share(same(now), compared)),
      previous: known(before, share(same(before), total(before))).value,
      ...lineOf((pairs) => known(pairs, share(same(pairs), total(pairs))).value),
      drilldown,
    },
    {
      id: 'agreement-beyond-chance',
      ...known(now, kappa),
      previous: known(before, kappaOf(before)).value,
      ...lineOf((pairs) => known(pairs, kappaOf(pairs)).value),
      ...(kappa === null &&
        compared >= leastCompared && {
          note: 'All decisions were the same, so chance alone explains the agreement.',
        }),
      drilldown,
    },
    {
      id: 'differing-decisions',
      value: differing,
      previous: eventsOf(before.filter(differs)),
      ...lineOf((pairs) => eventsOf(pairs.filter(differs))),
      drilldown: rowsOf(differing, 'different'),
    },
  ]
}
