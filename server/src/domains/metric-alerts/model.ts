/** When a figure crosses the threshold of an alert. */
import { hourMs } from '@verbatim/contract/durations.ts'
import type { AlertCondition } from '@verbatim/contract/metric-alerts.ts'

interface Counted {
  readonly value: number | null
  readonly previous: number | null
}

/** Exactly the asked change counts, although its parts are a little off as binary fractions. */
const tolerance = 1e-9

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
      const change = condition.kind === 'rises' ? value - previous : previous - value
      const needed = condition.percent * previous
      return change * 100 >= needed - Math.abs(needed) * tolerance
    }
  }
}

/** Alerts are checked at the start of every hour. */
export const nextCheck = (now: Date) => new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
