import { IconTrendingUp } from '@tabler/icons-react'
import { definitionOf, type MetricId, type MetricUnit } from '@verbatim/contract/metric-definitions.ts'
import { metricTabDefinitions, metricTabIds } from '@verbatim/contract/metric-tabs.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { figurePart, tabFigures } from '@verbatim/contract/tab-figures.ts'
import type { PaletteRow } from './palette-row.ts'

/** What people call a figure by its unit. */
const unitKeywords: Readonly<Record<MetricUnit, string>> = {
  count: 'number',
  percent: 'share rate percent',
  'per-thousand': 'rate',
  minutes: 'time duration',
  hours: 'time duration',
}

/** The figures of Key Metrics, each in the first tab that has it and that the user may open. */
export function metricRows(permissions: ReadonlySet<Permission>): PaletteRow[] {
  const rows = metricTabIds
    .filter((tab) => permissions.has(metricTabDefinitions[tab].permission))
    .flatMap((tab) =>
      tabFigures[tab].flatMap(({ title = '', ids }) =>
        ids.map((id) => toRow(id, metricTabDefinitions[tab], title)),
      ),
    )
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((same) => same.slice(0, 1))
}

function toRow(
  id: MetricId,
  tab: { readonly name: string; readonly path: string },
  title: string,
): PaletteRow {
  const { name, unit } = definitionOf(id)
  return {
    id: `Figure ${id}`,
    group: 'Key Metrics',
    label: name,
    detail: tab.name,
    kind: 'Figure',
    icon: IconTrendingUp,
    keywords: `key metrics ${title} ${unitKeywords[unit]}`,
    href: `${tab.path}#${figurePart(id)}`,
    isKept: true,
  }
}
