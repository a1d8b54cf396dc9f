import { dueMetricAlerts } from '#domains/metric-alerts/check-commands.ts'
import { defineWork } from '#platform/work/work.ts'
import type { AlertContext } from './check-alerts.ts'

export const metricAlertWork = defineWork<AlertContext>({
  rows: dueMetricAlerts,
  load: async () => (await import('./check-alerts.ts')).checkAlerts,
})
