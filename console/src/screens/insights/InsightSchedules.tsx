import { useQuery } from '@tanstack/react-query'
import type { InsightId } from '@verbatim/contract/insights.ts'
import { recurrenceText } from '@verbatim/contract/recurrence.ts'
import { reportFormatNames, type ReportSchedule } from '@verbatim/contract/report-schedules.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useId } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import classes from './InsightSchedules.module.css'
import { schedulesQuery } from './queries.ts'

/** To whom the insight is mailed, and when. Nothing if it is not. */
export function InsightSchedules({ id }: { id: InsightId }) {
  const heading = useId()
  const { data } = useQuery(schedulesQuery(useApi(), id))
  if (!data || data.length === 0) return null
  return (
    <section className={classes.schedules} aria-labelledby={heading} data-screen-only>
      <h2 id={heading} className={classes.heading}>
        Scheduled reports
      </h2>
      <ul className={classes.items}>
        {data.map((schedule) => (
          <li key={schedule.id}>
            <TextLink href={`/organization/scheduled-reports/${schedule.id}`}>
              <bdi>{schedule.name}</bdi>
            </TextLink>
            <span className={classes.words}>{wordsOf(schedule)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const wordsOf = ({ enabled, recurrence, format, recipients }: ReportSchedule) =>
  `${enabled ? recurrenceText(recurrence) : 'Disabled'} · ${reportFormatNames[format]} to ${counted(recipients.length, 'recipient')}`
