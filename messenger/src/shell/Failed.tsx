import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Failure } from '@verbatim/client/failure.ts'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { ErrorState } from '@verbatim/ui/ErrorState.tsx'

interface FailedProps {
  failure: Failure
  onRetry?: () => void
}

/** What is shown in place of something that could not be read. Decided by the failure's code, never by its text. */
export function Failed({ failure: { code, status, message, requestId }, onRetry }: FailedProps) {
  const retry = onRetry && <Button onClick={onRetry}>Try again</Button>
  if (code === 'network')
    return (
      <ErrorState title="This was not read before" action={retry}>
        There is no connection, and what has not been read on this device is not kept on it.
      </ErrorState>
    )
  if (status === 404)
    return (
      <ErrorState title={message} requestId={requestId}>
        It may have ended, or it is not yours to read.
      </ErrorState>
    )
  return (
    <ErrorState title={message} requestId={requestId} action={retry}>
      Nothing was lost: the messenger only reads.
    </ErrorState>
  )
}

/** An address nobody has a screen for. */
export function NoPage() {
  return (
    <main>
      <EmptyState title="There is no page at this address" action={<Link to="/">Your conversations</Link>} />
    </main>
  )
}
