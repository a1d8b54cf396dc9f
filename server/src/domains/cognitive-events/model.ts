import { hourMs } from '@verbatim/contract/durations.ts'
import {
  type Disposition,
  type EventStatus,
  isOpen,
  isReopening,
  transitions,
} from '@verbatim/contract/event-status.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import type { StatusChange } from '@verbatim/contract/cognitive-events.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { Actor } from '#kernel/actor.ts'
import type { EventState } from '#schema/cognitive-events.ts'

/** Why a change of status is not allowed, as a failure code; `undefined` if it is allowed. */
export function objectionTo(
  before: EventState,
  change: StatusChange,
  permissions: ReadonlySet<Permission>,
): 'event.illegal-step' | 'event.reason-needed' | 'event.disposition-needed' | 'access.denied' | undefined {
  if (!transitions[before.status].includes(change.status)) return 'event.illegal-step'
  if (isReopening(before.status, change.status)) {
    if (!permissions.has('events.reopen')) return 'access.denied'
    if (!change.reason && !change.comment) return 'event.reason-needed'
  }
  if (change.status === 'resolved' && !change.disposition) return 'event.disposition-needed'
  return undefined
}

/** Which permission a change lacks for what it carries, whatever the event: who may change statuses may not therefore assign or comment. */
export function lackingFor(
  { status, assigneeId, comment }: Pick<StatusChange, 'status' | 'assigneeId' | 'comment'>,
  { userId, permissions }: Pick<Actor, 'userId' | 'permissions'>,
): Permission | undefined {
  const isOwn = assigneeId === undefined || assigneeId === userId || (assigneeId === null && status === 'new')
  const needed: readonly Permission[] = [
    ...(isOwn ? [] : (['events.assign'] as const)),
    ...(comment ? (['events.comment'] as const) : []),
  ]
  return needed.find((name) => !permissions.has(name))
}

/** A user takes back their own change within this time; later it is another decision, with its own right and reason. */
const undoMs = hourMs
export const mayBeUndone = (madeAt: Date, now: Date): boolean => now.getTime() - madeAt.getTime() <= undoMs

/** What the history says of the change: a comment that reopens an event is its reason. */
export function reasonFor(before: EventState, { status, reason, comment }: StatusChange): string | undefined {
  return reason ?? (isReopening(before.status, status) ? comment : undefined)
}

/**
 * The state after an allowed change. Claiming assigns the reviewer, and releasing removes the assignee. A dismissed event is
 * a false positive unless the reviewer says otherwise, and an open one has no disposition. Source: docs/rules/review.md.
 */
export function stateAfter(before: EventState, change: StatusChange, reviewer: UserId): EventState {
  return {
    status: change.status,
    disposition: dispositionAfter(change),
    assigneeId:
      change.assigneeId === undefined ? assigneeAfter(before, change.status, reviewer) : change.assigneeId,
  }
}

function dispositionAfter({ status, disposition }: StatusChange): Disposition | null {
  if (isOpen(status)) return null
  return disposition ?? (status === 'dismissed' ? 'false_positive' : null)
}

function assigneeAfter(before: EventState, status: EventStatus, reviewer: UserId): UserId | null {
  if (status === 'new') return null
  if (status === 'in_review') return reviewer
  return before.assigneeId
}
