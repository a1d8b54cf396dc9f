import { Title } from '@mantine/core'
import { numberText } from '@verbatim/ui/dates.ts'
import { leastCount } from '@verbatim/ui/charts/least-count.ts'
import classes from './CountBars.module.css'

interface CountBarsProps {
  title: string
  /** Most first; undefined without counts. */
  counts: readonly { readonly id: string; readonly label: string; readonly count: number | undefined }[]
}

const mostShown = 8

/** Names with counts, each with a bar. */
export function CountBars({ title, counts }: CountBarsProps) {
  const most = Math.max(leastCount, ...counts.map(({ count = 0 }) => count))
  const further = counts.slice(mostShown)
  return (
    <div>
      <Title order={4} mb={4}>
        {title}
      </Title>
      <ul className={classes.bars}>
        {counts.slice(0, mostShown).map(({ id, label, count }) => (
          <li key={id} className={classes.bar} data-none={!count || undefined}>
            <bdi className={classes.label} title={label}>
              {label}
            </bdi>
            <span className={classes.count}>{count === undefined ? 'not evaluated' : numberText(count)}</span>
            <meter className={classes.meter} min={0} max={most} value={count ?? 0} aria-hidden />
          </li>
        ))}
        {further.length > 0 && <li className={classes.more}>and {numberText(further.length)} more</li>}
      </ul>
    </div>
  )
}
