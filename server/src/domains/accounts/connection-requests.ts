/** What is asked of providers: to connect an account, or to let it go. */
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { byVerbatim, changedFields, recordAudit } from '#domains/audit/commands.ts'
import type { TenantTx } from '#platform/db.ts'
import { doubling } from '#platform/work/back-off.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { settle, takeDue, type Try } from '#platform/work/tries.ts'
import { wake } from '#platform/work/wake.ts'
import { endedSpans } from '#schema/connected.ts'
import { factsOf, openWords } from './account-facts.ts'
import { stopCollecting, tryAtOnce } from './collections.ts'
import { recordConnected, recordDisconnected, recordSetUp } from './connection-changes.ts'

/** A row waits until its provider answered, or could not be reached for a day. */
export const connectionRequests: DueRows<'channel_account'> = {
  name: 'connections',
  table: 'channel_account',
  waits: () => sql`request is not null`,
  from: 'request_after',
  // Longer than a provider's setup takes, with every call of it slow.
  leaseMs: 15 * 60_000,
  tries: 'request_attempts',
  order: sql`request_after`,
  backOff: doubling({ firstMs: 5_000, mostMs: hourMs, tries: 38 }),
  failing: () => ({ problem: 'unreachable' }),
  // What could not be taken down is refused here in any case.
  givingUp: (problem, now) => ({
    problem: sql`case when request = 'delete' then null else ${problem} end`,
    status: sql`case when request = 'delete' then 'inactive' else 'not-available' end`,
    removed_at: sql`case when request = 'delete' then ${now}::timestamptz end`,
    request: null,
  }),
  figures: { oldest: sql`min(request_after)` },
}

export interface RequestedConnection {
  readonly id: AccountId
  readonly name: string
  readonly request: 'connect' | 'delete'
  readonly tried: Try<'channel_account'>
}

/** Takes due requests, so that two workers do not call the same provider about one account. */
export async function takeRequested(tx: TenantTx, now: Date, most: number): Promise<RequestedConnection[]> {
  const taken = await takeDue(tx, connectionRequests, most, now)
  return taken.flatMap(({ row: { id, name, request }, tried }) =>
    request ? [{ id, name, request, tried }] : [],
  )
}

/** What an account's settings are now. */
export async function findSettings(tx: TenantTx, id: AccountId): Promise<Readonly<Record<string, unknown>>> {
  const row = await tx
    .selectFrom('channel_account')
    .select('settings')
    .where('id', '=', id)
    .executeTakeFirst()
  return (row?.settings ?? {}) as Readonly<Record<string, unknown>>
}

/** Keeps what is known only now, whatever becomes of the request. */
export async function addSettings(
  tx: TenantTx,
  id: AccountId,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx
    .updateTable('channel_account')
    .set({ settings: sql`settings || ${JSON.stringify(settings)}::jsonb` })
    .where('id', '=', id)
    .execute()
}

/** The result of one request. */
export type ConnectionResult =
  | {
      readonly outcome: 'done'
      readonly settings?: Readonly<Record<string, unknown>>
      readonly sealedSecrets?: Uint8Array
      /** Whether Verbatim fetches its messages from now on, or is delivered to; undefined if that is as it was. */
      readonly isCollected?: boolean
    }
  /** Not before `afterMs`, if the provider said so. That it was asked too often is no failure of the connection. */
  | { readonly outcome: 'retry'; readonly afterMs?: number; readonly isBusy?: boolean }
  | { readonly outcome: 'refused'; readonly problem: ConnectionProblem }

/** Records the result of the request, also in the audit trail. */
export async function settleRequest(
  tx: TenantTx,
  { id, name, request, tried }: RequestedConnection,
  result: ConnectionResult,
  now: Date,
): Promise<void> {
  const settled = await settle(tx, tried, outcomeOf(request, result, now), now)
  // Without an answer, the provider may still have been set up.
  if (settled === 'lost' && request === 'connect' && result.outcome !== 'refused')
    await letGoAgain(tx, id, result)
  if (settled !== 'done' && settled !== 'given-up') return
  if (settled === 'done' && request === 'connect' && result.outcome === 'done')
    await noteCollected(tx, id, result, now)
  const account = { id, name }
  const problem = result.outcome === 'refused' ? result.problem : 'unreachable'
  if (request === 'delete') await recordRemoved(tx, id, now)
  else if (settled === 'done' && result.outcome === 'done' && result.isCollected)
    await recordSetUp(tx, account, now)
  else if (settled === 'done') await recordConnected(tx, account, now)
  else await recordDisconnected(tx, account, problem, now)
}

