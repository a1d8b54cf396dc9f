/** How far the connections that Verbatim itself holds have captured, and which of them no process has. Source: docs/decisions/0190-how-far-a-connection-captured.md. */
import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { GapKind } from '@verbatim/contract/gap-kinds.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { at } from '#platform/work/due-rows.ts'
import type { Held } from './collections.ts'
import { closeGap, notifiedAfterMs, openGap } from './gaps.ts'
import { leaseMs } from './leases.ts'

/** Less than half of the time for which any provider keeps what waits. */
const behindAfterMs = hourMs
/** It has caught up if so little is left. */
const caughtUpMs = 5 * minuteMs
/** A process that starts has so long to open its connections. */
const startingMs = minuteMs
/** A clock that goes back by more was wrong before, and is followed. Source: docs/decisions/0143-received-times-do-not-run-backwards.md. */
const mostBackMs = hourMs

/** What the provider of an account had then is captured. What is known of a later time stays. */
export async function noteCaptured(tx: TenantTx, { id, holder }: Held, until: Date): Promise<void> {
  await tx
    .updateTable('account_session')
    .set({
      captured_until: sql<Date>`greatest(${at(until)}, case when captured_until <= ${at(new Date(until.getTime() + mostBackMs))} then captured_until end)`,
    })
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
  await noteNotOpen(tx, ids, now)
  await noteBehind(tx, ids, now)
}

async function noteBehind(tx: TenantTx, ids: readonly AccountId[], now: Date): Promise<void> {
  const before = (ms: number) => at(new Date(now.getTime() - ms))
  const hasOpen = (
    kind: GapKind,
    lastsMs = 0,
  ) => sql`exists (select from account_gap gap where gap.account_id = account.id
    and gap.kind = ${kind} and gap.ended_at is null and gap.began_at <= ${before(lastsMs)})`
  // What waited before it was opened is read first, and has a gap that says so; so has one that is not connected.
  const { rows } = await sql<{ id: AccountId; since: Date | null; is_behind: boolean; is_over: boolean }>`
    select id, since, is_behind, is_over from (
      select account.id, last.since, account.status = 'active' and session.opened_at is not null
          and (session.ended_at is null or session.ended_at > ${before(notifiedAfterMs)}) and last.since < ${before(behindAfterMs)}
          and not ${hasOpen('disconnected', notifiedAfterMs)} and not ${hasOpen('behind')} as is_behind,
        (session.account_id is null or session.captured_until >= ${before(caughtUpMs)}) and ${hasOpen('behind')} as is_over
      from channel_account account left join account_session session on session.account_id = account.id
      cross join lateral (select greatest(session.captured_until, session.opened_at, account.connected_at) as since) last
      where account.id = any(${ids}::uuid[])
    ) looked where is_behind or is_over`.execute(tx)
  // Only what has changed since the last look.
  for (const { id, since, is_behind: isBehind } of rows) {
    const gap = { accountId: id, kind: 'behind' } as const
    if (isBehind && since) await openGap(tx, { ...gap, problem: null, beganAt: since }, now)
    else await closeGap(tx, gap, now)
  }
}

/**
 * No process has it, or the one that has it waits for its provider, which may say nothing for ever. An account that is being opened is locked,
 * as by `noteOpened`: otherwise what ends its gap could come before the gap.
 */
async function noteNotOpen(tx: TenantTx, ids: readonly AccountId[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: AccountId; since: Date; is_held: boolean }>`
    select account.id, greatest(closed.at, account.connected_at) as since,
      coalesce(session.held_until > ${at(now)}, false) or session.try_after > ${at(now)} as is_held
    from channel_account account join account_session session on session.account_id = account.id
    cross join lateral (select case when session.ended_at is not null then session.ended_at
      when session.held_until <= ${at(now)} then session.held_until - make_interval(secs => ${leaseMs / 1000})
      when session.held_until is null and session.try_after > session.opened_at then session.try_after end as at) closed
    where account.id = any(${ids}::uuid[]) and account.status = 'active' and account.request is null
      and account.removed_at is null and account.source_id is null and session.is_linked
      and closed.at is not null and greatest(closed.at, account.connected_at) < ${at(new Date(now.getTime() - notifiedAfterMs))}
      and not exists (select from account_gap gap where gap.account_id = account.id and gap.kind = 'disconnected' and gap.ended_at is null)
    order by account.id for key share of account, session`.execute(tx)
  for (const { id, since, is_held: isHeld } of rows) {
    const problem = isHeld ? 'unreachable' : 'not-running'
    const notifyAfterMs = now.getTime() - since.getTime() + startingMs
    await openGap(tx, { accountId: id, kind: 'disconnected', problem, beganAt: since, notifyAfterMs }, now)
  }
}
