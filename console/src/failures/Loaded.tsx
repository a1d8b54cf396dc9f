import { Button, Skeleton, Text } from '@mantine/core'
import { asFailure } from '@verbatim/client/failure.ts'
import type { ReactNode } from 'react'
import { ErrorPage } from './ErrorPage.tsx'
import { failureWords } from './failure-toast.ts'
import { isRefused, openable } from './openable.ts'

interface LoadedProps<T> {
  /** The result of the query. */
  of: { readonly data: T | undefined; readonly error: Error | null; readonly refetch: () => unknown }
  /** What is shown until the data is there: a skeleton, or the height of one. */
  pending: number | ReactNode
  /** Shows a failure as a line, as in a panel or a form, instead of as the page's state. */
  inline?: true
  /** What is around both the skeleton and the data, but not around a failure. */
  frame?: (content: ReactNode) => ReactNode
  children: (data: T) => ReactNode
}

/**
 * What a query read, the wait for it, or why it could not be read. What was read stays readable after a later failure, unless
 * the access to it ended. Source: docs/rules/failures.md.
 */
export function Loaded<T>({ of, pending, inline, frame = unframed, children }: LoadedProps<T>) {
  const { data, error } = openable(of)
  const retry = () => void of.refetch()
  if (data !== undefined) return frame(children(data))
  if (error)
    return inline ? (
      <FailureLine error={error} onRetry={retry} />
    ) : (
      <ErrorPage error={error} onRetry={retry} />
    )
  return frame(typeof pending === 'number' ? <Skeleton height={pending} aria-busy /> : pending)
}

const unframed = (content: ReactNode) => content

/** Why a part could not be read. To try again does not help a reader who is refused. */
function FailureLine({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert">
      <Text c="red">{failureWords(asFailure(error))}</Text>
      {!isRefused(error) && (
        <Button mt="xs" size="compact-sm" variant="default" onClick={onRetry} data-screen-only>
          Try again
        </Button>
      )}
    </div>
  )
}
