import { IconBellRinging } from '@tabler/icons-react'
import {
  alertDaysNames,
  conditionText,
  type MetricAlert,
  metricAlertCalls,
  metricAlertList,
} from '@verbatim/contract/metric-alerts.ts'
import { definitionOf } from '@verbatim/contract/metric-definitions.ts'
import { filterWords } from '@verbatim/contract/tile-words.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { enabledOptions } from '@verbatim/ui/options.ts'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { nounList } from '#lists/noun-list.ts'
import { nameColumn, switchColumn } from '#lists/usual-columns.tsx'
import { metricOptions } from './metric-options.ts'

const columns: readonly Column<MetricAlert>[] = [
  nameColumn('Alert', questionOf),
  switchColumn({
    slice: 'metric-alerts',
    needs: 'notifications.manage',
    nameOf: ({ name }) => name,
    update: (api, { id }, body) => api(metricAlertCalls.update, { params: { id }, body }),
  }),
  {
    id: 'recipients',
    label: 'Recipients',
    width: 200,
    narrow: 'line',
    cell: ({ recipients, crossedFor }) => (
      <TwoLines
        first={counted(recipients.length, 'recipient')}
        second={crossedFor > 0 && `crossed for ${crossedFor}`}
      />
    ),
  },
  {
    id: 'checked',
    label: 'Checked',
    width: 120,
    narrow: 'out',
    cell: ({ checkedAt, failedChecks }) => (
      <TwoLines
        first={checkedAt ? <Ago at={checkedAt} /> : 'Not yet'}
        second={failedChecks > 0 && `${counted(failedChecks, 'check')} failed since`}
      />
    ),
  },
]

/** `Messages (WhatsApp) above 10, last 7 days` */
function questionOf({ metric, filter, condition, days }: MetricAlert): string {
  const { name, isNow } = definitionOf(metric)
  const narrowed = filterWords(filter)
  const figure = narrowed ? `${name} (${narrowed})` : name
  const period = isNow ? '' : `, ${alertDaysNames[days].toLowerCase()}`
  return `${figure} ${conditionText(metric, condition)}${period}`
}

/** Alerts on metrics: who is mailed when a figure crosses a threshold. An open one is shown over the list. */
export const metricAlertsList = nounList('metric-alerts', {
  key: ['metric-alerts'],
  spec: metricAlertList,
  call: metricAlertCalls.list,
  noun: 'metric alerts',
  columns,
  fields: filterFields(metricAlertList.fields, {
    metric: { label: 'Metric', options: metricOptions },
    status: { label: 'Status', options: enabledOptions },
    changedAt: 'Last changed',
  }),
  searchPlaceholder: 'Search metric alerts',
  rowLabel: ({ name }) => name,
  empty: {
    icon: IconBellRinging,
    title: 'No metric alerts yet',
    text: 'A metric alert emails its recipients when a figure of Key Metrics crosses a threshold, and once more when it comes back. It is checked every hour.',
  },
})
