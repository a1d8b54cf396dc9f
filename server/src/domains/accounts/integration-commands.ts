import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
import type { ConnectionRequest } from '@verbatim/contract/integration-accounts.ts'
import { type Selectable, sql } from 'kysely'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { requireVersion } from '#kernel/version.ts'
import { brokenConstraint } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import type { ChannelAccountTable } from '#schema/capture.ts'
import { connectionRequests } from './connection-requests.ts'
import { dropGaps } from './gaps.ts'
import { enteredOf } from './integration-queries.ts'
import { requireWithoutPeople } from './sources.ts'

/** An account as its row holds it: checked, and with sealed secrets. */
export interface AccountFacts {
  readonly name: string
  readonly address: string
  readonly ownerId: UserId | null
  /** The account through which its messages arrive. */
  readonly sourceId: AccountId | null
  readonly settings: Readonly<Record<string, unknown>>
  readonly sealedSecrets: Buffer | null
  readonly secretNames: readonly string[]
}

type AccountRow = Selectable<ChannelAccountTable>

/**
 * Creates an account that waits to be connected, or brings a removed one back.
 * @param request Whether a provider is to be asked; otherwise the first delivery connects it.
 * @throws Failure `account.address-taken`, `account.unknown-owner`
 */
export async function createIntegrationAccount(
  tx: TenantTx,
  actor: Actor,
  {
    id,
    channel,
    facts,
    request,
    isListed,
  }: {
    readonly id: AccountId
    readonly channel: ConnectableChannel
    readonly facts: AccountFacts
    readonly request: 'connect' | null
    /** Whether its provider lists its messages. */
    readonly isListed: boolean
  },
  now: Date,
): Promise<void> {
  const row = { ...toRow(facts), status: 'available', list_after: isListed ? now : null } as const
  await refusing(() =>
    tx
      .insertInto('channel_account')
      .values({ id, channel, ...row, request, created_at: now })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'id']).doUpdateSet({
          ...row,
          ...(request ? asked(request, now) : { request: null, problem: null }),
          list_after: row.list_after,
          removed_at: null,
          version: sql`channel_account.version + 1`,
        }),
      )
      .execute(),
  )
  await tx
    .insertInto('account_counters')
    .values({ account_id: id, last_event_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const target = targetOf({ id, ...facts })
  const changes = changedFields({}, await wordsOf(tx, channel, facts))
  await recordAudit(tx, actor, { type: 'account_created', target, changes }, now)
  if (request) await wake(tx, connectionRequests)
}

/** @throws Failure `account.address-taken`, `account.unknown-owner` */
export async function updateIntegrationAccount(
  tx: TenantTx,
  actor: Actor,
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
): Promise<void> {
  const channel = before.channel as ConnectableChannel
  const changes = [
    ...changedFields(await wordsOf(tx, channel, factsOf(before)), await wordsOf(tx, channel, facts)),
    ...changedSecrets.map((field) => ({ field, old: null, new: 'changed' })),
  ]
  if (changes.length === 0) return
  await refusing(() =>
    tx
      .updateTable('channel_account')
      .set({ ...toRow(facts), ...(request && asked(request, now)), version: sql`version + 1` })
      .where('id', '=', before.id)
      .execute(),
  )
  const target = targetOf({ id: before.id, name: facts.name })
  await recordAudit(tx, actor, { type: 'account_updated', target, changes }, now)
  if (request) await wake(tx, connectionRequests)
}

/** Asks for a connection or a removal. Nothing more is captured for an account that is to be removed. */
export async function requestConnection(
  tx: TenantTx,
  actor: Actor,
  {
    before,
    request,
    isListed,
  }: { readonly before: AccountRow; readonly request: ConnectionRequest; readonly isListed: boolean },
  now: Date,
): Promise<void> {
  // One that waits for another try starts over: what kept it may be mended.
  if (before.request === request && before.problem === null) return
  if (before.request === 'delete') {
    if (request === 'delete') return
    throw new Failure('account.being-removed')
  }
  if (request === 'delete') await requireWithoutPeople(tx, before.id)
  await tx
    .updateTable('channel_account')
    .set({
      ...asked(request, now),
      ...(request === 'delete' && { status: 'inactive', ...afterConnecting(before, now) }),
      ...(request === 'connect' && { list_after: isListed ? now : null }),
      version: sql`version + 1`,
    })
    .where('id', '=', before.id)
    .execute()
  if (request === 'delete') await dropGaps(tx, before.id, now)
  const type = request === 'delete' ? 'account_removal_requested' : 'account_reconnect_requested'
  await recordAudit(tx, actor, { type, target: targetOf(before) }, now)
  await wake(tx, connectionRequests)
}

const targetOf = ({ id, name }: Pick<AccountRow, 'id' | 'name'>) => ({ kind: 'account', id, name })

/** An account that Verbatim collects itself is collected again. It is not asked for, but done by whoever has its connection. */
export async function reopenCollected(
  tx: TenantTx,
  actor: Actor,
  before: AccountRow,
  now: Date,
): Promise<void> {
  if (before.request === 'delete') throw new Failure('account.being-removed')
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
  {
    channel,
    id,
    expectedVersion,
  }: {
    readonly channel: ConnectableChannel
    readonly id: AccountId
    readonly expectedVersion?: number | undefined
  },
): Promise<AccountRow> {
  const row = await tx
    .selectFrom('channel_account')
    .selectAll()
    .where('id', '=', id)
    .where('channel', '=', channel)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure('account.not-found')
  requireVersion('account.changed', row.version, expectedVersion)
  return row
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
export const isAddressFixed = ({ connected_at: connectedAt, status }: AccountRow) =>
  connectedAt !== null || status === 'active'

export const factsOf = (row: AccountRow): AccountFacts => ({
  name: row.name,
  address: row.address,
  ownerId: row.owner_id,
  sourceId: row.source_id,
  settings: row.settings,
  sealedSecrets: row.secrets,
  secretNames: row.secret_names,
})

const toRow = ({ name, address, ownerId, sourceId, settings, sealedSecrets, secretNames }: AccountFacts) => ({
  name,
  address,
  owner_id: ownerId,
  source_id: sourceId,
  settings: JSON.stringify(settings),
  secrets: sealedSecrets,
  secret_names: [...secretNames],
})

/** A new request starts over, whatever became of an earlier one, and so does the comparison with the provider's list. */
const asked = (request: ConnectionRequest, now: Date) => ({
  request,
  request_attempts: 0,
  request_after: new Date(0),
  problem: null,
  list_after: sql<Date | null>`case when list_after is null then null else ${now}::timestamptz end`,
})

/** A removal waits for a connection that a worker may be making right now, so that it finds what that has set up. */
function afterConnecting({ request, request_after: after, problem }: AccountRow, now: Date) {
  const isMade = request === 'connect' && problem === null && after > now
  return isMade ? { request_after: after } : {}
}

/** The fields as the audit trail shows them. */
async function wordsOf(
  tx: TenantTx,
  channel: ConnectableChannel,
  { name, address, ownerId, sourceId, settings }: AccountFacts,
): Promise<Record<string, unknown>> {
  const owner = ownerId
    ? await tx
        .selectFrom('tenant_user')
        .where('id', '=', ownerId)
        .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
        .executeTakeFirst()
    : undefined
  const source = sourceId
    ? await tx.selectFrom('channel_account').where('id', '=', sourceId).select('name').executeTakeFirst()
    : undefined
  return {
    name,
    address,
    owner: owner?.name ?? null,
    ...(source && { source: source.name }),
    ...enteredOf(channel, settings),
  }
}

async function refusing(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === 'channel_account_of_address') throw new Failure('account.address-taken')
    if (constraint === 'channel_account_tenant_id_owner_id_fkey') throw new Failure('account.unknown-owner')
    throw error
  }
}
