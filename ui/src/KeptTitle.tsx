import type { ReactNode } from 'react'
import classes from './KeptTitle.module.css'

/** A page whose title and link back stay in sight on a phone while it scrolls: without them a thread is of no one. */
export const KeptTitle = ({ children }: { children: ReactNode }) => (
  <div className={classes.kept}>{children}</div>
)
