import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Drawing } from './Drawing.tsx'
import classes from './EmptyState.module.css'

interface ErrorStateProps {
  /** The error. */
  title: string
  /** Whether anything was saved, and what to do. */
  children?: ReactNode
  action?: ReactNode
  /** The ID by which the operator finds the request in the log. */
  requestId?: string | undefined
}

/** The message after an error. */
export function ErrorState({ title, children, action, requestId }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.drawing}>
        <Drawing of="sheet" />
        <span className={classes.icon} data-tone="error">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
        </span>
      </span>
      <h1 className={classes.title}>{title}</h1>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
      {requestId && (
        <p className={classes.request}>
          Request <code>{requestId}</code>
        </p>
      )}
    </div>
  )
}
