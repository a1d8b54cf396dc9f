import type { Acceptances } from './acceptances.ts'
import type { Budget } from '#platform/budget.ts'
import type { Pace } from './pace.ts'
import type { Taken } from './settle-mail.ts'

/** How a turn goes, for all its connections. */
export interface Course {
  /** Mails of one conversation each, in their order, that no connection has begun. */
  readonly waiting: Taken[][]
  /** Whether the receiver can be asked for further mails. */
  isUp: boolean
  /** Whether it took a mail in this turn. */
  hasTaken: boolean
  /** Connections that have mails. */
  open: number
  readonly pace: Pace
  readonly budget: Budget
  readonly acceptances: Acceptances
}
