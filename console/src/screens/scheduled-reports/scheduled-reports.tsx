import { Switch } from '@mantine/core'
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
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { Ago, DateTime } from '@verbatim/ui/DateTime.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { enabledOptions, optionsOf } from '@verbatim/ui/options.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { list } from '#lists/list.ts'
import { useCan } from '#shell/use-app-context.ts'
import { useSetEnabled } from './mutations.ts'
import { runWords, tabOptions } from './schedule-words.ts'
import classes from './scheduled-reports.module.css'

const columns: readonly Column<ReportSchedule>[] = [
  {
    id: 'name',
    label: 'Report',
    sortBy: 'name',
    narrow: 'line',
    cell: ({ name, subject, period }) => (
      <TwoLines
        first={<bdi>{name}</bdi>}
        second={`${subjectName(subject)}, ${reportPeriodNames[period].toLowerCase()}`}
      />
    ),
  },
  {
    id: 'enabled',
    label: 'Enabled',
    sortBy: 'status',
    width: 84,
    cell: (schedule) => <EnabledSwitch schedule={schedule} />,
  },
  {
    id: 'when',
    label: 'Mailed',
    sortBy: 'every',
    width: 224,
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
    cell: ({ nextAt }) => (nextAt ? <DateTime at={nextAt} /> : 'Paused'),
  },
  {
    id: 'last',
    label: 'Last',
    width: 170,
    cell: ({ lastRun }) =>
      lastRun ? <TwoLines first={<Ago at={lastRun.dueAt} />} second={runWords(lastRun)} /> : 'None yet',
  },
]

function EnabledSwitch({ schedule }: { schedule: ReportSchedule }) {
  const { mutate, isPending } = useSetEnabled()
  if (!useCan('reports.manage')) return schedule.enabled ? 'Enabled' : 'Paused'
  return (
    <Switch
      className={classes.switch}
      size="sm"
      aria-label={`${schedule.name} is enabled`}
      checked={schedule.enabled}
      onChange={(event) => {
        if (!isPending) mutate({ schedule, enabled: event.currentTarget.checked })
      }}
    />
  )
}

const { fields } = reportScheduleList

/** Scheduled reports: which figures are mailed to whom, and when. An open one is shown over the list. */
export const scheduledReportsList = list({
  key: ['report-schedules'],
  saved: 'report-schedules',
  spec: reportScheduleList,
  call: reportScheduleCalls.list,
  title: 'Scheduled Reports',
  noun: 'scheduled reports',
  columns,
  fields: [
    { key: 'tab', label: 'Figures', field: fields.tab, options: tabOptions },
    {
      key: 'every',
      label: 'Mailed',
      field: fields.every,
      options: optionsOf(recurrenceUnits, recurrenceUnitNames),
    },
    {
      key: 'format',
      label: 'Format',
      field: fields.format,
      options: optionsOf(reportFormats, reportFormatNames),
    },
    { key: 'status', label: 'Status', field: fields.status, options: enabledOptions },
    { key: 'nextAt', label: 'Next', field: fields.nextAt },
    { key: 'changedAt', label: 'Last changed', field: fields.changedAt },
  ],
  searchPlaceholder: 'Search scheduled reports',
  rowLabel: ({ name }) => name,
  path: '/organization/scheduled-reports',
  create: { to: 'new', label: 'New scheduled report', needs: 'reports.manage' },
  empty: {
    icon: IconReportAnalytics,
    title: 'No scheduled reports yet',
    text: 'A scheduled report mails Key Metrics or an insight as PDF or Excel: daily, weekly or monthly. Each recipient gets the figures of what they may see.',
  },
})
