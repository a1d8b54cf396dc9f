import type { Drilldown } from '@verbatim/contract/metrics.ts'
import { useViewer } from '#shell/use-app-context.ts'
import { drilldownAddress } from './drilldown-address.ts'
import { usePeriod } from './rows-address.ts'

/** The address of a figure's rows, for this reader and this period. */
export function useDrilldown(): (drilldown: Omit<Drilldown, 'rows'> | undefined) => string | undefined {
  const { permissions } = useViewer()
  const { period } = usePeriod()
  return (drilldown) => drilldownAddress(drilldown, { period, permissions })
}
