import { IconLoader2, IconTrash, IconUserPause } from '@tabler/icons-react'
import type { IntegrationAccount } from '@verbatim/contract/integration-accounts.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { accountMeanings } from '#screens/accounts/account-meanings.ts'

type State = Pick<IntegrationAccount, 'status' | 'request' | 'problem' | 'ownerLink' | 'owner'>

const requested: Record<NonNullable<State['request']>, Meaning> = {
  connect: { label: 'Connecting', tone: 'blue', icon: IconLoader2 },
  delete: { label: 'Being removed', tone: 'grey', icon: IconTrash },
}

const waiting: Meaning = { label: 'Waiting for owner', tone: 'blue', icon: IconUserPause }

/** The look of an account's state; what is asked of its provider, or of its owner, comes first. */
export function stateMeaning(account: State): Meaning {
  const { status, request, problem, owner } = account
  if (request) return requested[request]
  // A problem asks for attention, which one that only waits does not. Without an owner, it is the administrator's turn.
  return waitsForOwner(account) && owner && !problem ? waiting : accountMeanings[status]
}

/** Whether it is the owner's turn: the account is connected by what they do. */
export const waitsForOwner = ({ status, request, ownerLink }: Omit<State, 'problem' | 'owner'>): boolean =>
  ownerLink !== undefined && !request && status !== 'active' && status !== 'inactive'
