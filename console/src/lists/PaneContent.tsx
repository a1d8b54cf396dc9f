import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PaneContent.module.css'

interface PaneContentProps {
  title: string
  /** Below the title: what is said of it, and what can be done. */
  head: ReactNode
  children: ReactNode
}

/** What is read beside a list: its head, and below it what scrolls. */
export function PaneContent({ title, head, children }: PaneContentProps) {
  return (
    <div className={classes.pane} data-flows>
      <header className={classes.head}>
        <h2 className={classes.title}>
          <bdi>{title}</bdi>
        </h2>
        {head}
      </header>
      {children}
    </div>
  )
}

/** The same while it is loading. */
export function PendingContent({ children }: { children: ReactNode }) {
  return (
    <div className={classes.pane} aria-busy>
      <div className={classes.head}>
        <Skeleton width={240} height={24} />
        <Skeleton width={320} height={20} />
      </div>
      {children}
    </div>
  )
}
