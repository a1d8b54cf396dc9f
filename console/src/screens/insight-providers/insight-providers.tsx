import { IconLayoutDashboard } from '@tabler/icons-react'
import {
  type InsightProvider,
  insightProviderCalls,
  insightProviderList,
  providerKindNames,
  providerKinds,
} from '@verbatim/contract/insight-providers.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { nounList } from '#lists/noun-list.ts'
import { changedColumn, countColumn, nameColumn } from '#lists/usual-columns.tsx'

const columns: readonly Column<InsightProvider>[] = [
  nameColumn('Provider', ({ address, region }) => address || region),
  { id: 'kind', label: 'Product', sortBy: 'kind', width: 176, cell: ({ kind }) => providerKindNames[kind] },
  countColumn('insights', 'Insights'),
  changedColumn,
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
