import { categoryEntries } from '@verbatim/contract/categories.ts'
import {
  getCategoryMetrics,
  getComplianceMetrics,
  getDigitalMetrics,
  getMetrics,
  getSalesMetrics,
} from '@verbatim/contract/metrics.ts'
import type { FastifyInstance } from 'fastify'
import { findCategoryMetrics } from '#domains/metrics/categories.ts'
import { findDashboard } from '#domains/metrics/dashboards.ts'
import { Failure } from '#kernel/failure.ts'
import { route } from '#platform/http/route.ts'

/** Key Metrics: figures of a period within the reader's scope. */
export function metricRoutes(app: FastifyInstance, { now }: { readonly now: () => Date }): void {
  route(app, getMetrics, ({ actor, query, read }) =>
    read((tx) => findDashboard(tx, actor.scope, { tab: 'organization', query, now: now() })),
  )
  route(app, getSalesMetrics, ({ actor, query, read }) =>
    read((tx) => findDashboard(tx, actor.scope, { tab: 'sales', query, now: now() })),
  )
  route(app, getDigitalMetrics, ({ actor, query, read }) =>
    read((tx) => findDashboard(tx, actor.scope, { tab: 'digital', query, now: now() })),
  )
  route(app, getComplianceMetrics, ({ actor, query, read }) =>
    read((tx) => findDashboard(tx, actor.scope, { tab: 'compliance', query, now: now() })),
  )

  route(app, getCategoryMetrics, ({ actor, query, read }) => {
    const only = query['category-id']
    const entries = only === undefined ? categoryEntries : categoryEntries.filter(({ id }) => id === only)
    if (entries.length === 0) throw new Failure('category.not-found')
    return read((tx) => findCategoryMetrics(tx, actor.scope, { query, entries }, now()))
  })
}
