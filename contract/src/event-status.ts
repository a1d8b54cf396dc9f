import { z } from 'zod'
import { keysOf } from './keys-of.ts'

/** The state of the review of a cognitive event. Source: docs/rules/review.md. */
export const statuses = ['new', 'in_review', 'escalated', 'resolved', 'dismissed'] as const
export const EventStatus = z.enum(statuses)
export type EventStatus = z.infer<typeof EventStatus>

export const statusNames: Record<EventStatus, string> = {
  new: 'New',
  in_review: 'In Review',
  escalated: 'Escalated',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
}

/** All possible steps. `resolved` and `dismissed` can only be reopened, which needs a reason. */
export const transitions: Record<EventStatus, readonly EventStatus[]> = {
  new: ['in_review', 'escalated', 'resolved', 'dismissed'],
  in_review: ['new', 'escalated', 'resolved', 'dismissed'],
  escalated: ['in_review', 'resolved', 'dismissed'],
  resolved: ['in_review'],
  dismissed: ['in_review'],
}

export const openStatuses: readonly EventStatus[] = ['new', 'in_review', 'escalated']
export const closedStatuses: readonly EventStatus[] = ['resolved', 'dismissed']
export const isOpen = (status: EventStatus) => openStatuses.includes(status)
export const isReopening = (from: EventStatus, to: EventStatus) => !isOpen(from) && isOpen(to)

/** Whether a decision is the same as its precedent: the latest earlier one of another reviewer. Source: docs/metrics.md. */
export const precedents = ['same', 'different'] as const
export const precedentNames: Record<(typeof precedents)[number], string> = {
  same: 'Decided the same',
  different: 'Decided differently',
}

/** What a reviewer found. */
export const dispositionNames = {
  compliant: 'Compliant',
  questionable: 'Questionable',
  non_compliant: 'Non-compliant',
  false_positive: 'False positive',
  duplicate: 'Duplicate',
}
export const dispositions = keysOf(dispositionNames)
export const Disposition = z.enum(dispositions)
export type Disposition = z.infer<typeof Disposition>
