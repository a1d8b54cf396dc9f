import { Button } from '@mantine/core'
import { asFailure } from '@verbatim/client/failure.ts'
import { ErrorState } from '@verbatim/ui/ErrorState.tsx'
import classes from '@verbatim/ui/frame/MainPart.module.css'
import { UiProvider } from '@verbatim/ui/frame/UiProvider.tsx'

/** Shown if the messenger cannot start: the host names no organization, or the server is unreachable. */
export function StartFailed({ error }: { error: unknown }) {
  const { message, requestId } = asFailure(error)
  return (
    <UiProvider>
      <main className={classes.page}>
        <ErrorState
          title={message}
          requestId={requestId}
          action={
            <Button component="a" href={location.href}>
              Reload
            </Button>
          }
        />
      </main>
    </UiProvider>
  )
}
