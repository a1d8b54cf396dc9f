import { Button } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { daysToYesterday, type MetricPeriod } from '@verbatim/contract/metrics.ts'
import { timeText } from '@verbatim/ui/dates.ts'
import { Link } from '@verbatim/ui/Link.tsx'
import { PeriodPicker } from '@verbatim/ui/filters/PeriodPicker.tsx'
import type { ReportSubject } from '@verbatim/contract/report-schedules.ts'
import { newReportHref } from '#screens/report-schedules/schedule-words.ts'
import { useCan } from '#shell/use-app-context.ts'
import { FilesMenu } from './FilesMenu.tsx'
import {
  datesText,
  daysBeside,
  isUnfinished,
  offeredPeriods,
  periodName,
  previousText,
} from './metric-period.ts'
import { usePeriod } from './rows-address.ts'
import classes from './PeriodLine.module.css'

interface PeriodLineProps {
  counted: MetricPeriod | undefined
  /** What can be printed, downloaded and scheduled. */
  subject?: ReportSubject | undefined
}

/** The period, and in words what it is: its days, its zone, what it is compared with, and when it was counted. */
export function PeriodLine({ counted, subject }: PeriodLineProps) {
  const { period, issue, usual, change } = usePeriod()
  const name = periodName(period, counted)
  const dates = counted && datesText(counted)
  return (
    <div className={classes.line}>
      <PeriodPicker
        value={period}
        onChange={change}
        offered={offeredPeriods(counted)}
        words={{ name: name ?? dates ?? 'Chosen days' }}
      />
      <p className={classes.words} aria-live="polite">
        {issue && (
          <strong>
            {issue} Shown instead: {daysToYesterday(Number(usual)).toLowerCase()}.{' '}
          </strong>
        )}
        {counted?.nextZone && (
          <strong>
            Figures are being recounted for the time zone {counted.nextZone}. Until this is done, they show
            days in {counted.zone}.{' '}
          </strong>
        )}
        {counted && (
          <span className={classes.facts}>
            <span>{`${daysBeside(period, counted)}${isUnfinished(counted.to, counted) ? ', today so far' : ''}, ${counted.zone}`}</span>{' '}
            <Further>{`compared with ${previousText(counted)}`}</Further>{' '}
            <Further>{`counted at ${timeText(counted.asOf)}`}</Further>
          </span>
        )}
      </p>
      {subject && (
        <div className={classes.acts} data-screen-only>
          <SubjectActs subject={subject} />
        </div>
      )}
    </div>
  )
}

/** A fact after another one, with a dot between them. */
function Further({ children }: { children: string }) {
  return (
    <span>
      <span className={classes.dot}>·</span> {children}
    </span>
  )
}

/** To print or download what is shown in its period, and to have it mailed. */
export function SubjectActs({ subject }: { subject: ReportSubject }) {
  const { period } = usePeriod()
  const maySchedule = useCan('reports.manage')
  return (
    <>
      <FilesMenu subject={subject} period={period} />
      {maySchedule && (
        <Button
          variant="default"
          leftSection={<IconCalendarTime size={16} aria-hidden />}
          component={Link}
          href={newReportHref(subject, period)}
        >
          Schedule
        </Button>
      )}
    </>
  )
}
