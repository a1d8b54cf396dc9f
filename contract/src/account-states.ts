/** What people see of an account: what is asked of its provider, or of its owner, comes before its status. */
import { type AccountStatus, accountStatuses, accountStatusNames } from './accounts.ts'

export const accountStates = [...accountStatuses, 'waiting-for-owner', 'connecting', 'removing'] as const
export type AccountState = (typeof accountStates)[number]

export const accountStateNames: Record<AccountState, string> = {
  ...accountStatusNames,
  'waiting-for-owner': 'Waiting for owner',
  connecting: 'Connecting',
  removing: 'Being removed',
}

interface Asked {
  readonly status: AccountStatus
  readonly request?: 'connect' | 'delete' | undefined
  readonly ownerLink?: object | undefined
}

interface Shown extends Asked {
  readonly problem?: string | undefined
  readonly owner: object | null
}

/** The server filters by the same in SQL (`domains/accounts/integration-queries.ts`). */
export function accountState(account: Shown): AccountState {
  const { status, request, problem, owner } = account
  if (request) return request === 'connect' ? 'connecting' : 'removing'
  // A problem asks for attention, which one that only waits does not. Without an owner, it is the administrator's turn.
  return waitsForOwner(account) && owner && !problem ? 'waiting-for-owner' : status
}

/** Whether it is the owner's turn: the account is connected by what they do. */
export const waitsForOwner = ({ status, request, ownerLink }: Asked): boolean =>
  ownerLink !== undefined && !request && status !== 'active' && status !== 'inactive'
