import { DateTime } from './DateTime.tsx'
import classes from './Moment.module.css'

/** The day, and under it the time; a moment that rows are listed by shows the time alone under the heading of its day. */
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
