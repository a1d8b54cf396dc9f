import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { AccountRemoval } from '@verbatim/contract/integration-accounts.ts'
import { countOpenGaps } from '#domains/accounts/gaps.ts'
import { requireIntegrationAccount } from '#domains/accounts/integration-queries.ts'
import { findPeopleRefusal } from '#domains/accounts/sources.ts'
import { countKept } from '#domains/messages/kept-counts.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/**
 * What stays of an account that is removed, and what ends with it.
 * @throws Failure `account.not-found` also if the account is not within the scope
 */
export async function findAccountRemoval(
  tx: TenantTx,
  scope: AccessScope,
  asked: { readonly channels: readonly ConnectableChannel[]; readonly id: AccountId },
  now: Date,
): Promise<AccountRemoval> {
  const { id } = await requireIntegrationAccount(tx, scope, asked, now)
  const refusal = await findPeopleRefusal(tx, [id])
  return {
    ...(await countKept(tx, scope, id)),
    openGaps: await countOpenGaps(tx, id),
    ...(refusal && { refusal: refusal.message }),
  }
}
