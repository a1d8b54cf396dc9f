import { Dialog } from '@verbatim/ui/Dialog.tsx'
import { DialogActions } from '@verbatim/ui/DialogActions.tsx'
import { Button, Stack } from '@mantine/core'
import { FailureAlert } from '@verbatim/ui/FailureAlert.tsx'
import { asFailure } from '@verbatim/client/failure.ts'
import type { FormEvent, ReactNode } from 'react'

interface AskDialogProps {
  title: string
  /** The error of the last attempt. */
  error: Error | null
  busy: boolean
  /** Whether the input is incomplete. */
  incomplete?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
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
      <form noValidate onSubmit={onSubmit}>
        <Stack>
          <FailureAlert>{error && asFailure(error).message}</FailureAlert>
          {children}
          <DialogActions onCancel={onClose}>
            <Button type="submit" loading={busy} disabled={incomplete}>
              Continue
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}
