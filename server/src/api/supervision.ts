import { listReviewerLoads, listSupervisedPolicies } from '@verbatim/contract/supervision.ts'
import type { FastifyInstance } from 'fastify'
import { findSupervisedPolicies } from '#domains/metrics/policies.ts'
import { findReviewerLoads } from '#domains/metrics/reviewers.ts'
import type { Clock } from '#kernel/clock.ts'
import { periodRoute } from './period-route.ts'

/** How supervision keeps up, by policy and by reviewer. */
export function supervisionRoutes(app: FastifyInstance, { now }: Clock): void {
  periodRoute(app, now, listSupervisedPolicies, findSupervisedPolicies)
  periodRoute(app, now, listReviewerLoads, findReviewerLoads)
}
