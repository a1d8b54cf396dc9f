import { Skeleton } from '@mantine/core'
import { Failure } from '@verbatim/client/failure.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { DialogFrame } from '@verbatim/ui/dialogs/DialogFrame.tsx'
import type { DialogSize } from '@verbatim/ui/dialogs/dialog-size.ts'
import { ErrorPage } from '#failures/ErrorPage.tsx'

interface PendingDialogProps {
  title: string
  /** Why there is nothing to show; null while it is still loading. */
  error: Error | null
  /** That of the dialog that follows, so that it appears in place. */
  size?: DialogSize | undefined
  onRetry?: () => void
  onClose: () => void
}

/** The dialog of something that is still downloading, or could not be. */
export function PendingDialog({ title, error, size, onRetry, onClose }: PendingDialogProps) {
  return (
    <DialogFrame title={title} size={error ? 'medium' : size} onClose={onClose}>
      {error ? <ErrorPage error={error} onRetry={onRetry} /> : <Skeleton height={240} aria-busy />}
    </DialogFrame>
  )
}

interface DeniedDialogProps {
  title: string
  /** The error of the missing input. */
  permission: Permission
  onClose: () => void
}

/** The dialog for something that this user may not create. */
export function DeniedDialog({ title, permission, onClose }: DeniedDialogProps) {
  const error = new Failure('access.denied', { details: { permission } })
  return <PendingDialog title={title} error={error} onClose={onClose} />
}
