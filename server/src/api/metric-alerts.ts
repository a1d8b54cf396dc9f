import { listMetricCrossings, metricAlertCalls } from '@verbatim/contract/metric-alerts.ts'
import type { FastifyInstance } from 'fastify'
import { createMetricAlert, deleteMetricAlert, updateMetricAlert } from '#domains/metric-alerts/commands.ts'
import { findMetricAlerts, findMetricCrossings, requireMetricAlert } from '#domains/metric-alerts/queries.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { usualRoutes } from './usual-routes.ts'

const usual = usualRoutes(metricAlertCalls, {
  find: findMetricAlerts,
  require: requireMetricAlert,
  create: createMetricAlert,
  update: updateMetricAlert,
  remove: deleteMetricAlert,
  touches: ['metric-alerts'],
})

/** Alerts on metrics: list, details and changes, and when they were crossed. */
export function metricAlertRoutes(app: FastifyInstance, ctx: Clock): void {
  usual(app, ctx)
  route(app, listMetricCrossings, ({ actor, params: { id }, read }) =>
    read(async (tx) => ({ items: await findMetricCrossings(tx, id, actor) })),
  )
}