/** What was removed is in the trail, as what is created. */
async function recordRemoved(tx: TenantTx, id: AccountId, now: Date): Promise<void> {
  const row = await tx
    .selectFrom('channel_account')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const facts = factsOf(row)
  const wordsOf = await openWords(tx, [facts])
  const target = { kind: 'account', id, name: row.name }
  const changes = changedFields(wordsOf(row.channel as ConnectableChannel, facts), {})
  await recordAudit(tx, byVerbatim, { type: 'account_removed', target, changes }, now)
}

function outcomeOf(request: RequestedConnection['request'], result: ConnectionResult, now: Date) {
  if (result.outcome === 'retry')
    return result.afterMs !== undefined && result.isBusy
      ? { putOff: new Date(now.getTime() + result.afterMs) }
      : { failed: 'unreachable', afterMs: result.afterMs }
  if (request === 'delete') return { done: { request: null, problem: null, removed_at: now } }
  if (result.outcome === 'refused') return { failed: result.problem, lasting: true }
  return {
    done: {
      request: null,
      problem: null,
      status: 'active' as const,
      connected_at: sql`coalesce(connected_at, ${now})`,
      ...columnsOf(result),
    },
  }
}

async function noteCollected(
  tx: TenantTx,
  id: AccountId,
  { isCollected }: Extract<ConnectionResult, { outcome: 'done' }>,
  now: Date,
): Promise<void> {
  if (isCollected) await tryAtOnce(tx, [id], now)
  else if (isCollected === false) await stopCollecting(tx, id)
}

const columnsOf = ({ settings, sealedSecrets }: Extract<ConnectionResult, { outcome: 'done' }>) => ({
  ...(settings && { settings: JSON.stringify(settings) }),
  ...(sealedSecrets && { secrets: Buffer.from(sealedSecrets) }),
})

/**
 * If a removal was asked for while the account was being connected, what that has set up at the provider is taken down after it: also
 * if the removal is being made, or was made, because neither has seen it. It needs to know what the provider had before. An account
 * that was removed is being removed again.
 */
async function letGoAgain(
  tx: TenantTx,
  id: AccountId,
  result: Exclude<ConnectionResult, { outcome: 'refused' }>,
): Promise<void> {
  const changed = await tx
    .updateTable('channel_account')
    .set({
      ...(result.outcome === 'done' && columnsOf(result)),
      request: 'delete',
      request_after: sql<Date>`'epoch'::timestamptz`,
      request_attempts: 0,
      problem: null,
      // Until it is let go again, it is not connected again.
      connected_before: sql`case when removed_at is null then connected_before else ${endedSpans('channel_account')} end`,
      connected_at: sql`case when removed_at is null then connected_at end`,
      removed_at: null,
    })
    .where('id', '=', id)
    .where(
      sql<boolean>`(request = 'delete' or removed_at is not null and not exists (select from channel_account other
        where other.channel = channel_account.channel and other.address = channel_account.address and other.removed_at is null))`,
    )
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) await wake(tx, connectionRequests)
}

/** Accounts that were delivered something are connected, also where people set that up. A reason to mend stays. */
export async function noteConnected(tx: TenantTx, ids: readonly AccountId[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: AccountId; name: string }>`
    update channel_account set status = 'active', problem = null, connected_at = coalesce(connected_at, ${now})
    where id = any(${ids}::uuid[]) and status in ('available', 'not-available')
      and (problem is null or problem = 'unreachable') and not exists (
        select from account_standing standing where standing.tenant_id = channel_account.tenant_id
          and standing.source_id = channel_account.source_id and standing.address = channel_account.address
          and not standing.is_connected)
    returning id, name`.execute(tx)
  for (const account of rows) await recordConnected(tx, account, now)
}
