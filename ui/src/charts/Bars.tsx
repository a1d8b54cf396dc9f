import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Bars.module.css'
import type { Tone } from '#colors.ts'
import { leastCount } from './least-count.ts'
import { Link } from '#Link.tsx'

interface Bar {
  readonly key: string
  readonly label: string
  readonly icon?: Icon
  readonly tone: Tone
  readonly value: number
  /** In the period before; `null` if there is none. */
  readonly previous: number | null
  /** The value as it is written. */
  readonly text: string
  /** Its change since the period before. */
  readonly change?: ReactNode
  /** The rows behind it. */
  readonly href?: string | undefined
}

interface BarsProps {
  label: string
  bars: readonly Bar[]
  /** Whether the values are counts, not shares or durations. */
  areCounts: boolean
}

/** Values beside each other, each a bar from zero and a link to its rows. A tick marks the period before. */
export function Bars({ label, bars, areCounts }: BarsProps) {
  const values = bars.flatMap(({ value, previous }) => [value, previous ?? 0])
  const most = Math.max(areCounts ? leastCount : 0, ...values)
  const share = (value: number) => `${most > 0 ? (value / most) * 100 : 0}%`
  // Where some bars have a change beside them, all are as long: the same share ends at the same place.
  const hasChanges = bars.some(({ change }) => change !== undefined)
  const isCompared = bars.some(({ previous }) => previous !== null && previous > 0)
  return (
    <>
      <ul className={classes.bars} aria-label={label}>
        {bars.map((bar) => (
          <li
            key={bar.key}
            className={classes.bar}
            data-tone={bar.tone}
            data-compared={hasChanges || undefined}
          >
            <Row href={bar.href}>
              <span className={classes.label}>
                {bar.icon && <bar.icon size={14} stroke={2} aria-hidden />}
                <bdi>{bar.label}</bdi>
              </span>
              <span className={classes.text}>{bar.text}</span>
              <span className={classes.track} aria-hidden>
                <span className={classes.filled} style={{ width: share(bar.value) }} />
                {bar.previous !== null && bar.previous > 0 && (
                  <span className={classes.tick} style={{ left: share(bar.previous) }} />
                )}
              </span>
              {bar.change !== undefined && <span className={classes.change}>{bar.change}</span>}
            </Row>
          </li>
        ))}
      </ul>
      {isCompared && (
        <p className={classes.legend} data-screen-only>
          <span className={classes.sample} aria-hidden /> Previous period
        </p>
      )}
    </>
  )
}

function Row({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return <span className={classes.row}>{children}</span>
  return (
    <Link className={classes.row} href={href}>
      {children}
    </Link>
  )
}
