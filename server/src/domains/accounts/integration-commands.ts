import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { ConnectionRequest } from '@verbatim/contract/integration-accounts.ts'
import { sql } from 'kysely'
import { type AuditedBy, changedFields, recordAudit, recordAudits } from '#domains/audit/commands.ts'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { requireVersion, type Seen } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { type AccountFacts, type AccountRow, factsOf, openWords, refusing, toRow } from './account-facts.ts'
import { listedBy, type ProviderList } from './comparisons.ts'
import { connectionRequests } from './connection-requests.ts'
import { noteFormerOwners } from './former-owners.ts'
import { dropGaps } from './gaps.ts'
import { requireWithoutPeople } from './sources.ts'

/** The account as it is now. @throws Failure `account.address-taken`, `account.unknown-owner` */
export async function updateIntegrationAccount(
  tx: TenantTx,
  actor: AuditedBy,
  {
    before,
    facts,
    changedSecrets,
    request,
  }: {
    readonly before: AccountRow
    readonly facts: AccountFacts
    readonly changedSecrets: readonly string[]
    readonly request: 'connect' | null
  },
  now: Date,
): Promise<AccountRow> {
  const channel = before.channel as ConnectableChannel
  const wordsOf = await openWords(tx, [factsOf(before), facts])
  const changes = [
    ...changedFields(wordsOf(channel, factsOf(before)), wordsOf(channel, facts)),
    ...changedSecrets.map((field) => ({ field, old: null, new: 'changed' })),
  ]
  if (changes.length === 0) return before
  await noteFormerOwners(tx, [{ id: before.id, ownerId: facts.ownerId }], now)
  const isAnother = before.source_id !== null && facts.address !== before.address
  if (isAnother) await dropGaps(tx, [before.id], now, { kind: 'disconnected', outcome: 'unknown' })
  const after = await refusing(() =>
    tx
      .updateTable('channel_account')
      .set({
        ...toRow(facts),
        // What its source said was about another person. It is asked about this one soon.
        ...(isAnother && { status: 'available', problem: null, standing_after: new Date(0) }),
        ...(request && asked(request, now)),
        version: sql`version + 1`,
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  const target = targetOf({ id: before.id, name: facts.name })
  await recordAudit(tx, actor, { type: 'account_updated', target, changes }, now)
  if (request) await wake(tx, connectionRequests)
  return after
}

/** Asks for a connection or a removal. Nothing more is captured for an account that is to be removed. */
export async function requestConnection(
  tx: TenantTx,
  actor: AuditedBy,
  {
    before,
    request,
    list,
  }: {
    readonly before: AccountRow
    readonly request: ConnectionRequest
    readonly list: ProviderList | undefined
  },
  now: Date,
): Promise<void> {
  // One that waits for another try starts over: what kept it may be mended.
  if (before.request === request && before.problem === null) return
  if (before.request === 'delete') {
    if (request === 'delete') return
    throw new Failure('account.being-removed')
  }
  if (request === 'delete') return requestRemovals(tx, actor, [before], now)
  await tx
    .updateTable('channel_account')
    .set({
      ...asked(request, now),
      ...listedBy(list, { sourceId: before.source_id, now }),
      version: sql`version + 1`,
    })
    .where('id', '=', before.id)
    .execute()
  const target = targetOf(before)
  await recordAudit(tx, actor, { type: 'account_reconnect_requested', target }, now)
  await wake(tx, connectionRequests)
}

/** Asks for the removal of accounts that were taken. @throws Failure `account.has-people` */
export async function requestRemovals(
  tx: TenantTx,
  actor: AuditedBy,
  accounts: readonly Pick<AccountRow, 'id' | 'name'>[],
  now: Date,
): Promise<void> {
  if (accounts.length === 0) return
  const ids = accounts.map(({ id }) => id)
  await requireWithoutPeople(tx, ids)
  // A removal waits for a connection that a worker may be making right now, so that it finds what that has set up.
  const afterConnecting = sql<Date>`case when request = 'connect' and problem is null and request_after > ${now}
    then request_after else 'epoch' end`
  await tx
    .updateTable('channel_account')
    .set({
      ...asked('delete', now),
      request_after: afterConnecting,
      status: 'inactive',
      version: sql`version + 1`,
    })
    .where('id', '=', sql<AccountId>`any(${ids}::uuid[])`)
    .execute()
  await dropGaps(tx, ids, now)
  const audited = accounts.map((account) => ({
    type: 'account_removal_requested' as const,
    target: targetOf(account),
  }))
  await recordAudits(tx, actor, audited, now)
  await wake(tx, connectionRequests)
}

const targetOf = ({ id, name }: Pick<AccountRow, 'id' | 'name'>) => ({ kind: 'account', id, name })

/** An account that Verbatim collects itself is collected again. It is not asked for, but done by the process that has its connection. */
export async function reopenCollected(
  tx: TenantTx,
  actor: Actor,
  { before, list }: { readonly before: AccountRow; readonly list: ProviderList | undefined },
  now: Date,
): Promise<void> {
  if (before.request === 'delete') throw new Failure('account.being-removed')
  // One that an earlier release added is compared from now on.
  if (list && before.list_after === null)
    await tx
      .updateTable('channel_account')
      .set(listedBy(list, { sourceId: before.source_id, now }))
      .where('id', '=', before.id)
      .execute()
  await tx
    .updateTable('channel_account')
    .set({ request: null, problem: null, status: 'available', version: sql`version + 1` })
    .where('id', '=', before.id)
    .where('status', '<>', 'active')
    .execute()
  await recordAudit(tx, actor, { type: 'account_reconnect_requested', target: targetOf(before) }, now)
}

/** An account's row, locked until the transaction ends. @throws Failure `account.not-found`, `account.changed` */
export async function takeAccount(
  tx: TenantTx,
  { channel, id, expectedVersion }: Seen<AccountId> & { readonly channel: ConnectableChannel },
): Promise<AccountRow> {
  const row = await tx
    .selectFrom('channel_account')
    .selectAll()
    .where('id', '=', id)
    .where('channel', '=', channel)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Failure('account.not-found'))
  requireVersion('account.changed', row.version, expectedVersion)
  return row
}

/** An account, and whether `scope` reaches it. */
export type ReachedAccount = AccountRow & { readonly is_within: boolean }

/** The rows of these accounts, locked until the transaction ends. */
export async function takeAccounts(
  tx: TenantTx,
  scope: AccessScope,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, ReachedAccount>> {
  const rows = await tx
    .selectFrom('channel_account')
    .selectAll()
    .select(accountWithin(scope, 'channel_account').as('is_within'))
    .where('id', '=', sql<AccountId>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Asks to connect all accounts of these channels again, because their common credentials have changed. */
export async function reconnectAccounts(
  tx: TenantTx,
  channels: readonly ConnectableChannel[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('channel_account')
    .set(asked('connect', now))
    .where('channel', 'in', [...channels])
    .where('removed_at', 'is', null)
    .where('status', '<>', 'inactive')
    .execute()
  await wake(tx, connectionRequests)
}

/** From its first connection on. */
export const isAddressFixed = ({
  connected_at: connectedAt,
  connected_before: connectedBefore,
  status,
}: AccountRow) => connectedAt !== null || status === 'active' || connectedBefore !== '{}'

/** A new request starts over, whatever the result of an earlier one, and so does the comparison with the provider's list. */
const asked = (request: ConnectionRequest, now: Date) => ({
  request,
  request_attempts: 0,
  request_after: new Date(0),
  problem: null,
  list_after: sql<Date | null>`case when list_after is null then null else ${now}::timestamptz end`,
})
