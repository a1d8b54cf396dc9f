import type { Permission } from './permissions.ts'

/** A tab of Key Metrics. */
interface MetricTabDefinition {
  readonly name: string
  /** Of the console. */
  readonly path: string
  readonly permission: Permission
}

/** The tabs of Key Metrics, in their order. */
export const metricTabDefinitions = {
  organization: {
    name: 'Organization Overview',
    path: '/metrics/organization-overview',
    permission: 'metrics.organization',
  },
  sales: { name: 'Sales Effectiveness', path: '/metrics/sales-effectiveness', permission: 'metrics.sales' },
  digital: { name: 'Digital Engagement', path: '/metrics/digital-engagement', permission: 'metrics.digital' },
  compliance: {
    name: 'Cognitive Compliance',
    path: '/metrics/cognitive-compliance',
    permission: 'metrics.compliance',
  },
} as const satisfies Record<string, MetricTabDefinition>

export type MetricTabId = keyof typeof metricTabDefinitions
export const metricTabIds = Object.keys(metricTabDefinitions) as [MetricTabId, ...MetricTabId[]]
