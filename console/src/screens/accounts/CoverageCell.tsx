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

/** What is known of an account's last day that is over, and the way to all of them. */
export function CoverageCell({ id, coverage }: CoverageCellProps) {
  if (!coverage) return '–'
  const { day, state, complete, days } = coverage
  return (
    <TwoLines
      first={<Badge meaning={dayMeanings[state]} of={`Coverage of ${utcDayText(new Date(day))}`} />}
      second={
        <TextLink href={accountCoverageHref(id)}>
          {numberText(complete)} of {numberText(days)} {days === 1 ? 'day' : 'days'} complete
        </TextLink>
      }
    />
  )
}
