import { useNow } from '#clock.ts'
import { shortDayText } from '#dates.ts'
import classes from './DayItem.module.css'

/** In a list by time: the day of the items below, which show the time only. */
export function DayItem({ at }: { at: string }) {
  const now = useNow()
  return (
    <li className={classes.day}>
      <time dateTime={at.slice(0, 10)}>{shortDayText(at, now)}</time>
    </li>
  )
}
