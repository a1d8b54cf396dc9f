/** What a provider says of a connection that stands: that it delivers, that it delivers again, or what is wrong. */
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { TenantTx } from '#platform/db.ts'
import { recordConnected, recordDisconnected } from './connection-changes.ts'

interface Checked {
  readonly id: AccountId
  /** As it was when the provider was asked: what people changed meanwhile counts. */
  readonly problem: ConnectionProblem | null
}

/** @param problem Undefined if the provider delivers. @returns Whether the account changed. */
export async function settleCheck(
  tx: TenantTx,
  { id, problem: before }: Checked,
  problem: ConnectionProblem | undefined,
  now: Date,
): Promise<boolean> {
  if ((problem ?? null) === before) return false
  const changed = await tx
    .updateTable('channel_account')
    .set({ problem: problem ?? null, status: problem ? 'not-available' : 'active' })
    .where('id', '=', id)
    .where('problem', 'is not distinct from', before)
    .where('status', '=', before ? 'not-available' : 'active')
    .where('request', 'is', null)
    .where('removed_at', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (!changed) return false
  if (problem) await recordDisconnected(tx, changed, problem, now)
  else await recordConnected(tx, changed, now)
  return true
}
