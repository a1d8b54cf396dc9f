import { Dialog } from '@verbatim/ui/dialogs/Dialog.tsx'
import { DialogForm } from '@verbatim/ui/dialogs/DialogForm.tsx'
import { FailureAlert } from '@verbatim/ui/FailureAlert.tsx'
import { asFailure } from '@verbatim/client/failure.ts'
import type { ReactNode } from 'react'

interface AskDialogProps {
  title: string
  /** The error of the last attempt. */
  error: Error | null
  busy: boolean
  /** Whether the input is incomplete. */
  incomplete?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks for a secret that the user knows, before changing something that it protects. */
export function AskDialog({
  title,
  error,
  busy,
  incomplete = false,
  onSubmit,
  onClose,
  children,
}: AskDialogProps) {
  return (
    <Dialog opened title={title} onClose={onClose}>
      <DialogForm submit="Continue" busy={busy} isReady={!incomplete} onSubmit={onSubmit} onCancel={onClose}>
        <FailureAlert>{error && asFailure(error).message}</FailureAlert>
        {children}
      </DialogForm>
    </Dialog>
  )
}
