/** What a provider says of a connection that stands: that it delivers, that it delivers again, or what is wrong. */
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { recordConnected, recordDisconnected } from './connection-changes.ts'
import { closeGap, notifiedAfterMs, openGap } from './gaps.ts'

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

/** The provider did not answer. If that goes on, people are notified; what the account is stays as it is. */
export async function noteUnanswered(tx: TenantTx, { id, problem }: Checked, now: Date): Promise<void> {
  // A reason that is known says more.
  if (problem !== null) return
  const gap = { accountId: id, kind: 'disconnected', problem: 'unreachable' } as const
  await openGap(tx, { ...gap, beganAt: now }, now)
  // A comparison may have noted it first, which waits for longer.
  await tx
    .updateTable('account_gap')
    .set({
      notify_at: sql<Date>`least(notify_at, began_at + make_interval(secs => ${notifiedAfterMs / 1000}))`,
    })
    .where('account_id', '=', id)
    .where('kind', '=', gap.kind)
    .where('problem', '=', gap.problem)
    .where('ended_at', 'is', null)
    .where('notified_at', 'is', null)
    .execute()
}

/** It answers again. What it lists is compared at once, and that ends the gap; without a list it is over now. */
export async function noteAnswered(tx: TenantTx, { id, problem }: Checked, now: Date): Promise<void> {
  if (problem !== null) return
  const listed = await tx
    .updateTable('channel_account')
    .set({ list_after: sql<Date>`least(list_after, ${now}::timestamptz)` })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('list_after', 'is not', null)
    .executeTakeFirst()
  if (listed.numUpdatedRows === 0n) await closeGap(tx, { accountId: id, kind: 'disconnected' }, now)
}
