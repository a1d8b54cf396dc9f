/** Accounts that were entered or imported become accounts that wait to be connected. */
import { isLeftToOwner } from '@verbatim/contract/account-fields.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import { AccountId, type UserId } from '@verbatim/contract/ids.ts'
import { findConnector } from '#channels/registry.ts'
import type { AccountFacts } from '#domains/accounts/account-facts.ts'
import { tryAtOnce } from '#domains/accounts/collections.ts'
import { createIntegrationAccounts, findRemoved } from '#domains/accounts/new-accounts.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { offerClaims } from './claims.ts'

/** What was entered, checked. */
export interface EnteredAccount {
  readonly name: string
  readonly address: string
  readonly ownerId: UserId | null
  /** The account through which its messages arrive. */
  readonly source?: { readonly id: AccountId; readonly address: string } | undefined
  readonly settings: Readonly<Record<string, unknown>>
  /** Its secrets for the row with this ID; absent if it has none. */
  readonly sealed?: (id: AccountId) => Pick<AccountFacts, 'sealedSecrets' | 'secretNames'>
}

interface AddedAccount {
  readonly entered: EnteredAccount
  readonly id: AccountId
  readonly version: number
  /** It is one that was removed, and had been connected before. */
  readonly wasConnected: boolean
}

/**
 * Adds accounts of a channel, without a query for each. Their owners are not notified.
 * @returns The result for each.
 * @throws Failure `account.address-taken`, `account.unknown-owner`
 */
export async function addAccounts(
  tx: TenantTx,
  actor: Actor,
  {
    channel,
    accounts,
  }: { readonly channel: ConnectableChannel; readonly accounts: readonly EnteredAccount[] },
  now: Date,
): Promise<AddedAccount[]> {
  const { collection, connection, listing } = findConnector(channel) ?? {}
  const removed = await findRemoved(
    tx,
    actor.scope,
    channel,
    accounts.map(({ address }) => address),
  )
  // Taken like that of an account that exists and the actor may not see.
  if (removed.values().some(({ isWithin }) => !isWithin)) throw new Failure('account.address-taken')
  // One that comes back may get another owner: what is being stored is stored with the one from before.
  if (removed.size > 0) await lockTenant(tx)
  const found = accounts.map((entered) => {
    const before = removed.get(entered.address)
    const id = before?.id ?? AccountId.parse(newId(now))
    return { id, entered, wasConnected: before?.wasConnected ?? false }
  })
  const rows = found.map(({ id, entered: { name, address, ownerId, source, settings, sealed } }) => {
    const secrets = sealed?.(id) ?? { sealedSecrets: null, secretNames: [] }
    return {
      id,
      facts: { name, address, ownerId, sourceId: source?.id ?? null, settings, ...secrets },
      request:
        connection && !source && !isLeftToOwner(channel, secrets.secretNames) ? ('connect' as const) : null,
    }
  })
  const versions = await createIntegrationAccounts(tx, actor, { channel, accounts: rows, list: listing }, now)
  await offerClaims(
    tx,
    found.flatMap(({ id, entered: { source } }) => (source ? [{ id, channel, source }] : [])),
  )
  // With a connection, its provider's answer decides.
  if (collection && !connection)
    await tryAtOnce(
      tx,
      found.flatMap(({ id, entered: { source } }) => (source ? [] : [id])),
      now,
    )
  return found.map((one) => ({ ...one, version: versions.get(one.id) ?? 1 }))
}
