import { listReviewerLoads, listSupervisedPolicies } from '@verbatim/contract/supervision.ts'
import type { FastifyInstance } from 'fastify'
import { findPeriods, toMetricPeriod } from '#domains/metrics/period.ts'
import { findSupervisedPolicies } from '#domains/metrics/policies.ts'
import { findReviewerLoads } from '#domains/metrics/reviewers.ts'
import { route } from '#platform/http/route.ts'

/** How supervision keeps up, by policy and by reviewer. */
export function supervisionRoutes(app: FastifyInstance, { now }: { readonly now: () => Date }): void {
  route(app, listSupervisedPolicies, ({ actor, query, read }) =>
    read(async (tx) => {
      const periods = await findPeriods(tx, query, now())
      return {
        ...toMetricPeriod(periods),
        ...(await findSupervisedPolicies(tx, actor.scope, periods, query)),
      }
    }),
  )

  route(app, listReviewerLoads, ({ actor, query, read }) =>
    read(async (tx) => {
      const periods = await findPeriods(tx, query, now())
      return { ...toMetricPeriod(periods), ...(await findReviewerLoads(tx, actor.scope, periods, query)) }
    }),
  )
}
