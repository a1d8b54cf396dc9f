import type { Drilldown } from '@verbatim/contract/metrics.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useDrilldown } from './use-drilldown.ts'

interface CountLinkProps {
  drilldown: Drilldown
  /** What is counted, and of whom: "False alarms of Gifts". */
  of: string
}

/** A number in a table that leads to its rows. None leads nowhere. */
export function CountLink({ drilldown, of }: CountLinkProps) {
  const hrefOf = useDrilldown()
  const text = numberText(drilldown.rows)
  const href = drilldown.rows > 0 ? hrefOf(drilldown) : undefined
  if (href === undefined) return text
  return (
    <TextLink href={href} aria-label={`${of}: ${text}`}>
      {text}
    </TextLink>
  )
}
