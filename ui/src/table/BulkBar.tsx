import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './BulkBar.module.css'
import { counted } from '#counted.ts'
import { numberText } from '#dates.ts'
import { countSelected, everythingSelected, nothingSelected, type Selection } from './selection.ts'

interface BulkBarProps {
  selection: Selection
  onSelect: (selection: Selection) => void
  /** How many rows the list matches on all pages. */
  total: number
  /** The rows of this page; selecting all of them offers the rest. */
  pageCount: number
  /** Their name: "event", "events". */
  one: string
  noun: string
  /** Whether others can't be selected now, because an action on these is being saved. */
  isHeld?: boolean
  /** The buttons for their actions. */
  children: ReactNode
}

/** The number of selected rows, a way to select all that match, and the actions on them. Absent without a selection. */
export function BulkBar(props: BulkBarProps) {
  const { selection, onSelect, total, pageCount, one, noun, isHeld = false, children } = props
  const count = countSelected(selection, total)
  if (count === 0) return
  const offersAll = selection.kind === 'some' && count >= pageCount && total > count
  return (
    <section className={classes.bar} aria-label={`Selected ${noun}`}>
      <span aria-live="polite" className={classes.count}>
        {counted(count, one, noun)} selected
      </span>
      {offersAll && (
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={isHeld}
          onClick={() => onSelect(everythingSelected)}
        >
          Select all {numberText(total)}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        disabled={isHeld}
        onClick={() => onSelect(nothingSelected)}
      >
        Clear
      </Button>
      <div className={classes.actions}>{children}</div>
    </section>
  )
}
