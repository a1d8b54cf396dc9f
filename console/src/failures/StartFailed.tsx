import { UiProvider } from '@verbatim/ui/frame/UiProvider.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { MainPart } from '@verbatim/ui/frame/MainPart.tsx'

/** Shown if the console cannot start: the host names no organization, or the server is unreachable. */
export function StartFailed({ error }: { error: unknown }) {
  return (
    <UiProvider>
      <MainPart>
        <ErrorPage error={error} />
      </MainPart>
    </UiProvider>
  )
}
