import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

interface EmptyStateProps {
  icon?: Icon
  /** The missing content: "No messages match". */
  title: string
  /** The expected content, and why it is missing. */
  children?: ReactNode
  /** The next step. */
  action?: ReactNode
}

/** The message shown if there is no content. */
export function EmptyState({ icon: StateIcon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {StateIcon && (
        <span className={classes.icon}>
          <StateIcon size={24} stroke={1.5} aria-hidden />
        </span>
      )}
      <h2 className={classes.title}>{title}</h2>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
