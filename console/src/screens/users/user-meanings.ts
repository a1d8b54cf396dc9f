import { IconCircleCheck, IconCircleOff, IconMailForward, IconUserOff } from '@tabler/icons-react'
import { type UserStatus, userStatusNames } from '@verbatim/contract/users.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'

/** The look of each state of a user. */
export const userMeanings: Record<UserStatus, Meaning> = {
  invited: { label: userStatusNames.invited, tone: 'blue', icon: IconMailForward },
  active: { label: userStatusNames.active, tone: 'green', icon: IconCircleCheck },
  disabled: { label: userStatusNames.disabled, tone: 'amber', icon: IconCircleOff },
  removed: { label: userStatusNames.removed, tone: 'dark-grey', icon: IconUserOff },
}
