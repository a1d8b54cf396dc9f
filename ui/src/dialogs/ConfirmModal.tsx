import { TextInput } from '@mantine/core'
import classes from './DialogActions.module.css'
import { Dialog } from './Dialog.tsx'
import { DialogForm } from './DialogForm.tsx'
import { type ReactNode, useState } from 'react'

interface ConfirmModalProps {
  opened: boolean
  title: string
  /** The effect, and its extent. */
  children: ReactNode
  /** The verb of the action: "Delete policy". */
  confirmLabel: string
  /** Whether it cannot be undone, so that the button is red. */
  destructive?: boolean
  /** Must be typed before the action can be confirmed. */
  typeToConfirm?: string
  busy?: boolean
  /** Whether the required answers are complete; true by default. */
  isReady?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that is hard to undo. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { opened, title, onClose } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <ConfirmForm {...props} />
    </Dialog>
  )
}

function ConfirmForm(props: ConfirmModalProps) {
  const { children, confirmLabel, destructive, typeToConfirm, onConfirm, onClose } = props
  const { busy = false, isReady = true } = props
  const [typed, setTyped] = useState('')
  const ready = isReady && (typeToConfirm === undefined || typed.trim() === typeToConfirm.trim())
  return (
    <DialogForm
      submit={confirmLabel}
      busy={busy}
      isReady={ready}
      destructive={destructive ?? false}
      isCancelFocused
      onSubmit={onConfirm}
      onCancel={onClose}
    >
      <div className={classes.words}>{children}</div>
      {typeToConfirm !== undefined && (
        <TextInput
          label={`Type “${typeToConfirm}” to confirm`}
          labelProps={{ style: { overflowWrap: 'anywhere' } }}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </DialogForm>
  )
}
