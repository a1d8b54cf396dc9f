import type { ReactNode } from 'react'
import classes from './Facts.module.css'

interface FactListProps {
  items: readonly ReactNode[]
  /** The most lines; the last one then has the number of the others. Default: all. */
  most?: number
  /** What holds if there are no items. */
  none?: string
}

/** A fact with several values, each on a line. */
export function FactList({ items, most = items.length, none }: FactListProps) {
  if (items.length === 0 && none !== undefined) return <span className={classes.aside}>{none}</span>
  const shown = items.slice(0, items.length > most ? most - 1 : most)
  return (
    <ul>
      {shown.map((item, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- they keep their order
        <li key={at} dir={typeof item === 'string' ? 'auto' : undefined}>
          {item}
        </li>
      ))}
      {shown.length < items.length && (
        <li className={classes.aside}>and {items.length - shown.length} more</li>
      )}
    </ul>
  )
}
