import { breakdownWords } from '@verbatim/contract/breakdown-words.ts'
import type { Dimension } from '@verbatim/contract/insight-tiles.ts'
import type { BreakdownId, Dashboard } from '@verbatim/contract/metrics.ts'
import type { ReactNode } from 'react'
import { PartsPanel } from './PartsPanel.tsx'
import { failureOf, type Retry } from './SectionFailure.tsx'

const dimensions = {
  'messages-by-channel': 'channel',
  'messages-by-category': 'category',
  'messages-by-urgency': 'urgency',
  'contacts-by-channel': 'channel',
  'events-by-status': 'status',
  'events-by-severity': 'severity',
  'open-events-by-age': 'age',
  'off-channel-mentions-by-way': 'way',
  'capture-completeness-by-channel': 'channel',
} as const satisfies Readonly<Record<Exclude<BreakdownId, 'events-by-policy'>, Dimension>>

interface BarsPanelProps {
  id: keyof typeof dimensions
  /** Undefined while it is counted. */
  dashboard: Dashboard | undefined
  retry: Retry
  note?: ReactNode
}

/** A figure of a dashboard divided by one dimension, a bar for each part. */
export function BarsPanel({ id, dashboard, retry, note }: BarsPanelProps) {
  return (
    <PartsPanel
      title={breakdownWords[id].title}
      metric={breakdownWords[id].metric}
      by={dimensions[id]}
      note={note}
      failure={failureOf(dashboard, id, retry)}
      dates={dashboard}
      parts={dashboard?.breakdowns.find((breakdown) => breakdown.id === id)?.parts}
      isPrintedInPart
    />
  )
}
