import { UiProvider } from '@verbatim/ui/UiProvider.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { MainPart } from '@verbatim/ui/MainPart.tsx'

/** The console could not begin: a host that names no organization, or a server out of reach. */
export function StartFailed({ error }: { error: unknown }) {
  return (
    <UiProvider>
      <MainPart>
        <ErrorPage error={error} />
      </MainPart>
    </UiProvider>
  )
}
