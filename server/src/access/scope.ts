/** The law of access on values, for sockets, jobs, comparisons and explanations. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccessScope, Actor, Grant } from '#kernel/actor.ts'
import { type Dimension, dimensions, type ScopedRow } from './law.ts'

/** Whether a row is within a scope: in every dimension of one of its grants. */
export function isWithin(scope: AccessScope, row: ScopedRow): boolean {
  return scope.some((grant) => dimensions.every((dimension) => holds(dimension, grant, row)))
}

/** Whether a grant contains a row in one dimension. */
export function holds({ granted, held }: Dimension, grant: Grant, row: ScopedRow): boolean {
  const values: 'all' | readonly string[] = grant[granted]
  const of: string | readonly string[] = row[held]
  if (values === 'all') return true
  return typeof of === 'string' ? values.includes(of) : of.some((value) => values.includes(value))
}

/** Whether `present` may see every row that `past` allows. */
export function reachesAsFar(present: AccessScope, past: AccessScope): boolean {
  return past.every((grant) => covers(present, grant, dimensions))
}

/** Whether a user may still see every row and every name that they saw before. */
export const seesAsMuch = (present: Reading, past: Reading): boolean =>
  reachesAsFar(present.scope, past.scope) &&
  (past.readsUnderPseudonyms === true || !present.readsUnderPseudonyms)

type Reading = Pick<Actor, 'scope' | 'readsUnderPseudonyms'>

/** Whether grants together contain every row of one grant, in these dimensions. */
function covers(grants: AccessScope, past: Grant, [dimension, ...others]: readonly Dimension[]): boolean {
  if (!dimension) return grants.length > 0
  const { granted } = dimension
  const whole = grants.filter((grant) => grant[granted] === 'all')
  const wanted: 'all' | readonly string[] = past[granted]
  // `all` always includes values that no list names.
  if (wanted === 'all') return covers(whole, past, others)
  const naming = new Map<string, Grant[]>()
  for (const grant of grants)
    if (grant[granted] !== 'all')
      for (const value of grant[granted]) naming.set(value, [...(naming.get(value) ?? []), grant])
  return wanted.every((value) => covers([...whole, ...(naming.get(value) ?? [])], past, others))
}

/** A grant of everything, which needs no condition, so indexes alone can answer. */
export const isEverything = (grant: Grant) => dimensions.every((dimension) => isWhole(dimension, grant))

/** Whether a grant covers all of a dimension. */
export function isWhole({ granted, every }: Dimension, grant: Grant): boolean {
  const values: 'all' | readonly string[] = grant[granted]
  return values === 'all' || (every?.every((value) => values.includes(value)) ?? false)
}

/** Whether any grant is for a channel, in whatever groups: who reads none of its messages manages none of its accounts. */
export const reachesChannel = (scope: AccessScope, channel: Channel): boolean =>
  scope.some(({ channels }) => channels.includes(channel))

/** Whether one grant leaves out nothing but channels, for what may be about people of any group. */
export const coversAllGroups = (scope: AccessScope): boolean =>
  scope.some((grant) =>
    dimensions.every((dimension) => dimension.granted === 'channels' || isWhole(dimension, grant)),
  )

/** Equal for scopes with the same grants, in whatever order they were read. */
export const scopeKey = (scope: AccessScope): string =>
  JSON.stringify(
    scope
      .map((grant) =>
        JSON.stringify(
          dimensions.map(({ granted }) => {
            const values: 'all' | readonly string[] = grant[granted]
            return values === 'all' ? values : values.toSorted()
          }),
        ),
      )
      .toSorted(),
  )

/** The groups that a scope reaches on any channel, for rows with groups and no channel, such as contacts. */
export function grantedGroups(scope: AccessScope): Grant['groupIds'] {
  const groups = scope.flatMap(({ groupIds }) => (groupIds === 'all' ? [] : groupIds))
  return scope.some(({ groupIds }) => groupIds === 'all') ? 'all' : [...new Set(groups)]
}
