import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recurrenceText } from '@verbatim/contract/recurrence.ts'
import { type ReportSubscription, subjectName } from '@verbatim/contract/report-schedules.ts'
import { useApi } from '#shell/use-app-context.ts'
import { useSubscribe } from './mutations.ts'
import { subscriptionsQuery } from './queries.ts'
import classes from './ReportsSection.module.css'

/** The scheduled reports that the signed-in user gets, each with a button to stop it. Nothing if there are none. */
export function ReportsSection({ className }: { className: string | undefined }) {
  const { data } = useQuery(subscriptionsQuery(useApi()))
  const { mutate, isPending, variables } = useSubscribe()
  if (!data || data.items.length === 0) return null
  return (
    <section className={className}>
      <Title order={2} id="reports">
        Reports by email
      </Title>
      <ul className={classes.reports}>
        {data.items.map((report) => (
          <li key={report.id} className={classes.report}>
            <div>
              <bdi>{report.name}</bdi>
              <div className={classes.hint}>{wordsOf(report)}</div>
            </div>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`${verbOf(report)}: ${report.name}`}
              loading={isPending && variables.id === report.id}
              onClick={() => mutate({ id: report.id, isSubscribed: !report.isSubscribed })}
            >
              {verbOf(report)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const verbOf = ({ isSubscribed }: ReportSubscription) => (isSubscribed ? 'Stop' : 'Get it again')

function wordsOf({ subject, recurrence, enabled, isSubscribed }: ReportSubscription): string {
  const shown = subjectName(subject)
  if (!isSubscribed) return `${shown} · you stopped it`
  return enabled ? `${shown} · ${recurrenceText(recurrence)}` : `${shown} · paused`
}
