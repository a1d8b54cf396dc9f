import { Alert, Button, Text } from '@mantine/core'
import { failedTexts } from '@verbatim/contract/figure-words.ts'
import type { FailedReason } from '@verbatim/contract/metrics.ts'
import { counted } from '@verbatim/ui/counted.ts'
import type { Retry } from './SectionFailure.tsx'

interface MissingPart {
  readonly name: string
  /** Undefined in an answer of the version before. */
  readonly reason: FailedReason | undefined
}

interface MissingPartsProps {
  parts: readonly MissingPart[]
  retry: Retry
}

/**
 * What of a page could not be counted, said once for each reason: one slow count may take many tiles and charts away. In their places,
 * these say it without an alert.
 */
export function MissingParts({ parts, retry: { again, isRunning } }: MissingPartsProps) {
  const byReason = [...Map.groupBy(parts, ({ reason }) => reason)]
  return byReason.map(([reason, those]) => (
    <Alert
      key={reason ?? 'unknown'}
      color="red"
      title={`${counted(those.length, 'part')} could not be counted`}
    >
      <Text mb="xs">
        {`${those.map(({ name }) => name).join(', ')}. ${reason ? failedTexts[reason] : ''}`.trim()}
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        loading={isRunning}
        aria-label={`Try again to count ${counted(those.length, 'part')}`}
        onClick={again}
        data-screen-only
      >
        Try again
      </Button>
    </Alert>
  ))
}
