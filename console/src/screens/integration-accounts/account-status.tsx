import { IconLoader2, IconTrash, IconUserPause } from '@tabler/icons-react'
import { type AccountState, accountState, accountStateNames } from '@verbatim/contract/account-states.ts'
import type { IntegrationAccount } from '@verbatim/contract/integration-accounts.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { accountMeanings } from '#screens/accounts/account-meanings.ts'

const meanings: Record<AccountState, Meaning> = {
  ...accountMeanings,
  'waiting-for-owner': { label: accountStateNames['waiting-for-owner'], tone: 'blue', icon: IconUserPause },
  connecting: { label: accountStateNames.connecting, tone: 'blue', icon: IconLoader2 },
  removing: { label: accountStateNames.removing, tone: 'grey', icon: IconTrash },
}

/** The look of an account's state; what is asked of its provider, or of its owner, comes first. */
export const stateMeaning = (
  account: Pick<IntegrationAccount, 'status' | 'request' | 'problem' | 'ownerLink' | 'owner'>,
): Meaning => meanings[accountState(account)]
