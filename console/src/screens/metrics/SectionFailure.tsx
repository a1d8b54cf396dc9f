import { Alert, Button } from '@mantine/core'
import { asFailure } from '@verbatim/client/failure.ts'
import { failureWords } from '#failures/failure-toast.ts'

/** In place of a part of a page whose call failed; the other parts stand. */
export function SectionFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Alert color="red" mt="xs" title="This part could not be counted">
      <p>{failureWords(asFailure(error))}</p>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}
