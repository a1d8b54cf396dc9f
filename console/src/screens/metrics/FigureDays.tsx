import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { Dashboard } from '@verbatim/contract/metrics.ts'
import { DayPanel, useFigureByDay } from './DayPanel.tsx'
import { failureOf, type Retry } from './SectionFailure.tsx'

interface FigureDaysProps {
  title: string
  id: MetricId
  /** Undefined while it is counted. */
  dashboard: Dashboard | undefined
  retry: Retry
}

/** A figure of a tab by day. */
export function FigureDays({ title, id, dashboard, retry }: FigureDaysProps) {
  return (
    <DayPanel
      title={title}
      id={id}
      counted={useFigureByDay(dashboard, id)}
      failure={failureOf(dashboard, id, retry)}
      saysLate
    />
  )
}
