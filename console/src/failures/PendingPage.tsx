import { Skeleton, VisuallyHidden } from '@mantine/core'
import { Page } from '@verbatim/ui/frame/Page.tsx'

/** The placeholder for a title that is still loading. */
export function PendingTitle() {
  return (
    <>
      <Skeleton width={200} height={32} />
      <VisuallyHidden>Loading</VisuallyHidden>
    </>
  )
}

/** The placeholder for a screen that is still loading. */
export function PendingPage() {
  return (
    <Page title={<PendingTitle />}>
      <Skeleton height={36} maw={400} aria-busy />
      {['70%', '54%', '63%', '46%', '58%'].map((width) => (
        <Skeleton key={width} height={12} width={width} />
      ))}
    </Page>
  )
}
