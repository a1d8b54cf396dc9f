import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'
import classes from './EmptyState.module.css'

interface EmptyStateProps {
  icon?: Icon
  /** A sheet by default. */
  drawing?: DrawingName
  /** The missing content: "No messages match". */
  title: string
  /** The expected content, and why it is missing. */
  children?: ReactNode
  /** The next step. */
  action?: ReactNode
}

/** The message shown if there is no content. */
export function EmptyState({ icon: StateIcon, drawing = 'sheet', title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <span className={classes.drawing}>
        <Drawing of={drawing} />
        {StateIcon && (
          <span className={classes.icon}>
            <StateIcon size={18} stroke={1.75} aria-hidden />
          </span>
        )}
      </span>
      <h2 className={classes.title}>{title}</h2>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
