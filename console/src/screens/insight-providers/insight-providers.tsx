import { IconLayoutDashboard } from '@tabler/icons-react'
import {
  type InsightProvider,
  insightProviderCalls,
  insightProviderList,
  providerKindNames,
  providerKinds,
} from '@verbatim/contract/insight-providers.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { nounList } from '#lists/noun-list.ts'

const columns: readonly Column<InsightProvider>[] = [
  {
    id: 'name',
    label: 'Provider',
    sortBy: 'name',
    narrow: 'line',
    cell: ({ name, address, region }) => (
      <TwoLines first={<bdi>{name}</bdi>} second={<bdi>{address || region}</bdi>} />
    ),
  },
  { id: 'kind', label: 'Product', sortBy: 'kind', width: 176, cell: ({ kind }) => providerKindNames[kind] },
  {
    id: 'insights',
    label: 'Insights',
    sortBy: 'insights',
    width: 96,
    align: 'right',
    count: ({ insights }) => insights,
    cell: ({ insights }) => numberText(insights),
  },
  {
    id: 'changed',
    label: 'Changed',
    sortBy: 'changedAt',
    width: 176,
    narrow: 'out',
    cell: ({ changedAt, changedBy }) => (
      <TwoLines first={<Ago at={changedAt} />} second={<bdi>{changedBy}</bdi>} />
    ),
  },
]

/** The products that show embedded insights. An open one is shown over the list. */
export const insightProvidersList = nounList('insight-providers', {
  key: ['insight-providers'],
  spec: insightProviderList,
  call: insightProviderCalls.list,
  noun: 'insight providers',
  columns,
  fields: filterFields(insightProviderList.fields, {
    kind: { label: 'Product', options: optionsOf(providerKinds, providerKindNames) },
    insights: 'Insights',
    changedAt: 'Last changed',
  }),
  searchPlaceholder: 'Search insight providers',
  rowLabel: ({ name }) => name,
  empty: {
    icon: IconLayoutDashboard,
    title: 'No insight providers yet',
    text: 'An insight provider shows dashboards of Amazon QuickSight, Metabase or Apache Superset among your insights. Each reader sees only the rows of their permission profiles.',
  },
})
