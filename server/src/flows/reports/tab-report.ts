/** A tab of Key Metrics as a report: its figures, charts, divisions and tables of people, as on the screen. */
import { breakdownWords } from '@verbatim/contract/breakdown-words.ts'
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import { type MetricTabId, metricTabDefinitions } from '@verbatim/contract/metric-tabs.ts'
import type { Breakdown } from '@verbatim/contract/metrics.ts'
import { findDashboard } from '#domains/metrics/dashboards.ts'
import type { TenantTx } from '#platform/db.ts'
import { toReportFigure, toReportParts, toReportSeries } from './figure-blocks.ts'
import { findPeopleTables } from './people-tables.ts'
import type { Content, ReportReader } from './content.ts'

/** The figures that each tab draws by day, with the titles of their charts. */
const charts: Readonly<Record<MetricTabId, readonly (readonly [id: MetricId, title: string])[]>> = {
  organization: [
    ['messages', 'Messages per day'],
    ['capture-completeness', 'Capture completeness per day'],
  ],
  sales: [
    ['adoption-rate', 'Adoption per day'],
    ['messages-sent', 'Messages sent per day'],
  ],
  digital: [
    ['contacts', 'Contacts per day'],
    ['overall-engagement', 'Engagement per day'],
  ],
  compliance: [['events-raised', 'Events per day']],
}

/** @returns Nothing if the reader may not see it. */
export async function findTabContent(
  tx: TenantTx,
  { actor, pseudonyms }: ReportReader,
  { tab, query, now }: Parameters<typeof findDashboard>[2],
): Promise<Content | undefined> {
  const { name, path, permission } = metricTabDefinitions[tab]
  if (!actor.permissions.has(permission)) return undefined
  const { figures, breakdowns, ...period } = await findDashboard(tx, actor.scope, { tab, query, now })
  return {
    title: name,
    path,
    notes: [],
    period,
    blocks: [
      { kind: 'figures', figures: figures.map((figure) => toReportFigure(figure)) },
      ...charts[tab].flatMap(([id, title]) =>
        toReportSeries(
          figures.find((figure) => figure.id === id),
          { days: period.days, title },
        ),
      ),
      ...breakdowns.map(toParts),
      ...(await findPeopleTables(tx, { scope: actor.scope, pseudonyms }, { tab, query, now })),
    ],
  }
}

const toParts = ({ id, ...divided }: Breakdown) =>
  toReportParts(divided, {
    metric: 'messages',
    ...breakdownWords[id],
    isOfPolicies: id === 'events-by-policy',
  })
