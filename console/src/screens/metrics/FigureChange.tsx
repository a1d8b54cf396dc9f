import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Change } from '@verbatim/contract/figure-words.ts'
import classes from './FigureChange.module.css'

const icons = { up: IconArrowUp, down: IconArrowDown, same: undefined } as const

/** The change of a figure: an arrow and a word, in colour only where one direction is good. */
export function FigureChange({ change }: { change: Change | undefined }) {
  if (!change) return <span className={classes.change}>–</span>
  const { direction, words, verdict } = change
  const ArrowIcon = icons[direction]
  return (
    <span className={classes.change} data-verdict={verdict}>
      {ArrowIcon && <ArrowIcon size={14} stroke={2} aria-hidden />}
      {words}
      {verdict && <VisuallyHidden component="span">, which is {verdict}</VisuallyHidden>}
    </span>
  )
}
