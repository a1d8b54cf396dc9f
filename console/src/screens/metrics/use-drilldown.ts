import { inDays } from '@verbatim/contract/drilldown-days.ts'
import type { Drilldown, MetricPeriod } from '@verbatim/contract/metrics.ts'
import { useViewer } from '#shell/use-app-context.ts'
import { drilldownAddress } from './drilldown-address.ts'
import { usePeriod } from './rows-address.ts'

type Question = Omit<Drilldown, 'rows'>
type HrefOf = (drilldown: Question | undefined) => string | undefined

/** The address of a figure's rows, for this reader and this period. */
export function useDrilldown(): HrefOf {
  const { permissions } = useViewer()
  const { period } = usePeriod()
  return (drilldown) => drilldownAddress(drilldown, { period, permissions })
}

/** The address of the same rows in the period before, in which the figure had another value. */
export function useDrilldownBefore(
  counted: MetricPeriod | undefined,
): (drilldown: Question | undefined, value?: number | null) => string | undefined {
  const hrefOf = useDrilldown()
  return (drilldown, value) => {
    if (!counted || !drilldown) return undefined
    const { previousFrom: from, previousTo: to } = counted
    return hrefOf(inDays(drilldown, { from, to }, counted, value))
  }
}
