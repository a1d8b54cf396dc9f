/** What a provider says of an established connection: that it delivers, that it delivers again, or what is wrong. */
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { at } from '#platform/work/due-rows.ts'
import { recordConnected, recordDisconnected } from './connection-changes.ts'
import { closeGap, openGap } from './gaps.ts'

interface Checked {
  readonly id: AccountId
  /** As it was when the provider was asked: what people changed meanwhile counts. */
  readonly problem: ConnectionProblem | null
}

/** The account is not available because its provider refuses to list its messages, which no other answer of the provider settles. */
export const isListRefused = sql<boolean>`(status = 'not-available' and list_after is not null and list_problem = problem)`

/** @param problem Undefined if the provider delivers. @returns Whether the account changed. */
export async function settleCheck(
  tx: TenantTx,
  { id, problem: before }: Checked,
  problem: ConnectionProblem | undefined,
  now: Date,
): Promise<boolean> {
  if ((problem ?? null) === before) {
    if (before) await blameConnection(tx, id)
    return false
  }
  const changed = await tx
    .updateTable('channel_account')
    .set({
      problem: problem ?? null,
      status: problem ? 'not-available' : 'active',
      // What was missed meanwhile is fetched at once.
      ...(!problem && {
        connected_at: sql`coalesce(connected_at, ${at(now)})`,
        list_after: sql<Date | null>`case when list_after is not null then least(list_after, ${at(now)}) end`,
      }),
    })
    .where('id', '=', id)
    .where('problem', 'is not distinct from', before)
    .where('status', '=', before ? 'not-available' : 'active')
    .where('request', 'is', null)
    .where('removed_at', 'is', null)
    .$if(!problem, (query) => query.where(sql<boolean>`not coalesce(${isListRefused}, false)`))
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (!changed) return false
  if (problem) await recordDisconnected(tx, changed, problem, now)
  else await recordConnected(tx, changed, now)
  return true
}

/** More than the list is refused, and for the same reason: once the connection works again, so does the account. */
async function blameConnection(tx: TenantTx, id: AccountId): Promise<void> {
  await tx
    .updateTable('channel_account')
    .set({ list_problem: null })
    .where('id', '=', id)
    .where('list_problem', 'is not', null)
    .execute()
}

/** Whether the account is still as it was when the check began, so that something may be set at its provider. */
export async function isUnchanged(tx: TenantTx, { id }: Pick<Checked, 'id'>): Promise<boolean> {
  const found = await tx
    .selectFrom('channel_account')
    .where('id', '=', id)
    .where('status', 'in', ['active', 'not-available'])
    .where('request', 'is', null)
    .where('removed_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Longer than until the next look, and within the time in which people are notified. */
const doubtMs = 60_000

/** Something is wrong that may pass: people are notified only if the next look finds it too, and the account stays as it is until then. */
export async function noteDoubt(
  tx: TenantTx,
  { id }: Checked,
  problem: ConnectionProblem,
  now: Date,
): Promise<void> {
  const gap = { accountId: id, kind: 'disconnected', problem, beganAt: now } as const
  await openGap(tx, { ...gap, notifyAfterMs: doubtMs }, now)
}

/** While the provider is away, its list is asked again after so long at most: less than any lease that a comparison has left. */
const listAgainMs = 2 * 60_000

/** The provider did not answer. If the next look finds the same, people are notified; what the account is stays as it is. */
export async function noteUnanswered(tx: TenantTx, { id, problem }: Checked, now: Date): Promise<void> {
  // A reason that is known says more.
  if (problem !== null) return
  const gap = { accountId: id, kind: 'disconnected', problem: 'unreachable' } as const
  await openGap(tx, { ...gap, beganAt: now, notifyAfterMs: doubtMs }, now)
  const dueAt = sql<Date>`began_at + make_interval(secs => ${doubtMs / 1000})`
  // A comparison may have noted it first, which waits for longer.
  await tx
    .updateTable('account_gap')
    .set({ notify_at: dueAt })
    .where('account_id', '=', id)
    .where('kind', '=', gap.kind)
    .where('problem', '=', gap.problem)
    .where('ended_at', 'is', null)
    .where('notified_at', 'is', null)
    .where('notify_at', '>', dueAt)
    .execute()
  // The list does not wait for ever longer: it is compared soon after the provider is back.
  await tx
    .updateTable('channel_account')
    .set({ list_attempts: 1 })
    .where('id', '=', id)
    .where('list_attempts', '>', 1)
    .where('list_after', '<', new Date(now.getTime() + listAgainMs))
    .execute()
}

/**
 * It answers again. What it lists is compared at once, and that ends the gap; without a list it is over now. A comparison that runs
 * keeps its lease, and one that failed its time: the list may be what does not answer.
 */
export async function noteAnswered(tx: TenantTx, { id, problem }: Checked, now: Date): Promise<void> {
  if (problem !== null) return
  const account = await tx
    .selectFrom('channel_account')
    .where('id', '=', id)
    .select(['status', 'list_after'])
    .executeTakeFirstOrThrow()
  if (account.status !== 'active' || account.list_after === null) {
    await closeGap(tx, { accountId: id, kind: 'disconnected', notifyAfterMs: doubtMs }, now)
    return
  }
  // One missing answer is no gap, so no one is notified. What a comparison has noted, which waits for longer, stays.
  await tx
    .deleteFrom('account_gap')
    .where('account_id', '=', id)
    .where('kind', '=', 'disconnected')
    .where('ended_at', 'is', null)
    .where('notified_at', 'is', null)
    .where('began_at', '>', new Date(now.getTime() - doubtMs))
    .where('notify_at', '<=', sql<Date>`began_at + make_interval(secs => ${doubtMs / 1000})`)
    .execute()
  await tx
    .updateTable('channel_account')
    .set({ list_after: now })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('list_attempts', '=', 0)
    .where('list_after', '>', now)
    .execute()
}
