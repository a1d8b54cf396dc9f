import { Alert, Button, Text } from '@mantine/core'
import { asFailure } from '@verbatim/client/failure.ts'
import { failedTexts } from '@verbatim/contract/figure-words.ts'
import { type Dashboard, type FailedPart, failedParts } from '@verbatim/contract/metrics.ts'
import type { ReactNode } from 'react'
import { failureWords } from '#failures/failure-toast.ts'

/** In place of a part of a page whose call failed; the other parts are shown. */
export function SectionFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <PartFailure text={failureWords(asFailure(error))} onRetry={onRetry} />
}

interface PartFailureProps {
  /** Why. */
  text?: string | undefined
  onRetry: () => void
  isRetrying?: boolean
  /** The page says it once for all parts that have the same cause, so a screen reader reads it once. */
  isAnnounced?: boolean
}

/** In place of what could not be counted. */
export function PartFailure({ text, onRetry, isRetrying = false, isAnnounced = false }: PartFailureProps) {
  return (
    <Alert color="red" mt="xs" title="This part could not be counted" role={isAnnounced ? 'group' : 'alert'}>
      {text && <Text mb="xs">{text}</Text>}
      <Button variant="default" size="compact-sm" loading={isRetrying} onClick={onRetry} data-screen-only>
        Try again
      </Button>
    </Alert>
  )
}

/** How the figures of a tab are counted again. */
export interface Retry {
  readonly again: () => void
  readonly isRunning: boolean
}

/** Why a part of a tab could not be counted; undefined if it was, or is being counted. */
export const failedPart = (dashboard: Dashboard | undefined, id: FailedPart['id']): FailedPart | undefined =>
  dashboard && failedParts(dashboard).find((part) => part.id === id)

/** The failure to show in place of a chart that could not be counted; undefined if the chart is there. */
export function failureOf(dashboard: Dashboard | undefined, id: FailedPart['id'], retry: Retry): ReactNode {
  const failed = failedPart(dashboard, id)
  if (!failed) return undefined
  return (
    <PartFailure
      text={failedTexts[failed.reason]}
      onRetry={retry.again}
      isRetrying={retry.isRunning}
      isAnnounced
    />
  )
}
