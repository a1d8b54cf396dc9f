import { DateTime } from './DateTime.tsx'
import classes from './Moment.module.css'

/** The day, and below it the time. If rows are grouped by day, only the time. */
export function Moment({ at, isListed }: { at: string; isListed?: boolean }) {
  return (
    <>
      <span className={classes.day} data-listed={isListed || undefined}>
        <DateTime at={at} show="day" />{' '}
      </span>
      <span className={classes.time}>
        <DateTime at={at} show="time" />
      </span>
    </>
  )
}
