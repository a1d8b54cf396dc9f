/** The comparison of an account's history with its provider's list, which people can stop and start again. */
import { dayMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { comparedAccounts } from './comparisons.ts'
import { setHistoryStopped } from './linked-history.ts'
import { beginningOf, hourStart } from './covered-time.ts'

/** A comparison that is this far behind has its history before it. */
const behindMs = dayMs

interface Compared {
  readonly isCompared: boolean
  readonly comparedUntil: Date | null
  readonly since: number
}

/** How far the history was compared, if that is not over. */
export function historyOf({ isCompared, comparedUntil, since }: Compared, now: Date) {
  const until = Math.max(since, comparedUntil?.getTime() ?? since)
  if (!isCompared || now.getTime() - until < behindMs) return undefined
  return {
    from: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
    to: now.toISOString(),
  }
}

/**
 * Stops the comparison of the history, or starts it from its beginning. One that runs meanwhile records nothing more. The caller has
 * checked the account's access. @throws Failure `account.not-compared`
 */
export async function changeHistory(
  tx: TenantTx,
  actor: Actor,
  { id, action }: HistoryChange,
  now: Date,
): Promise<void> {
  const changed =
    (await changeLinked(tx, { id, action }, now)) ?? (await changeCompared(tx, { id, action }, now))
  const type = action === 'stop' ? 'account_history_stopped' : 'account_history_restarted'
  await recordAudit(tx, actor, { type, target: { kind: 'account', id, name: changed.name } }, now)
}

interface HistoryChange {
  readonly id: AccountId
  readonly action: 'stop' | 'restart'
}

/** Undefined if the account has no history of this kind. */
async function changeLinked(
  tx: TenantTx,
  { id, action }: HistoryChange,
  now: Date,
): Promise<{ readonly name: string } | undefined> {
  if (!(await setHistoryStopped(tx, id, action === 'stop' ? now : null))) return undefined
  return tx.selectFrom('channel_account').where('id', '=', id).select('name').executeTakeFirst()
}

async function changeCompared(
  tx: TenantTx,
  { id, action }: HistoryChange,
  now: Date,
): Promise<{ readonly name: string }> {
  const changed = await tx
    .updateTable('channel_account')
    .set({
      listed_until: action === 'stop' ? new Date(hourStart(now.getTime())) : null,
      // A beginning that was set earlier meanwhile is not compared from there either.
      ...(action === 'stop' && { listed_from: sql`least(listed_from, ${beginningOf('channel_account')})` }),
      // Another attempt, so that a comparison under way is not the last word.
      list_after: now,
      list_attempts: sql`list_attempts + 1`,
    })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('list_after', 'is not', null)
    .returning('name')
    .executeTakeFirstOrThrow(() => new Failure('account.not-compared'))
  await wake(tx, comparedAccounts)
  return changed
}
