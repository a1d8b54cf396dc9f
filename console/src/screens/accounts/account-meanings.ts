import { IconCircleCheck, IconCircleDashed, IconCircleOff, IconPlayerPause } from '@tabler/icons-react'
import { type AccountStatus, accountStatusNames } from '@verbatim/contract/accounts.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'

/** The look of each state of an account. */
export const accountMeanings: Record<AccountStatus, Meaning> = {
  active: { label: accountStatusNames.active, tone: 'green', icon: IconCircleCheck },
  inactive: { label: accountStatusNames.inactive, tone: 'grey', icon: IconPlayerPause },
  available: { label: accountStatusNames.available, tone: 'blue', icon: IconCircleDashed },
  'not-available': { label: accountStatusNames['not-available'], tone: 'dark-grey', icon: IconCircleOff },
}
