/** A tab of Key Metrics as a report: its figures, charts, divisions and tables of people, as on the screen. */
import { breakdownWords } from '@verbatim/contract/breakdown-words.ts'
import { failedTexts } from '@verbatim/contract/figure-words.ts'
import { definitionOf, type MetricId } from '@verbatim/contract/metric-definitions.ts'
import { type MetricTabId, metricTabDefinitions } from '@verbatim/contract/metric-tabs.ts'
import {
  type Breakdown,
  type BreakdownId,
  type FailedPart,
  failedParts,
  type FailedReason,
} from '@verbatim/contract/metrics.ts'
import type { ReportBlock } from '@verbatim/documents/report/report.ts'
import { partCounter } from '#domains/metrics/counted-parts.ts'
import { countDashboard, type findDashboard } from '#domains/metrics/counted-tabs.ts'
import { lacksPurpose } from '#domains/permissions/purposes.ts'
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
  { tab, query, now, ...counting }: Parameters<typeof findDashboard>[2],
): Promise<Content | undefined> {
  const { name, path, permission } = metricTabDefinitions[tab]
  if (!actor.permissions.has(permission)) return undefined
  const asked = { tab, query, now, countPart: partCounter(tx, counting) }
  const counted = await countDashboard(tx, actor.scope, asked)
  const { figures, breakdowns, failed: _, ...period } = counted
  const missing = failedBlocks(tab, failedParts(counted))
  const withoutSubjects = await lacksPurpose(tx, actor.userId, now)
  return {
    title: name,
    path,
    notes: [],
    period,
    blocks: [
      { kind: 'figures', figures: figures.map((figure) => toReportFigure(figure)) },
      ...missing.figures,
      ...charts[tab].flatMap(([id, title]) =>
        toReportSeries(
          figures.find((figure) => figure.id === id),
          { days: period.days, title },
        ),
      ),
      ...missing.charts,
      ...breakdowns.map(toParts),
      ...missing.breakdowns,
      ...(await findPeopleTables(tx, { scope: actor.scope, pseudonyms, withoutSubjects }, asked)),
    ],
  }
}

/** In place of each part that could not be counted, its name and why: an absent one would look like nothing. */
function failedBlocks(tab: MetricTabId, failed: readonly FailedPart[]) {
  const toText = (title: string, reason: FailedReason): ReportBlock => ({
    kind: 'text',
    title,
    text: failedTexts[reason],
  })
  return {
    figures: failed.flatMap(({ id, reason }) =>
      isDivision(id) ? [] : toText(definitionOf(id).name, reason),
    ),
    charts: failed.flatMap(({ id, reason }) =>
      charts[tab].flatMap(([drawn, title]) => (drawn === id ? toText(title, reason) : [])),
    ),
    breakdowns: failed.flatMap(({ id, reason }) =>
      isDivision(id) ? toText(breakdownWords[id].title, reason) : [],
    ),
  }
}

const isDivision = (id: FailedPart['id']): id is BreakdownId => Object.hasOwn(breakdownWords, id)

const toParts = ({ id, ...divided }: Breakdown) =>
  toReportParts(divided, { ...breakdownWords[id], isOfPolicies: id === 'events-by-policy' })
