import { Button } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import type { MetricPeriod } from '@verbatim/contract/metrics.ts'
import { useNow } from '@verbatim/ui/clock.ts'
import { timeText } from '@verbatim/ui/dates.ts'
import { Link } from '@verbatim/ui/Link.tsx'
import { PeriodPicker } from '@verbatim/ui/PeriodPicker.tsx'
import { newReportHref } from '#screens/scheduled-reports/schedule-words.ts'
import { useCan } from '#shell/use-app-context.ts'
import { datesText, lengthText, offeredPeriods, periodName, previousText } from './metric-period.ts'
import type { MetricTab } from './queries.ts'
import { usePeriod } from './rows-address.ts'
import classes from './PeriodLine.module.css'

interface PeriodLineProps {
  counted: MetricPeriod | undefined
  /** Whose report can be scheduled. */
  tab?: MetricTab
}

/** The period, and in words what it is: its days, its zone, what it is compared with, and when it was counted. */
export function PeriodLine({ counted, tab }: PeriodLineProps) {
  const { period, issue, usual, change } = usePeriod()
  const maySchedule = useCan('reports.manage')
  const now = useNow()
  const name = periodName(period, now)
  const dates = counted && datesText(counted)
  return (
    <div className={classes.line}>
      <PeriodPicker
        value={period}
        onChange={change}
        offered={offeredPeriods(now)}
        words={{ name: name ?? dates ?? 'Chosen days' }}
      />
      <p className={classes.words} aria-live="polite">
        {issue && (
          <strong>
            {issue} These are the last {usual} days.{' '}
          </strong>
        )}
        {counted &&
          `${lengthText(counted)}, ${counted.zone} · compared with ${previousText(counted)} · counted at ${timeText(counted.asOf)}`}
      </p>
      {tab && maySchedule && (
        <Button
          className={classes.schedule}
          data-screen-only
          variant="default"
          size="compact-sm"
          leftSection={<IconCalendarTime size={16} />}
          component={Link}
          href={newReportHref(tab, period)}
        >
          Schedule
        </Button>
      )}
    </div>
  )
}
