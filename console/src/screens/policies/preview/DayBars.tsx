import { dayMs } from '@verbatim/contract/durations.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { useNow } from '@verbatim/ui/clock.ts'
import { utcDayText } from '@verbatim/ui/dates.ts'
import { leastCount } from '@verbatim/ui/charts/least-count.ts'
import type { Preview } from './PreviewResult.tsx'
import classes from './DayBars.module.css'

interface DayBarsProps {
  byDay: Preview['byDay']
  /** The first day contains this time. */
  since: string
}

const height = 56
const width = 10
const gap = 2

/** Matches per day, today at the right. Days are UTC, as the server counts them. */
export function DayBars({ byDay, since }: DayBarsProps) {
  const days = daysFrom(since, useNow(), byDay)
  const most = Math.max(1, ...days.map(({ matched }) => matched))
  const full = Math.max(leastCount, most)
  const peak = days.find(({ matched }) => matched === most)
  const label = `Matches per day${peak ? `, most on ${utcDayText(peak.at)}: ${peak.matched}` : ''}`
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${days.length * width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {days.map(({ at, matched }, place) => {
          const tall = matched === 0 ? 1 : Math.max(3, (matched / full) * height)
          return (
            <rect
              key={at.toISOString()}
              className={classes.bar}
              data-none={matched === 0 || undefined}
              x={place * width + gap / 2}
              y={height - tall}
              width={width - gap}
              height={tall}
            >
              <title>{`${utcDayText(at)}: ${counted(matched, 'message')}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className={classes.ends}>
        <span>{days[0] && utcDayText(days[0].at)}</span>
        <span>{peak && `most in a day: ${peak.matched}`}</span>
        <span>today</span>
      </figcaption>
    </figure>
  )
}

function daysFrom(since: string, now: Date, byDay: Preview['byDay']): { at: Date; matched: number }[] {
  const found = new Map(byDay.map(({ day, matched }) => [day, matched]))
  const first = Math.floor(Date.parse(since) / dayMs)
  const last = Math.max(first, Math.floor(now.getTime() / dayMs))
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const at = new Date((first + index) * dayMs)
    return { at, matched: found.get(at.toISOString().slice(0, 10)) ?? 0 }
  })
}
