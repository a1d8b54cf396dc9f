import { Group } from '@mantine/core'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { Fragment } from 'react'
import type { DayPoint } from './DayChart.tsx'
import { lateArrival, lateDays, lateSubject } from './late-words.ts'
import classes from './LateNote.module.css'

/** More days than these are counted together; the table says which they are. */
const mostNamed = 3

/** Which days have grown since they were over, and by how much; nothing if none has. */
export function LateNote({ points }: { points: readonly DayPoint[] }) {
  const [first, ...others] = lateDays(points)
  if (!first) return null
  const days = [first, ...others] as const
  return (
    <Group component="p" align="baseline" c="dimmed" fz="xs" gap={6} m={0} mt={8} wrap="nowrap">
      <span className={classes.mark} aria-hidden />
      {days.length > mostNamed ? (
        <span>{`${lateSubject(days)} ${lateArrival(days)}. The table shows which days.`}</span>
      ) : (
        <span>
          {days.map((one, at) => (
            <Fragment key={one.day}>
              {at > 0 && ' '}
              {one.late.href === undefined ? (
                lateSubject([one])
              ) : (
                <TextLink href={one.late.href}>{lateSubject([one])}</TextLink>
              )}
              {` ${lateArrival([one])}.`}
            </Fragment>
          ))}
        </span>
      )}
    </Group>
  )
}
