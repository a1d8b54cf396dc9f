import type { CoverageSummary } from '@verbatim/contract/account-coverage.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import { numberText, utcDayText } from '@verbatim/ui/dates.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { accountCoverageHref } from './account-address.ts'
import { dayMeanings } from './day-meanings.ts'

interface CoverageCellProps {
  id: AccountId
  coverage: CoverageSummary | undefined
}

/** How many of an account's days that are over are complete, and the way to them; where some are not, what is known of the last one. */
export function CoverageCell({ id, coverage }: CoverageCellProps) {
  if (!coverage) return '–'
  const { day, state, complete, days } = coverage
  const ofLast = dayMeanings[state]
  return (
    <TwoLines
      first={
        <TextLink href={accountCoverageHref(id)}>
          {numberText(complete)} of {numberText(days)} {days === 1 ? 'day' : 'days'} complete
        </TextLink>
      }
      second={
        complete < days && (
          <span title={utcDayText(new Date(day))}>
            <Badge meaning={{ ...ofLast, label: `Last day: ${ofLast.label}` }} quiet />
          </span>
        )
      }
    />
  )
}
