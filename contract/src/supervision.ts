/** How supervision keeps up: what each policy found, and what each reviewer has open and decided. Source: docs/metrics.md. */
import { z } from 'zod'
import { PolicyId, UserId } from './ids.ts'
import { listOf, rowsOfPeriod } from './metric-pages.ts'
import { Drilldown } from './metrics.ts'

/**
 * How many closed events it takes for a share to say something: with fewer, one more or less would change it by more than five points. And
 * for nine in ten: of fewer than ten it would be the slowest.
 */
export const leastClosed = { share: 20, nineInTen: 10 } as const

/** What a policy found in a period, and how it was decided. */
export const SupervisedPolicy = z.object({
  id: PolicyId,
  name: z.string(),
  events: z.int(),
  /** In the period before. */
  previous: z.int(),
  /** Those of the period that are closed, and those of them that were false positives. */
  closed: z.int(),
  falseAlarms: z.int(),
  /** The share of the closed ones that were worth reviewing, in percent; `null` of too few. */
  precision: z.number().nullable(),
  drilldowns: z.object({ events: Drilldown, closed: Drilldown, falseAlarms: Drilldown }),
})
export type SupervisedPolicy = z.infer<typeof SupervisedPolicy>

export const policySorts = ['name', 'events', 'closed', 'falseAlarms'] as const

/** The policies with events in the period or the one before it. */
export const listSupervisedPolicies = rowsOfPeriod(SupervisedPolicy, {
  path: '/bff/dashboards/compliance/policies',
  query: listOf(policySorts),
  access: 'metrics.compliance',
})

/** What a reviewer has open now, and what they decided of the period. */
export const ReviewerLoad = z.object({
  /** `null` for open events without an assignee, and for decisions by whom is not known; each is a row. */
  id: UserId.nullable(),
  /** Without an ID, which of the two: `Unassigned` or `Unknown`. */
  name: z.string(),
  open: z.int(),
  /** Those of them that were triggered more than 7 days ago. */
  aged: z.int(),
  /** The events of the period that they decided on, and the hours from trigger to decision that half and nine in ten of them took at most; of too few `null`. */
  closed: z.int(),
  medianHours: z.number().nullable(),
  slowHours: z.number().nullable(),
  /** Those that can be compared with an earlier decision of another reviewer, and those that differ from it. */
  compared: z.int(),
  differing: z.int(),
  drilldowns: z.object({
    open: Drilldown,
    aged: Drilldown,
    closed: Drilldown,
    /** Answers of the version before have none. */
    compared: Drilldown.optional(),
    differing: Drilldown,
  }),
})
export type ReviewerLoad = z.infer<typeof ReviewerLoad>

export const reviewerSorts = ['name', 'open', 'aged', 'closed', 'medianHours', 'differing'] as const

/** Events without a person: open ones without an assignee, and decided ones without a known reviewer. */
export const personless = { open: 'Unassigned', decided: 'Unknown' } as const

/** The reviewers with open events, or with decisions on events of the period. */
export const listReviewerLoads = rowsOfPeriod(ReviewerLoad, {
  path: '/bff/dashboards/compliance/reviewers',
  query: listOf(reviewerSorts),
  access: 'metrics.compliance',
})
