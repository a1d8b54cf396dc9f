/**
 * A reviewer's possible steps with an event, and why others are not possible. The contract and the
 * server define the rule.
 */
import {
  type Icon,
  IconArrowBackUp,
  IconArrowUpCircle,
  IconCircleCheck,
  IconCircleX,
  IconEye,
  IconLockOpen,
} from '@tabler/icons-react'
import type { CognitiveEvent, StatusChange } from '@verbatim/contract/cognitive-events.ts'
import {
  type Disposition,
  type EventStatus,
  isOpen,
  isReopening,
  statusNames,
  transitions,
} from '@verbatim/contract/event-status.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'

/** One possible step. */
export interface Step {
  readonly to: EventStatus
  /** The label of its button. */
  readonly verb: string
  readonly icon: Icon
  /** The required input; an escalation may have a reason. */
  readonly asks: 'nothing' | 'disposition' | 'reason'
}

export const steps = {
  review: { to: 'in_review', verb: 'Start review', icon: IconEye, asks: 'nothing' },
  back: { to: 'in_review', verb: 'Back to review', icon: IconEye, asks: 'nothing' },
  release: { to: 'new', verb: 'Release', icon: IconArrowBackUp, asks: 'nothing' },
  reopen: { to: 'in_review', verb: 'Reopen', icon: IconLockOpen, asks: 'reason' },
  escalate: { to: 'escalated', verb: 'Escalate', icon: IconArrowUpCircle, asks: 'nothing' },
  resolve: { to: 'resolved', verb: 'Resolve', icon: IconCircleCheck, asks: 'disposition' },
  dismiss: { to: 'dismissed', verb: 'Dismiss', icon: IconCircleX, asks: 'disposition' },
} as const satisfies Record<string, Step>

/** The four buttons of an event. The first depends on its status. */
export function stepsFrom(status: EventStatus): readonly Step[] {
  const first = {
    new: steps.review,
    in_review: steps.release,
    escalated: steps.back,
    resolved: steps.reopen,
    dismissed: steps.reopen,
  }
  return [first[status], steps.escalate, steps.resolve, steps.dismiss]
}

/** Why a step is not possible, in words; undefined if it is. */
export function objectionTo(
  status: EventStatus,
  { to }: Pick<Step, 'to'>,
  permissions: ReadonlySet<Permission>,
): string | undefined {
  if (!permissions.has('events.change_status')) return 'You need permission to change the status of events.'
  if (status === to) return `It is already ${statusNames[to].toLowerCase()}.`
  if (!transitions[status].includes(to))
    return isOpen(status)
      ? `It can’t go from ${statusNames[status]} to ${statusNames[to]}.`
      : `It is ${statusNames[status].toLowerCase()}. Reopen it first.`
  if (isReopening(status, to) && !permissions.has('events.reopen'))
    return 'You need permission to reopen events.'
  return undefined
}

/**
 * Why a step changes none of the events with these statuses, in words; undefined if it changes one. What is closed is only reopened, and
 * nothing else is.
 */
export function objectionToAll(
  selected: readonly EventStatus[],
  step: Step,
  permissions: ReadonlySet<Permission>,
): string | undefined {
  const isReopen = step === steps.reopen
  const fitting = selected.filter((status) => isReopening(status, step.to) === isReopen)
  const objections = fitting.map((status) => objectionTo(status, step, permissions))
  if (objections.includes(undefined)) return undefined
  if (isReopen) return objections[0] ?? 'No selected event is closed.'
  const name = statusNames[step.to]
  return selected.every((status) => status === step.to)
    ? `Already ${name.toLowerCase()}.`
    : `No selected event can go to ${name}.`
}

/** The decisions of the keys 1 to 5: the first three close an event as resolved, the others dismiss it. */
export const decisions: readonly { disposition: Disposition; status: 'resolved' | 'dismissed' }[] = [
  { disposition: 'compliant', status: 'resolved' },
  { disposition: 'questionable', status: 'resolved' },
  { disposition: 'non_compliant', status: 'resolved' },
  { disposition: 'false_positive', status: 'dismissed' },
  { disposition: 'duplicate', status: 'dismissed' },
]

/** The single keys for an event: 1 to 5, and E. */
export function stepKeys<E extends Pick<CognitiveEvent, 'id'>, Answer = void>(
  take: (event: E, change: StatusChange) => Answer,
): Record<string, (event: E) => Answer> {
  const decided = decisions.map(({ disposition, status }, i) => [
    String(i + 1),
    (event: E) => take(event, { status, disposition }),
  ])
  return { ...Object.fromEntries(decided), e: (event) => take(event, { status: 'escalated' }) }
}
