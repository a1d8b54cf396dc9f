import type { ReactNode } from 'react'
import classes from './FieldPair.module.css'

/** Fields beside each other: their labels are on one line, and so are their inputs. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className={classes.pair}>{children}</div>
)
