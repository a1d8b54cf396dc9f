/** The connections that Verbatim itself holds: their state. Which process has one is in `leases.ts`. */
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { sql } from 'kysely'
import { announce } from '#platform/changes.ts'
import type { TenantTx } from '#platform/db.ts'
import { doubling, spread } from '#platform/work/back-off.ts'
import { recordConnected, recordDisconnected } from './connection-changes.ts'
import { closeGap, openGap, notifiedAfterMs } from './gaps.ts'

/** After so many failures in a row, which take two minutes, people are notified. */
const problemAfter = 8
const mostAttempts = 1_000
const backOff = doubling({ firstMs: 1_000, mostMs: 5 * 60_000, tries: Infinity })
/** While someone waits to link the account. */
const wantedBackOffMs = 5_000

/** One process's connection for an account. */
export interface Held {
  readonly id: AccountId
  readonly holder: string
}

export async function findCursor(tx: TenantTx, id: AccountId): Promise<unknown> {
  const row = await tx
    .selectFrom('account_session')
    .where('account_id', '=', id)
    .select('cursor')
    .executeTakeFirst()
  return row?.cursor ?? undefined
}

/** @returns Whether the process still has the connection; otherwise nothing is changed. */
export async function moveCursor(tx: TenantTx, { id, holder }: Held, cursor: unknown): Promise<boolean> {
  const moved = await tx
    .updateTable('account_session')
    .set({ cursor: JSON.stringify(cursor) })
    .where('account_id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** What the owner does now. */
export async function setStep(tx: TenantTx, { id, holder }: Held, step: LinkStep | undefined): Promise<void> {
  const set = await tx
    .updateTable('account_session')
    .set({ step: step ? JSON.stringify(step) : null })
    .where('account_id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst()
  if (set.numUpdatedRows > 0n) await announce(tx, ['accounts'])
}

/**
 * The connection is open, and what is sent from now on arrives.
 * @returns Whether it is still that of the process, and the account still has this address; otherwise nothing is changed.
 */
export async function noteOpened(
  tx: TenantTx,
  { id, holder, address }: Held & { readonly address: string },
  now: Date,
): Promise<boolean> {
  const { rows: held } = await sql<{ ended_at: Date | null }>`
    with named as (select id from channel_account where id = ${id} and address = ${address} for update),
    before as (select tenant_id, account_id, ended_at from account_session
      where account_id in (select id from named) and holder = ${holder} for update)
    update account_session session set is_linked = true, step = null, wanted_until = null, wanted_kind = null, attempts = 0,
      ended_at = null, phone_seen_at = coalesce(session.phone_seen_at, ${now}),
      opened_at = case when session.opened_at is null or before.ended_at <= ${new Date(now.getTime() - notifiedAfterMs)} then ${now} else session.opened_at end
    from before where session.tenant_id = before.tenant_id and session.account_id = before.account_id
    returning before.ended_at`.execute(tx)
  const [session] = held
  if (!session) return false
  const { rows } = await sql<{ name: string; is_new: boolean; away: Date }>`
    with before as (
      select id, status, problem from channel_account
      where id = ${id} and status <> 'inactive' and removed_at is null and request is null for update)
    update channel_account account set status = 'active', problem = null,
      connected_at = coalesce(account.connected_at, ${now})
    from before where account.id = before.id
    returning account.name, before.status <> 'active' as is_new,
      greatest(${session.ended_at ?? now}, account.connected_at) as away`.execute(tx)
  const [account] = rows
  if (account?.is_new) await recordConnected(tx, { id, name: account.name }, now)
  else if (account) await noteOpenAgain(tx, id, account.away, now)
  await announce(tx, account?.is_new ? ['accounts', 'audit'] : ['accounts'])
  return true
}

/** A short failure is over, or no process had the connection for a while. Only now can the latter be noted. */
async function noteOpenAgain(tx: TenantTx, id: AccountId, away: Date, now: Date): Promise<void> {
  const gap = { accountId: id, kind: 'disconnected' } as const
  if (await closeGap(tx, gap, now)) return
  if (now.getTime() - away.getTime() < notifiedAfterMs) return
  await openGap(tx, { ...gap, problem: null, beganAt: away, endedAt: now }, now)
}

export type CollectionEnd =
  | { readonly outcome: 'again' }
  /** People are notified of a known problem at once. A provider that was asked too often is there: nothing is wrong. */
  | {
      readonly outcome: 'retry'
      readonly afterMs?: number
      readonly problem?: ConnectionProblem
      readonly isBusy?: boolean
    }
  | { readonly outcome: 'refused'; readonly problem: ConnectionProblem }

/** Lets the connection go. After a refusal it is opened again once people reconnect the account. */
export async function letGo(
  tx: TenantTx,
  { id, holder }: Held,
  end: CollectionEnd,
  now: Date,
): Promise<void> {
  const row = await tx
    .selectFrom('account_session')
    .where('account_id', '=', id)
    .where('holder', '=', holder)
    .select(['attempts', 'wanted_until', 'ended_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const isBusy = end.outcome === 'retry' && end.isBusy === true
  const attempts = attemptsAfter(end, row.attempts)
  const endedAt = endedAfter(end, row.ended_at, now)
  const isWanted = row.wanted_until !== null && row.wanted_until > now
  await tx
    .updateTable('account_session')
    .set({
      holder: null,
      held_until: null,
      step: null,
      attempts,
      ended_at: endedAt,
      try_after: new Date(now.getTime() + restMs(id, end, attempts, isWanted)),
      ...(end.outcome === 'refused' && { wanted_until: null, wanted_kind: null }),
    })
    .where('account_id', '=', id)
    .execute()
  if (end.outcome !== 'again' && !isBusy) {
    // A reason that is known says more than that it cannot be reached either.
    const known = end.problem ?? (await findProblem(tx, id))
    const problem = known ?? 'unreachable'
    await openGap(tx, { accountId: id, kind: 'disconnected', problem, beganAt: endedAt ?? now }, now)
    if (known || attempts >= problemAfter) await noteProblem(tx, id, problem, now)
  }
  await announce(tx, ['accounts'])
}

function attemptsAfter(end: CollectionEnd, before: number): number {
  if (end.outcome !== 'retry') return 0
  return end.isBusy ? before : Math.min(before + 1, mostAttempts)
}

/** Since when it is closed. While its provider asks to wait it is not, unless it was closed for long before. */
function endedAfter(end: CollectionEnd, before: Date | null, now: Date): Date | null {
  if (end.outcome !== 'retry' || !end.isBusy) return before ?? now
  return before && now.getTime() - before.getTime() >= notifiedAfterMs ? before : null
}

/** How long it is left alone: by the failed attempts, no longer than a person waits, and at least as long as the provider asks. */
function restMs(id: AccountId, end: CollectionEnd, attempts: number, isWanted: boolean): number {
  const wait = attempts > 0 ? spread(backOff(attempts, 0) ?? 0, id, attempts) : 0
  const asked = end.outcome === 'retry' ? (end.afterMs ?? 0) : 0
  return Math.max(asked, isWanted ? Math.min(wait, wantedBackOffMs) : wait)
}

async function findProblem(tx: TenantTx, id: AccountId): Promise<ConnectionProblem | null> {
  const { problem } = await tx
    .selectFrom('channel_account')
    .where('id', '=', id)
    .select('problem')
    .executeTakeFirstOrThrow()
  return problem
}

async function noteProblem(
  tx: TenantTx,
  id: AccountId,
  problem: ConnectionProblem,
  now: Date,
): Promise<void> {
  const changed = await tx
    .updateTable('channel_account')
    .set({ status: 'not-available', problem })
    .where('id', '=', id)
    .where('status', '<>', 'inactive')
    .where('request', 'is', null)
    .where('problem', 'is distinct from', problem)
    .returning('name')
    .executeTakeFirst()
  if (!changed) return
  await recordDisconnected(tx, { id, name: changed.name }, problem, now)
  await announce(tx, ['audit'])
}

/** Whether some process still has the account's connection. */
export async function isCollected(tx: TenantTx, id: AccountId, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('account_session')
    .where('account_id', '=', id)
    .where('held_until', '>', now)
    .select('holder')
    .executeTakeFirst()
  return row !== undefined
}

/** From now on the account is delivered to, and its connection is not opened. */
export async function stopCollecting(tx: TenantTx, id: AccountId): Promise<void> {
  await tx.deleteFrom('account_session').where('account_id', '=', id).execute()
}

/**
 * From now on their connections are opened. What kept them may be mended, so they are tried at once. One that its provider asked to leave alone
 * is closed from now on: no process may be there to open it.
 */
export async function tryAtOnce(tx: TenantTx, ids: readonly AccountId[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into account_session as s (account_id) select unnest(${ids}::uuid[])
    on conflict (tenant_id, account_id) do update set attempts = 0, try_after = ${new Date(0)},
      ended_at = coalesce(s.ended_at, case when s.holder is null and s.try_after > s.opened_at then least(s.try_after, ${now}) end)`.execute(
    tx,
  )
}
