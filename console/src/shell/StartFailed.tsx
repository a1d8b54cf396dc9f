import { UiProvider } from '@verbatim/ui/UiProvider.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import classes from '@verbatim/ui/SignInFrame.module.css'

/** The console could not begin: a host that names no organization, or a server out of reach. */
export function StartFailed({ error }: { error: unknown }) {
  return (
    <UiProvider>
      <main className={classes.page}>
        <ErrorPage error={error} />
      </main>
    </UiProvider>
  )
}
