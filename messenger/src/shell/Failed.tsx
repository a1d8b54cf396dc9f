import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { asFailure } from '@verbatim/client/failure.ts'
import { isMissingModule } from '@verbatim/client/missing-module.ts'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { ErrorState } from '@verbatim/ui/ErrorState.tsx'

interface FailedProps {
  error: unknown
  onRetry?: () => void
}

/** Replaces content that could not be read. Depends on the failure's code, never on its text. */
export function Failed({ error, onRetry }: FailedProps) {
  if (isMissingModule(error))
    return (
      <ErrorState
        title="This part of Verbatim could not be loaded"
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        A newer version may have been installed, or the connection was lost.
      </ErrorState>
    )
  const { code, status, message, requestId } = asFailure(error)
  const retry = onRetry && <Button onClick={onRetry}>Try again</Button>
  if (code === 'network')
    return (
      <ErrorState title="Not available offline" action={retry}>
        You are offline, and this was never opened on this device.
      </ErrorState>
    )
  if (status === 404)
    return (
      <ErrorState title={message} requestId={requestId} action={<Link to="/">Go back</Link>}>
        It may have ended, or you don’t have access to it.
      </ErrorState>
    )
  return (
    <ErrorState title={message} requestId={requestId} action={retry}>
      Nothing was lost.
    </ErrorState>
  )
}

/** An address without a screen. */
export function NoPage() {
  return (
    <main>
      <EmptyState title="This page doesn’t exist" action={<Link to="/">Your conversations</Link>} />
    </main>
  )
}
