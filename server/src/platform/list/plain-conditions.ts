import {
  type Condition,
  dateSpan,
  type Fields,
  type Operator,
  periodSpan,
} from '@verbatim/contract/list-filter.ts'
import type { Test } from './tests.ts'

/** A condition in the few tests that SQL needs: dates become bounds, ordered enums become sets, and one value becomes a set. */
export interface PlainCondition<F extends string = string> {
  readonly field: F
  readonly test: Test
  readonly values: readonly string[]
}

/** The simplified conditions of a filter. Periods of N days end at `now`. */
export function plainConditions<F extends string>(
  fields: Fields,
  conditions: readonly Condition<F>[],
  now: Date,
): PlainCondition<F>[] {
  return conditions.flatMap((condition) => {
    const { field, operator, values } = condition
    const { type, values: ranks } = fields[field] ?? {}
    if (type === 'date' && values.length > 0) return dateConditions(condition, now)
    if (ranks && comparisons.has(operator)) return { field, test: 'in', values: ranked(ranks, condition) }
    if (operator === 'eq') return { field, test: 'in', values }
    if (operator === 'neq') return { field, test: 'nin', values }
    if (operator !== 'between') return { field, test: operator, values }
    return [
      { field, test: 'gte', values: values.slice(0, 1) },
      { field, test: 'lte', values: values.slice(1, 2) },
    ]
  })
}

const comparisons: ReadonlySet<Operator> = new Set<Operator>(['lt', 'lte', 'gt', 'gte', 'between'])

function dateConditions<F extends string>(
  { field, operator, values }: Condition<F>,
  now: Date,
): PlainCondition<F>[] {
  const span = operator === 'between' ? periodSpan(values, now) : dateSpan(values[0] ?? '')
  if (!span) throw new Error('A date that was not parsed')
  const [start, end] = [[span.start.toISOString()], [span.end.toISOString()]]
  if (operator === 'lt') return [{ field, test: 'lt', values: start }]
  if (operator === 'lte') return [{ field, test: 'lt', values: end }]
  if (operator === 'gt') return [{ field, test: 'gte', values: end }]
  if (operator === 'gte') return [{ field, test: 'gte', values: start }]
  if (operator === 'neq') return [{ field, test: 'outside', values: [...start, ...end] }]
  return [
    { field, test: 'gte', values: start },
    { field, test: 'lt', values: end },
  ]
}

/** The values of an ordered enum that satisfy a comparison. */
function ranked(ranks: readonly string[], { operator, values }: Condition): string[] {
  const low = ranks.indexOf(values[0] ?? '')
  const high = ranks.indexOf(values[1] ?? '')
  return ranks.filter((_, rank) => {
    if (operator === 'lt') return rank < low
    if (operator === 'lte') return rank <= low
    if (operator === 'gt') return rank > low
    if (operator === 'gte') return rank >= low
    return rank >= low && rank <= high
  })
}
