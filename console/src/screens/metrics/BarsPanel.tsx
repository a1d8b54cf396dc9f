import type { BreakdownId, Dashboard } from '@verbatim/contract/metrics.ts'
import type { ReactNode } from 'react'
import { PartsPanel } from './PartsPanel.tsx'

const titles: Readonly<
  Record<
    Exclude<BreakdownId, 'events-by-policy'>,
    { title: string; by: 'channel' | 'category' | 'urgency' | 'status' | 'severity' }
  >
> = {
  'messages-by-channel': { title: 'Messages by channel', by: 'channel' },
  'messages-by-category': { title: 'Messages by category', by: 'category' },
  'messages-by-urgency': { title: 'Messages by urgency', by: 'urgency' },
  'contacts-by-channel': { title: 'Contacts by channel', by: 'channel' },
  'events-by-status': { title: 'Events by status', by: 'status' },
  'events-by-severity': { title: 'Events by severity', by: 'severity' },
}

interface BarsPanelProps {
  id: keyof typeof titles
  dashboard: Dashboard | undefined
  note?: ReactNode
}

/** A figure of a dashboard divided by one dimension, a bar for each part. */
export function BarsPanel({ id, dashboard, note }: BarsPanelProps) {
  return (
    <PartsPanel
      {...titles[id]}
      note={note}
      dates={dashboard}
      parts={dashboard?.breakdowns.find((breakdown) => breakdown.id === id)?.parts}
    />
  )
}
