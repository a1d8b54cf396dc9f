import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './EditorButtons.module.css'
import { useFocusBack } from './use-focus-back.ts'

interface EditorButtonsProps {
  /** "Save group". */
  submitLabel: string
  canEdit: boolean
  /** There are no unsaved changes. */
  isIdle: boolean
  isSaving: boolean
  /** At the far end, for users who may edit: the delete button. */
  removal?: ReactNode
  onSubmit: () => void
  onClose: () => void
}

/** The buttons below an editor; a reader without permission to edit gets a button to close it. */
export function EditorButtons(props: EditorButtonsProps) {
  const { submitLabel, canEdit, isIdle, isSaving, removal, onSubmit, onClose } = props
  useFocusBack(isSaving)
  return (
    <>
      {canEdit && removal && (
        <div className={classes.far} inert={isSaving}>
          {removal}
        </div>
      )}
      <Button variant="default" className={canEdit && removal ? classes.spare : undefined} onClick={onClose}>
        {isIdle || !canEdit ? 'Close' : 'Cancel'}
      </Button>
      {canEdit && (
        <Button
          loading={isSaving}
          disabled={isIdle}
          title={isIdle ? 'No changes' : undefined}
          onClick={onSubmit}
        >
          {submitLabel}
        </Button>
      )}
    </>
  )
}

interface RemovalButtonProps {
  /** "Delete group". */
  label: string
  /** Why it is disabled; undefined if it is enabled. */
  refusal?: string | undefined
  onClick: () => void
}

/** Starts a removal, which then asks for confirmation. */
export function RemovalButton({ label, refusal, onClick }: RemovalButtonProps) {
  return (
    <Button
      variant="subtle"
      color="red"
      mr="auto"
      className={classes.removal}
      disabled={refusal !== undefined}
      title={refusal}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
