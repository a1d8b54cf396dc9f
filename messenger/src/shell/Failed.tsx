import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Failure } from '@verbatim/client/failure.ts'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { ErrorState } from '@verbatim/ui/ErrorState.tsx'

interface FailedProps {
  failure: Failure
  onRetry?: () => void
}

/** Replaces content that could not be read. Depends on the failure's code, never on its text. */
export function Failed({ failure: { code, status, message, requestId }, onRetry }: FailedProps) {
  const retry = onRetry && <Button onClick={onRetry}>Try again</Button>
  if (code === 'network')
    return (
      <ErrorState title="Not available offline" action={retry}>
        You are offline, and this was never opened on this device.
      </ErrorState>
    )
  if (status === 404)
    return (
      <ErrorState title={message} requestId={requestId}>
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
