import { counted } from '@verbatim/ui/counted.ts'
import type { ReactNode } from 'react'
import classes from './PrintedFew.module.css'

/** As in the style sheet: with so many in each table, a tab or an insight fits one sheet of paper. */
const mostPrinted = 6

interface PrintedFewProps {
  /** How many rows or bars there are, on other pages too; undefined while they are counted. */
  total: number | undefined
  children: ReactNode
}

/** A table or bars of which the first ones are printed, with the number of those left out. */
export function PrintedFew({ total = 0, children }: PrintedFewProps) {
  const left = total - mostPrinted
  return (
    <div className={classes.few}>
      {children}
      {left > 0 && (
        <p className={classes.left}>
          {counted(left, 'other')} {left === 1 ? 'is' : 'are'} not printed.
        </p>
      )}
    </div>
  )
}
