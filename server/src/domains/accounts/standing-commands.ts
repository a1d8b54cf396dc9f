/**
 * What the deliveries of a source say of the accounts of people. Only a token binds an account to a person; from then on the
 * deliveries of this person say whether it is connected, and those of others change nothing.
 */
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { byVerbatim, recordAudit } from '#domains/audit/commands.ts'
import type { CapturedAccount } from '#kernel/captured-account.ts'
import type { TenantTx } from '#platform/db.ts'
import type { AccountRow } from './account-facts.ts'
import { takeClaim } from './claims.ts'
import { recordConnected, recordDisconnected } from './connection-changes.ts'
import { closeGap, openGap } from './gaps.ts'
import { isAddressFixed } from './integration-commands.ts'
import { setRoute } from './routed-accounts.ts'

/** The account is that under which the delivery was kept: the source itself, or one of its people. */
interface AccountStatement {
  readonly accountId: AccountId
  readonly receivedAt: Date
  readonly event: CapturedAccount
}

/** May be repeated, and given in any order: what was said last counts. */
export async function recordStatements(
  tx: TenantTx,
  statements: readonly AccountStatement[],
  now: Date,
): Promise<void> {
  for (const statement of statements) {
    const { event, accountId } = statement
    const owner = event.owner.value
    const sourceId = await sourceOf(tx, accountId, owner)
    if (!sourceId) continue
    if (event.state === 'claimed') await bindClaimed(tx, { sourceId, owner, token: event.token ?? '' }, now)
    else await keepStanding(tx, sourceId, statement)
    await showStanding(tx, { sourceId, owner }, now)
  }
}

/** Undefined if the delivery belongs to the account of another person than the one it speaks of. */
async function sourceOf(tx: TenantTx, id: AccountId, owner: string): Promise<AccountId | undefined> {
  const row = await tx
    .selectFrom('channel_account')
    .where('id', '=', id)
    .select(['source_id', 'address'])
    .executeTakeFirst()
  if (!row) return undefined
  if (row.source_id === null) return id
  return row.address === owner ? row.source_id : undefined
}

async function keepStanding(
  tx: TenantTx,
  sourceId: AccountId,
  { event: { owner, state, routes = [], sequence = 0, saidAt }, receivedAt }: AccountStatement,
): Promise<void> {
  const isConnected = state === 'connected' || state === 'archived'
  const about = state === 'archived' || state === 'not-archived' ? 'archive' : 'link'
  await sql`insert into account_standing as known (source_id, address, is_connected, about, routes, said_at, sequence)
    values (${sourceId}, ${owner.value}, ${isConnected}, ${about}, ${routes}::text[], ${saidAt ?? receivedAt}, ${sequence})
    on conflict (tenant_id, source_id, address) do update set is_connected = excluded.is_connected, about = excluded.about,
      routes = excluded.routes, said_at = excluded.said_at, sequence = excluded.sequence
    where (known.said_at, known.sequence) < (excluded.said_at, excluded.sequence)`.execute(tx)
}

interface OwnerAtSource {
  readonly sourceId: AccountId
  readonly owner: string
}

