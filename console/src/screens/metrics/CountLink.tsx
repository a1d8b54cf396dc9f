import type { Drilldown } from '@verbatim/contract/metrics.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { Count } from '@verbatim/ui/table/Count.tsx'
import { useDrilldown } from './use-drilldown.ts'

interface CountLinkProps {
  drilldown: Drilldown
  /** What is counted, and of whom: "False alarms of Gifts". */
  of: string
}

/** A number in a table that leads to its rows. */
export function CountLink({ drilldown, of }: CountLinkProps) {
  const { rows } = drilldown
  const href = useDrilldown()(drilldown)
  return (
    <Count
      value={rows}
      link={href === undefined ? undefined : { href, label: `${of}: ${numberText(rows)}` }}
    />
  )
}
