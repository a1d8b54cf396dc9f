import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './DialogActions.module.css'

interface DialogActionsProps {
  onCancel: () => void
  /** Whether the dialog opens with the focus on Cancel: its action is hard to undo. */
  isCancelFocused?: boolean
  /** The button of the action. */
  children: ReactNode
}

/** The buttons of a dialog: Cancel and the action. They stay visible while a long dialog scrolls. */
export function DialogActions({ onCancel, isCancelFocused, children }: DialogActionsProps) {
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={onCancel} {...(isCancelFocused && { 'data-autofocus': true })}>
        Cancel
      </Button>
      {children}
    </div>
  )
}
