/** The history that a provider hands over once after an account was linked: how far it has come, and whether people stopped it. */
import type { LinkedHistory } from '@verbatim/contract/account-coverage.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { announce } from '#platform/changes.ts'
import type { TenantTx } from '#platform/db.ts'

/** The provider sends parts in short order. After so long without one, no further one is expected. */
const expectedWithinMs = 10 * 60_000

/** It only grows until the account is linked anew. */
export async function noteHistory(tx: TenantTx, id: AccountId, percent: number, now: Date): Promise<void> {
  const progress = Math.min(100, Math.max(0, Math.floor(percent)))
  await tx
    .updateTable('account_session')
    .set({ history_progress: sql`greatest(history_progress, ${progress})`, history_at: now })
    .where('account_id', '=', id)
    .execute()
  await announce(tx, ['accounts'])
}

/** Undefined while nothing of it came. */
export async function findLinkedHistory(
  tx: TenantTx,
  id: AccountId,
  now: Date,
): Promise<LinkedHistory | undefined> {
  const row = await tx
    .selectFrom('account_session')
    .where('account_id', '=', id)
    .where('history_at', 'is not', null)
    .select(['history_progress', 'history_at', 'history_stopped_at'])
    .executeTakeFirst()
  if (!row?.history_at) return undefined
  const progress = row.history_progress ?? 0
  const isOver = progress >= 100 || now.getTime() - row.history_at.getTime() > expectedWithinMs
  return {
    progress,
    at: row.history_at.toISOString(),
    state: row.history_stopped_at ? 'stopped' : isOver ? 'done' : 'importing',
  }
}

/** @returns Whether the account has such a history. */
export async function setHistoryStopped(
  tx: TenantTx,
  id: AccountId,
  stoppedAt: Date | null,
): Promise<boolean> {
  const set = await tx
    .updateTable('account_session')
    .set({ history_stopped_at: stoppedAt })
    .where('account_id', '=', id)
    .where('history_at', 'is not', null)
    .executeTakeFirst()
  return set.numUpdatedRows > 0n
}

export async function isHistoryStopped(tx: TenantTx, id: AccountId): Promise<boolean> {
  const row = await tx
    .selectFrom('account_session')
    .where('account_id', '=', id)
    .where('history_stopped_at', 'is not', null)
    .select('account_id')
    .executeTakeFirst()
  return row !== undefined
}
