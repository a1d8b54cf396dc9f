import { ActionIcon, Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { definitionOf, type MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { MetricPeriod } from '@verbatim/contract/metrics.ts'
import { dateTimeText } from '@verbatim/ui/dates.ts'
import { keptInSight } from '@verbatim/ui/kept-in-sight.ts'
import { usePanel } from '@verbatim/ui/use-panel.ts'
import classes from './FigureInfo.module.css'

interface FigureInfoProps {
  id: MetricId
  /** The name of the figure or the chart. */
  name?: string
  /** What the organization's settings make of the formula. */
  note?: string | undefined
  period: Pick<MetricPeriod, 'zone' | 'asOf'>
}

/** What a figure means and how it is calculated, behind an "i". */
export function FigureInfo({ id, name, note, period: { zone, asOf } }: FigureInfoProps) {
  const { button, toggle, props, fading } = usePanel()
  const { name: defined, meaning, formula, better, isNow } = definitionOf(id)
  const title = `About ${name ?? defined}`
  return (
    <Popover
      {...props}
      {...keptInSight}
      position="bottom-end"
      width="calc(min(320px, 100vw - 32px))"
      trapFocus
    >
      <Popover.Target>
        <ActionIcon ref={button} size={24} aria-label={title} onClick={toggle} data-screen-only>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      {/* It takes the focus itself, so that it is read out. */}
      <Popover.Dropdown {...fading} aria-label={title} tabIndex={-1} data-autofocus>
        <div className={classes.info}>
          <p className={classes.meaning}>{meaning}</p>
          <p>{formula}</p>
          {note && <p>{note}</p>}
          {better && <p>{better === 'more' ? 'More is better.' : 'Fewer is better.'}</p>}
          <p className={classes.counted}>
            {isNow ? 'The state at' : `Days in ${zone}. Counted at`} {dateTimeText(asOf)}.
          </p>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