/** The account whose token this is becomes that of the person who showed it. */
async function bindClaimed(
  tx: TenantTx,
  { sourceId, owner, token }: OwnerAtSource & { readonly token: string },
  now: Date,
): Promise<void> {
  const id = await takeClaim(tx, sourceId, token)
  const account = id && (await takeLinkable(tx, { id }))
  if (!account || account.address === owner) return
  if (isAddressFixed(account)) {
    // Another person followed the link. The account stays that of the one whose messages it has.
    if (account.status === 'active') return
    await tx
      .updateTable('channel_account')
      .set({ problem: 'address-differs', status: 'not-available' })
      .where('id', '=', account.id)
      .execute()
    return recordDisconnected(tx, account, 'address-differs', now)
  }
  const taken = await tx
    .selectFrom('channel_account')
    .where('channel', '=', account.channel)
    .where('address', '=', owner)
    .where('removed_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (taken) return
  await tx
    .updateTable('channel_account')
    .set({ address: owner, version: sql`version + 1` })
    .where('id', '=', account.id)
    .execute()
  const target = { kind: 'account', id: account.id, name: account.name }
  const changes = [{ field: 'address', old: account.address, new: owner }]
  await recordAudit(tx, byVerbatim, { type: 'account_updated', target, changes }, now)
}

/** An account that is not being removed, by its ID or its owner; locked. */
function takeLinkable(tx: TenantTx, by: { readonly id: AccountId } | OwnerAtSource) {
  const accounts = tx
    .selectFrom('channel_account')
    .selectAll()
    .where('removed_at', 'is', null)
    .where('status', '<>', 'inactive')
    .forUpdate()
  const found =
    'id' in by
      ? accounts.where('id', '=', by.id)
      : accounts.where('source_id', '=', by.sourceId).where('address', '=', by.owner)
  return found.executeTakeFirst()
}

/** The account of this person, if they have one here, is as it was said last. */
async function showStanding(tx: TenantTx, person: OwnerAtSource, now: Date): Promise<void> {
  const standing = await tx
    .selectFrom('account_standing')
    .where('source_id', '=', person.sourceId)
    .where('address', '=', person.owner)
    .select(['is_connected', 'about', 'routes'])
    .executeTakeFirst()
  const account = standing && (await takeLinkable(tx, person))
  if (!account) return
  if (standing.about === 'archive') return showArchived(tx, account, standing.is_connected, now)
  if (standing.is_connected) {
    for (const route of standing.routes)
      await setRoute(tx, { sourceId: person.sourceId, route, accountId: account.id })
    if (account.status === 'active' && account.problem === null) return
    await tx
      .updateTable('channel_account')
      .set({ status: 'active', problem: null, connected_at: sql`coalesce(connected_at, ${now})` })
      .where('id', '=', account.id)
      .execute()
    return recordConnected(tx, account, now)
  }
  if (account.status === 'not-available') return
  await end(tx, account, 'signed-out', now)
}

const notArchived = 'not-archived'

/** A person whom the archive of the source does not include receives nothing; one whom it includes is as before. */
async function showArchived(
  tx: TenantTx,
  account: AccountRow,
  isArchived: boolean,
  now: Date,
): Promise<void> {
  if (!isArchived) {
    if (account.status !== 'not-available') await end(tx, account, notArchived, now)
    return
  }
  if (account.problem !== notArchived) return
  const wasConnected = account.connected_at !== null
  await tx
    .updateTable('channel_account')
    .set({ status: wasConnected ? 'active' : 'available', problem: null })
    .where('id', '=', account.id)
    .execute()
  if (wasConnected) await recordConnected(tx, account, now)
  else await closeGap(tx, { accountId: account.id, kind: 'disconnected' }, now)
}

/** The gap of each of these people whom the archive does not include: of one that an earlier release noted no one was notified. */
export async function noteUnarchived(tx: TenantTx, ids: readonly AccountId[], now: Date): Promise<void> {
  const missing = await tx
    .selectFrom('channel_account')
    .where('id', '=', sql<AccountId>`any(${ids}::uuid[])`)
    .where('status', '=', 'not-available')
    .where('problem', '=', notArchived)
    .select('id')
    .execute()
  for (const { id } of missing) {
    const gap = { accountId: id, kind: 'disconnected', problem: notArchived, mayBeNew: true } as const
    await openGap(tx, { ...gap, beganAt: now }, now)
  }
}

async function end(
  tx: TenantTx,
  account: Pick<AccountRow, 'id' | 'name'>,
  problem: 'signed-out' | typeof notArchived,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('channel_account')
    .set({ status: 'not-available', problem })
    .where('id', '=', account.id)
    .execute()
  await recordDisconnected(tx, account, problem, now)
}
