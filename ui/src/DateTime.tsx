import { useNow } from './clock.ts'
import { agoText, dateText, dateTimeText, timeText, utcText } from './dates.ts'
import classes from './DateTime.module.css'

interface DateTimeProps {
  at: string
  show?: 'moment' | 'day' | 'time'
}

const texts = { moment: dateTimeText, day: dateText, time: timeText }

/** A time in the reader's time zone; hovering shows it in UTC. */
export function DateTime({ at, show = 'moment' }: DateTimeProps) {
  return (
    <time dateTime={at} title={utcText(at)} className={classes.time}>
      {texts[show](at)}
    </time>
  )
}

/** How long ago; hovering shows the time. */
export function Ago({ at }: { at: string }) {
  const now = useNow()
  return (
    <time
      dateTime={at}
      title={`${dateTimeText(at)} · ${utcText(at)}`}
      className={`${classes.time} ${classes.ago}`}
    >
      {agoText(at, now)}
    </time>
  )
}
