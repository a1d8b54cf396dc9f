import { IconCircleCheck, IconCircleDashed, IconHelpCircle } from '@tabler/icons-react'
import { type DayState, dayStateNames } from '@verbatim/contract/account-coverage.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'

/** What is known of a day of an account. */
export const dayMeanings: Readonly<Record<DayState, Meaning>> = {
  complete: { label: dayStateNames.complete, tone: 'green', icon: IconCircleCheck },
  incomplete: { label: dayStateNames.incomplete, tone: 'amber', icon: IconCircleDashed },
  unknown: { label: dayStateNames.unknown, tone: 'grey', icon: IconHelpCircle },
}
