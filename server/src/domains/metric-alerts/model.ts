/** When a figure crosses the threshold of an alert. */
import type { AlertCondition } from '@verbatim/contract/metric-alerts.ts'

interface Counted {
  readonly value: number | null
  readonly previous: number | null
}

/** Whether it is crossed; unknown without a figure, and for a change also without one before, or if that is zero. */
export function isCrossed(condition: AlertCondition, { value, previous }: Counted): boolean | undefined {
  if (value === null) return undefined
  switch (condition.kind) {
    case 'above':
      return value > condition.value
    case 'below':
      return value < condition.value
    case 'rises':
    case 'falls': {
      if (previous === null || previous === 0) return undefined
      const percent = ((value - previous) / previous) * 100
      return condition.kind === 'rises' ? percent >= condition.percent : -percent >= condition.percent
    }
  }
}

const hourMs = 3_600_000

/** Alerts are checked at the start of every hour. */
export const nextCheck = (now: Date) => new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
