/** Every question that Key Metrics, their tables, insights, themes and the links of figures ask. */
import { type Dimension, tileMetrics, tileRules } from '@verbatim/contract/insight-tiles.ts'
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'

export interface MetricQuestion {
  readonly name: string
  /** Without the period. */
  readonly path: string
  /** A tile that is asked for by itself. */
  readonly body?: string
  /** Of those who may see integrations. */
  readonly isOfIntegrations?: true
}

/** The tabs: all tiles of each in one call. */
export const tabQuestions: readonly MetricQuestion[] = [
  { name: 'tab Organization Overview', path: '/bff/metrics' },
  { name: 'tab Sales Effectiveness', path: '/bff/metrics/sales' },
  { name: 'tab Digital Engagement', path: '/bff/metrics/digital' },
  { name: 'tab Cognitive Compliance', path: '/bff/metrics/compliance' },
]

/** The tables below the tiles, as they open. */
export const tableQuestions: readonly MetricQuestion[] = [
  { name: 'table of representatives', path: '/bff/dashboards/sales/representatives' },
  { name: 'table of active representatives', path: '/bff/dashboards/sales/active-representatives' },
  { name: 'table of inactive representatives', path: '/bff/dashboards/sales/inactive-representatives' },
  { name: 'adoption by day', path: '/bff/dashboards/sales/adoption-rate' },
  { name: 'table of waiting clients', path: '/bff/dashboards/sales/waiting-clients' },
  { name: 'table of waiting clients by owner', path: '/bff/dashboards/sales/waiting-owners' },
  { name: 'table of bursts', path: '/bff/dashboards/sales/bursts' },
  { name: 'table of contacts', path: '/bff/dashboards/digital/contacts' },
  { name: 'engagement by day', path: '/bff/dashboards/digital/overall-engagement' },
  { name: 'table of conversations', path: '/bff/dashboards/digital/conversations' },
  { name: 'table of policies', path: '/bff/dashboards/compliance/policies' },
  { name: 'table of reviewers', path: '/bff/dashboards/compliance/reviewers' },
  { name: 'table of account days', path: '/bff/dashboards/capture/account-days', isOfIntegrations: true },
  { name: 'categories', path: '/bff/categories/metrics' },
  { name: 'themes', path: '/bff/themes/metrics' },
]

/** A tile of each metric, and one of each way in which it can be divided. */
export const tileQuestions: readonly MetricQuestion[] = tileMetrics.flatMap((metric) => [
  tileQuestion(metric),
  ...(Object.keys(tileRules[metric]?.by ?? {}) as Dimension[]).map((by) => tileQuestion(metric, by)),
])

function tileQuestion(metric: MetricId, by?: Dimension): MetricQuestion {
  const place = { x: 0, y: 0, w: 4, h: 2 }
  const form = by === 'day' ? 'line' : 'bars'
  const tile = { id: 'one', place, metric, ...(by ? { kind: 'chart', by, form } : { kind: 'figure' }) }
  return {
    name: by ? `${metric} by ${by}` : metric,
    path: '/bff/insights/preview',
    body: JSON.stringify({ definition: { tiles: [tile] } }),
  }
}

const lists: Readonly<Partial<Record<Drilldown['list'], string>>> = {
  messages: '/bff/api/v1/messages',
  events: '/bff/api/v1/cognitive-events',
  'waiting-clients': '/bff/dashboards/sales/waiting-clients',
}

/** The list behind a figure or a part of it, as the console opens it; nothing for lists that are tables themselves. */
export function rowsQuestion(
  name: string,
  { list, filter = '', period }: Drilldown,
): MetricQuestion | undefined {
  const path = lists[list]
  if (path === undefined) return undefined
  if (list === 'waiting-clients') {
    const owner = filter.replace('waiting:', '')
    return owner ? { name: `rows of ${name}`, path: `${path}?owner=${owner}` } : undefined
  }
  const given = new URLSearchParams({
    exactTo: '10000',
    ...(filter && { filter }),
    ...(period && { period }),
  })
  return { name: `rows of ${name}`, path: `${path}?${given}` }
}
