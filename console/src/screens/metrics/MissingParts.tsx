import { Alert, Button, Text } from '@mantine/core'
import { breakdownWords } from '@verbatim/contract/breakdown-words.ts'
import { failedTexts } from '@verbatim/contract/figure-words.ts'
import { metricDefinitions } from '@verbatim/contract/metric-definitions.ts'
import { type Dashboard, type FailedPart, failedParts } from '@verbatim/contract/metrics.ts'
import { counted } from '@verbatim/ui/counted.ts'
import type { Retry } from './SectionFailure.tsx'

interface MissingPartsProps {
  dashboard: Dashboard
  retry: Retry
}

/**
 * What of a tab could not be counted, said once for each reason: one slow count may take many tiles and charts away. In their places,
 * these say it without an alert.
 */
export function MissingParts({ dashboard, retry: { again, isRunning } }: MissingPartsProps) {
  const byReason = [...Map.groupBy(failedParts(dashboard), ({ reason }) => reason)]
  return byReason.map(([reason, parts]) => (
    <Alert key={reason} color="red" title={`${counted(parts.length, 'part')} could not be counted`}>
      <Text mb="xs">{`${parts.map(nameOf).join(', ')}. ${failedTexts[reason]}`}</Text>
      <Button
        variant="default"
        size="compact-sm"
        loading={isRunning}
        aria-label={`Try again to count ${counted(parts.length, 'part')}`}
        onClick={again}
        data-screen-only
      >
        Try again
      </Button>
    </Alert>
  ))
}

const nameOf = ({ id }: FailedPart) =>
  id in metricDefinitions
    ? metricDefinitions[id as keyof typeof metricDefinitions].name
    : breakdownWords[id as keyof typeof breakdownWords].title
