import { Skeleton, VisuallyHidden } from '@mantine/core'
import { Page } from '@verbatim/ui/Page.tsx'

/** The shape of a title that is still on its way. */
export function PendingTitle() {
  return (
    <>
      <Skeleton width={200} height={32} />
      <VisuallyHidden>Loading</VisuallyHidden>
    </>
  )
}

/** The shape of a screen whose parts are still on their way. */
export function PendingPage() {
  return (
    <Page title={<PendingTitle />}>
      <Skeleton height={36} width="60%" />
      <Skeleton height={320} />
    </Page>
  )
}
