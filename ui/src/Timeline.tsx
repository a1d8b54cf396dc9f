import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Ago, DateTime } from './DateTime.tsx'
import { Face } from './Face.tsx'
import classes from './Timeline.module.css'

interface TimelineEntry {
  readonly id: string
  readonly at: string
  readonly icon: Icon
  /** The person whose words these are: shown in place of the icon. */
  readonly by?: string
  /** A sentence: "Ann moved it to In Review". */
  readonly title: ReactNode
  /** A comment or a reason. */
  readonly body?: ReactNode
}

interface TimelineProps {
  label: string
  entries: readonly TimelineEntry[]
  empty: ReactNode
  /** Relative time, or the exact moment for an examiner. */
  times?: 'ago' | 'moment'
}

/** Events and comments, in order. */
export function Timeline({ label, entries, empty, times = 'ago' }: TimelineProps) {
  if (entries.length === 0) return <div className={classes.empty}>{empty}</div>
  return (
    <ol className={classes.timeline} aria-label={label}>
      {entries.map(({ id, at, icon: EntryIcon, by, title, body }) => (
        <li key={id} className={classes.entry}>
          {by === undefined ? (
            <span className={classes.icon}>
              <EntryIcon size={14} aria-hidden />
            </span>
          ) : (
            <Face name={by} />
          )}
          <div className={classes.words}>
            <div className={classes.title}>
              {title} {times === 'ago' ? <Ago at={at} /> : <DateTime at={at} />}
            </div>
            {body && <div className={classes.body}>{body}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
