/** New accounts, any number at once. */
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { changedFields, recordAudits } from '#domains/audit/commands.ts'
import { accountWithin, holdsUnseen } from '#domains/groups/scope.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { endedSpans, wasConnected } from '#schema/connected.ts'
import { type AccountFacts, openWords, refusing, toRow } from './account-facts.ts'
import { listedBy, type ProviderList } from './comparisons.ts'
import { connectionRequests } from './connection-requests.ts'
import { noteFormerOwners } from './former-owners.ts'
import { noteFormerSources } from './former-sources.ts'

interface NewAccount {
  readonly id: AccountId
  readonly facts: AccountFacts
  /** Whether a provider is to be asked; otherwise the first delivery connects it. */
  readonly request: 'connect' | null
}

interface NewAccounts {
  readonly channel: ConnectableChannel
  readonly accounts: readonly NewAccount[]
}

/**
 * Creates accounts of a channel that wait to be connected, or brings removed ones back.
 * @param list That of their provider, if it lists their messages.
 * @returns Their versions.
 * @throws Failure `account.address-taken`, `account.unknown-owner`
 */
export async function createIntegrationAccounts(
  tx: TenantTx,
  actor: Actor,
  { channel, accounts, list }: NewAccounts & { readonly list: ProviderList | undefined },
  now: Date,
): Promise<ReadonlyMap<AccountId, number>> {
  if (accounts.length === 0) return new Map()
  const rows = accounts.map(({ id, facts, request }) => ({
    ...toRow(facts),
    id,
    channel,
    status: 'available' as const,
    ...listedBy(list, { sourceId: facts.sourceId, now }),
    request,
    request_after: new Date(0),
    created_at: now,
  }))
  const owned = accounts.map(({ id, facts: { ownerId } }) => ({ id, ownerId }))
  await noteFormerOwners(tx, owned, now)
  const received = accounts.map(({ id, facts: { sourceId } }) => ({ id, sourceId }))
  await noteFormerSources(tx, received, now)
  const created = await refusing(() =>
    tx
      .insertInto('channel_account')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'id'])
          .doUpdateSet((row) => ({
            name: row.ref('excluded.name'),
            address: row.ref('excluded.address'),
            owner_id: row.ref('excluded.owner_id'),
            source_id: row.ref('excluded.source_id'),
            settings: row.ref('excluded.settings'),
            secrets: row.ref('excluded.secrets'),
            secret_names: row.ref('excluded.secret_names'),
            status: row.ref('excluded.status'),
            list_after: row.ref('excluded.list_after'),
            list_reach_hours: row.ref('excluded.list_reach_hours'),
            request: row.ref('excluded.request'),
            request_after: row.ref('excluded.request_after'),
            request_attempts: 0,
            problem: null,
            connected_before: endedSpans('channel_account'),
            connected_at: null,
            removed_at: null,
            version: sql<number>`channel_account.version + 1`,
          }))
          .where('channel_account.removed_at', 'is not', null),
      )
      .returning(['id', 'version'])
      .execute(),
  )
  // Another request has brought one of them back meanwhile.
  if (created.length < accounts.length) throw new Failure('account.address-taken')
  await tx
    .insertInto('account_counters')
    .values(accounts.map(({ id }) => ({ account_id: id, last_event_at: null })))
    // What is usual for an account that comes back is learnt again.
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'account_id'])
        .doUpdateSet({ quiet_before: 0, quiet_now: 0, learnt_from: null }),
    )
    .execute()
  await auditCreated(tx, actor, { channel, accounts }, now)
  if (accounts.some(({ request }) => request)) await wake(tx, connectionRequests)
  return new Map(created.map(({ id, version }) => [id, version]))
}

async function auditCreated(
  tx: TenantTx,
  actor: Actor,
  { channel, accounts }: NewAccounts,
  now: Date,
): Promise<void> {
  const wordsOf = await openWords(
    tx,
    accounts.map(({ facts }) => facts),
  )
  const audited = accounts.map(({ id, facts }) => ({
    type: 'account_created' as const,
    target: { kind: 'account', id, name: facts.name },
    changes: changedFields({}, wordsOf(channel, facts)),
  }))
  await recordAudits(tx, actor, audited, now)
}

interface RemovedAccount {
  readonly id: AccountId
  /** It was connected before it was removed. */
  readonly wasConnected: boolean
  /** Whether `scope` reaches it. Its next owner reads its messages in the messenger, so one that is not reached does not come back. */
  readonly isWithin: boolean
}

/** By these addresses: the accounts that were removed from them last, so that they come back with their messages. */
export async function findRemoved(
  tx: TenantTx,
  scope: AccessScope,
  channel: ConnectableChannel,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, RemovedAccount>> {
  const { rows } = await sql<RemovedAccount & { address: string }>`
    select distinct on (address) address, id, ${wasConnected('channel_account')} as "wasConnected",
      ${accountWithin(scope, 'channel_account')} and not ${holdsUnseen(scope, 'channel_account')} as "isWithin" from channel_account
    where channel = ${channel} and address = any(${addresses}::text[]) and removed_at is not null
    order by address, removed_at desc`.execute(tx)
  return new Map(rows.map(({ address, ...removed }) => [address, removed]))
}
