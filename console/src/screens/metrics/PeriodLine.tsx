import type { MetricPeriod } from '@verbatim/contract/metrics.ts'
import { useNow } from '@verbatim/ui/clock.ts'
import { timeText } from '@verbatim/ui/dates.ts'
import { PeriodPicker } from '@verbatim/ui/PeriodPicker.tsx'
import { datesText, lengthText, offeredPeriods, periodName, previousText } from './metric-period.ts'
import { usePeriod } from './rows-address.ts'
import classes from './PeriodLine.module.css'

/** The period, and in words what it is: its days, its zone, what it is compared with, and when it was counted. */
export function PeriodLine({ counted }: { counted: MetricPeriod | undefined }) {
  const { period, issue, usual, change } = usePeriod()
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
    </div>
  )
}
