import type { Acceptances } from './acceptances.ts'
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
  readonly acceptances: Acceptances
}

/** Mails about one conversation go over one connection, in their order. */
export function byConversation(taken: readonly Taken[]): Taken[][] {
  const ordered = taken.toSorted(byOrder)
  // The previous release names no conversation.
  const about = ({ row }: Taken) => row.conversation_id ?? row.message_id ?? ''
  return [...Map.groupBy(ordered, about).values()]
}

/** The order of capture, which is that of the ids of messages; the changes of a message follow it. */
const byOrder = ({ row: a }: Taken, { row: b }: Taken): number =>
  a.created_at.getTime() - b.created_at.getTime() ||
  compareText(a.message_id ?? '', b.message_id ?? '') ||
  a.revision - b.revision
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
