/** When something was said: of what was said at one time, the order of the provider decides if there is one. */
import { type RawBuilder, sql } from 'kysely'

export interface Moment {
  readonly at: Date
  /** As the database gives it: a number that may be written. Those of the same time that have none are before the others. */
  readonly sequence: number | string | null
}

/** Below zero if `a` is earlier. */
export const compareMoments = (a: Moment, b: Moment): number =>
  a.at.getTime() - b.at.getTime() || sequenceOf(a) - sequenceOf(b)

const none = -1
const sequenceOf = ({ sequence }: Moment) => Number(sequence ?? none)

/** The same in SQL: what rows are compared and ordered by, as in `(at, sequence) < (at, sequence)`. */
export const momentOf = (at: RawBuilder<unknown>, sequence: RawBuilder<unknown>) =>
  sql`${at}, coalesce((${sequence})::bigint, ${none})`
