import { IconChartHistogram } from '@tabler/icons-react'
import { insightSourceNames, insightSources } from '@verbatim/contract/insight-providers.ts'
import {
  audiences,
  type Insight,
  insightCalls,
  insightList,
  insightTypeNames,
  insightTypes,
} from '@verbatim/contract/insights.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { Count } from '@verbatim/ui/table/Count.tsx'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { nounList } from '#lists/noun-list.ts'
import { changedColumn, countColumn, nameColumn } from '#lists/usual-columns.tsx'

const columns: readonly Column<Insight>[] = [
  nameColumn('Insight'),
  {
    id: 'type',
    label: 'Type',
    sortBy: 'type',
    width: 120,
    cell: ({ type }) => insightTypeNames[type],
  },
  {
    id: 'provider',
    label: 'Shown by',
    sortBy: 'provider',
    width: 160,
    narrow: 'out',
    // Only what differs from most.
    cell: ({ providerName }) => providerName && <bdi>{providerName}</bdi>,
  },
  { id: 'audience', label: 'Visible to', sortBy: 'audience', width: 240, cell: audienceWords },
  {
    ...countColumn('tileCount', 'Tiles', { id: 'tiles' }),
    cell: ({ tileCount, provider }: Insight) => provider === 'native' && <Count value={tileCount} />,
  },
  changedColumn,
]

function audienceWords({ audience, profiles }: Insight): string {
  if (audience === 'everybody') return 'Everyone'
  return profiles.length === 0
    ? 'Only people who manage insights'
    : profiles.map(({ name }) => name).join(', ')
}

/** The organization's own insights. An open one is shown over the list. */
export const insightsList = nounList('insights', {
  key: ['insights'],
  spec: insightList,
  call: insightCalls.list,
  noun: 'insights',
  columns,
  fields: filterFields(insightList.fields, {
    type: { label: 'Type', options: optionsOf(insightTypes, insightTypeNames) },
    audience: {
      label: 'Visible to',
      options: optionsOf(audiences, { everybody: 'Everyone', profiles: 'Permission profiles' }),
    },
    provider: { label: 'Shown by', options: optionsOf(insightSources, insightSourceNames) },
    tileCount: 'Tiles',
    changedAt: 'Last changed',
  }),
  searchPlaceholder: 'Search insights',
  rowLabel: ({ name }) => name,
  empty: {
    icon: IconChartHistogram,
    title: 'No insights of your own yet',
    text: 'An insight shows figures, charts and tables of your choice. Build one, or duplicate a ready-made one.',
    next: [{ label: 'See the ready-made ones', href: '/insights', needs: 'insights.view' }],
  },
})
