import { dueMetricChecks } from '#domains/metrics/self-check.ts'
import { defineWork } from '#platform/work/work.ts'
import type { MetricCheckContext } from './check-metrics.ts'

export const metricCheckWork = defineWork<MetricCheckContext>({
  rows: dueMetricChecks,
  load: async () => (await import('./check-metrics.ts')).checkMetrics,
})
