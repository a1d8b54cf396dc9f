/** Response rates and times of each channel, or of each group of the message that began to wait. */
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import { sql } from 'kysely'
import { rowsIn, share } from './figures.ts'
import type { Days, Periods } from './period.ts'
import {
  answeredCount,
  answeredRows,
  burstsIn,
  isOfPeriod,
  mediansOf,
  rateCounts,
  type Rates,
  rounded,
} from './responses.ts'
import { type FindScopedParts, findScopedParts, type ScopedFilter } from './scoped-parts.ts'
import type { AccessScope } from '#kernel/actor.ts'

/** The bursts of both periods, in brackets. */
function burstsOfBoth(scope: AccessScope, periods: Periods, only: ScopedFilter) {
  const days: Days = { from: periods.previous.from, to: periods.current.to }
  const read = sql`, channel, group_ids`
  return burstsIn(scope, periods, days, { selected: sql`${isOfPeriod(periods)} ${read}`, read, only })
}

/** The share of bursts that were answered within a day. */
export const findResponseRates: FindScopedParts = (tx, scope, periods, asked) =>
  findScopedParts<Rates>(tx, scope, {
    ...asked,
    rows: burstsOfBoth(scope, periods, asked.only),
    counts: rateCounts,
    size: sql`bursts`,
    isShown: sql`bursts > 0`,
    toPart: (row, only) => ({
      value: share(row.within_a_day, row.bursts) ?? 0,
      previous: share(row.within_a_day_before, row.bursts_before),
      drilldown: rowsIn('bursts', row.bursts, only),
    }),
  })

interface Medians {
  readonly answered: number
  readonly median: number | null
  readonly median_before: number | null
}

const seconds = {
  'first-response': 'seconds',
  'first-response-business': 'business_seconds',
} as const satisfies Partial<Record<MetricId, string>>

/** How long half of the answers took at most, in all or in business hours. */
export const medianPartsOf =
  (metric: keyof typeof seconds): FindScopedParts =>
  (tx, scope, periods, asked) =>
    findScopedParts<Medians>(tx, scope, {
      ...asked,
      rows: burstsOfBoth(scope, periods, asked.only),
      counts: sql`${answeredCount}, ${mediansOf(seconds[metric], 'median')}`,
      size: sql`answered`,
      isShown: sql`answered > 0`,
      toPart: ({ answered, median, median_before: before }, only) => ({
        value: rounded(median) ?? 0,
        previous: rounded(before),
        drilldown: answeredRows(answered, only),
      }),
    })
