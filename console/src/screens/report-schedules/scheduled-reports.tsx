import { IconReportAnalytics } from '@tabler/icons-react'
import { recurrenceText, recurrenceUnitNames, recurrenceUnits } from '@verbatim/contract/recurrence.ts'
import { reportPeriodNames } from '@verbatim/contract/report-period.ts'
import {
  reportFormatNames,
  reportFormats,
  type ReportSchedule,
  reportScheduleCalls,
  reportScheduleList,
  subjectName,
} from '@verbatim/contract/report-schedules.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { Ago, DateTime } from '@verbatim/ui/DateTime.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { enabledOptions, optionsOf } from '@verbatim/ui/options.ts'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { nounList } from '#lists/noun-list.ts'
import { nameColumn, switchColumn } from '#lists/usual-columns.tsx'
import { runWords, tabOptions } from './schedule-words.ts'

const columns: readonly Column<ReportSchedule>[] = [
  nameColumn(
    'Report',
    ({ subject, period }) => `${subjectName(subject)}, ${reportPeriodNames[period].toLowerCase()}`,
  ),
  switchColumn({
    slice: 'report-schedules',
    needs: 'reports.manage',
    nameOf: ({ name }) => name,
    update: (api, { id }, body) => api(reportScheduleCalls.update, { params: { id }, body }),
  }),
  {
    id: 'when',
    label: 'Schedule',
    sortBy: 'every',
    width: 224,
    narrow: 'line',
    cell: ({ recurrence, recipients, format }) => (
      <TwoLines
        first={recurrenceText(recurrence)}
        second={`${reportFormatNames[format]} to ${counted(recipients.length, 'recipient')}`}
      />
    ),
  },
  {
    id: 'next',
    label: 'Next',
    sortBy: 'nextAt',
    width: 150,
    narrow: 'out',
    cell: ({ nextAt }) => (nextAt ? <DateTime at={nextAt} /> : 'Disabled'),
  },
  {
    id: 'last',
    label: 'Last',
    width: 170,
    narrow: 'line',
    cell: ({ lastRun }) =>
      lastRun ? <TwoLines first={<Ago at={lastRun.dueAt} />} second={runWords(lastRun)} /> : 'None yet',
  },
]

/** Scheduled reports: which figures are mailed to whom, and when. An open one is shown over the list. */
export const scheduledReportsList = nounList('report-schedules', {
  key: ['report-schedules'],
  spec: reportScheduleList,
  call: reportScheduleCalls.list,
  noun: 'scheduled reports',
  columns,
  fields: filterFields(reportScheduleList.fields, {
    tab: { label: 'Figures', options: tabOptions },
    every: { label: 'Schedule', options: optionsOf(recurrenceUnits, recurrenceUnitNames) },
    format: { label: 'Format', options: optionsOf(reportFormats, reportFormatNames) },
    status: { label: 'Status', options: enabledOptions },
    nextAt: 'Next',
    changedAt: 'Last changed',
  }),
  searchPlaceholder: 'Search scheduled reports',
  rowLabel: ({ name }) => name,
  empty: {
    icon: IconReportAnalytics,
    title: 'No scheduled reports yet',
    text: 'A scheduled report emails Key Metrics or an insight as PDF or Excel: daily, weekly or monthly. Each recipient gets the figures for what they can see.',
  },
})
