/** How far the connections that Verbatim itself holds have captured, and which of them no process has. Source: docs/decisions/0190-how-far-a-connection-captured.md. */
import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { at } from '#platform/work/due-rows.ts'
import { type Held, leaseMs } from './collections.ts'
import { closeGap, notifiedAfterMs, openGap } from './gaps.ts'

/** Less than half of the time for which any provider keeps what waits. */
export const behindAfterMs = hourMs
/** What waited meanwhile is read first once a connection is open. */
const readingMs = 4 * minuteMs
/** It has caught up if so little is left. */
const caughtUpMs = 5 * minuteMs
/** A process that starts has so long to open its connections. */
const startingMs = minuteMs

/** What the provider of an account had then is captured. What is known of a later time stays. */
export async function noteCaptured(tx: TenantTx, { id, holder }: Held, until: Date): Promise<void> {
  await tx
    .updateTable('account_session')
    .set({ captured_until: sql<Date>`greatest(captured_until, ${until}::timestamptz)` })
    .where('account_id', '=', id)
    .where('holder', '=', holder)
    .execute()
}

/** Null if that was never noted, or if Verbatim does not hold a connection of the account. */
export async function findCapturedUntil(tx: TenantTx, id: AccountId): Promise<Date | null> {
  const row = await tx
    .selectFrom('account_session')
    .where('account_id', '=', id)
    .select('captured_until')
    .executeTakeFirst()
  return row?.captured_until ?? null
}

/** Notes which of these accounts are behind, which are not any more, and which should have a connection that is not open. */
export async function noteCollections(tx: TenantTx, ids: readonly AccountId[], now: Date): Promise<void> {
  await noteBehind(tx, ids, now)
  await noteNotOpen(tx, ids, now)
}

async function noteBehind(tx: TenantTx, ids: readonly AccountId[], now: Date): Promise<void> {
  const before = (ms: number) => at(new Date(now.getTime() - ms))
  const open = sql`(select from account_gap gap
    where gap.account_id = account.id and gap.kind = 'behind' and gap.ended_at is null)`
  // One that has never captured anything is behind since it was opened.
  const { rows } = await sql<{ id: AccountId; since: Date | null; is_behind: boolean; is_over: boolean }>`
    select id, since, is_behind, is_over from (
      select account.id, coalesce(session.captured_until, session.opened_at) as since,
        account.status = 'active' and session.ended_at is null and session.opened_at < ${before(readingMs)}
          and coalesce(session.captured_until, session.opened_at) < ${before(behindAfterMs)} and not exists ${open} as is_behind,
        (session.account_id is null or session.captured_until >= ${before(caughtUpMs)}) and exists ${open} as is_over
      from channel_account account left join account_session session on session.account_id = account.id
      where account.id = any(${ids}::uuid[])
    ) looked where is_behind or is_over`.execute(tx)
  // Only what has changed since the last look.
  for (const { id, since, is_behind: isBehind } of rows) {
    const gap = { accountId: id, kind: 'behind' } as const
    if (isBehind && since) await openGap(tx, { ...gap, problem: null, beganAt: since }, now)
    else await closeGap(tx, gap, now)
  }
}

/** No process has it, or the one that has it waits for its provider, which may say nothing for ever. */
async function noteNotOpen(tx: TenantTx, ids: readonly AccountId[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: AccountId; since: Date; is_held: boolean }>`
    select id, since, is_held from (
      select account.id, coalesce(session.held_until > ${at(now)}, false) as is_held,
        case when session.ended_at is not null then session.ended_at
          when session.held_until <= ${at(now)} then session.held_until - make_interval(secs => ${leaseMs / 1000}) end as since
      from channel_account account join account_session session on session.account_id = account.id
      where account.id = any(${ids}::uuid[]) and account.status = 'active' and account.request is null
        and account.removed_at is null and account.source_id is null and session.is_linked
        and not exists (select from account_gap gap where gap.account_id = account.id and gap.kind = 'disconnected' and gap.ended_at is null)
    ) looked where since < ${at(new Date(now.getTime() - notifiedAfterMs))}`.execute(tx)
  for (const { id, since, is_held: isHeld } of rows) {
    const problem = isHeld ? 'unreachable' : 'not-running'
    const notifyAfterMs = now.getTime() - since.getTime() + startingMs
    await openGap(tx, { accountId: id, kind: 'disconnected', problem, beganAt: since, notifyAfterMs }, now)
  }
}
