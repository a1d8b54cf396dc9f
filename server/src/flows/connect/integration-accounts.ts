/** What administrators enter becomes an account: checked by its connector, with sealed secrets. */
import { type AccountEntry, accountForms, entryOf } from '@verbatim/contract/account-fields.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type {
  ConnectionRequest,
  IntegrationChange,
  IntegrationDraft,
} from '@verbatim/contract/integration-accounts.ts'
import { findConnector } from '#channels/registry.ts'
import { tryAtOnce } from '#domains/accounts/collections.ts'
import type { ProviderList } from '#domains/accounts/comparisons.ts'
import { hasOtherOwner } from '#domains/accounts/former-owners.ts'
import { forgetLink, stopLinking } from '#domains/accounts/linking.ts'
import {
  isAddressFixed,
  reopenCollected,
  requestConnection,
  takeAccount,
  updateIntegrationAccount,
} from '#domains/accounts/integration-commands.ts'
import { type AccountFacts, type AccountRow, factsOf } from '#domains/accounts/account-facts.ts'
import { endClaims, requestClaim } from '#domains/accounts/claims.ts'
import { requireSource } from '#domains/accounts/sources.ts'
import type { AuditedBy } from '#domains/audit/commands.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { openSecretsOf, sealSecretsOf } from '#flows/capture/account-secrets.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Clock } from '#kernel/clock.ts'
import { Failure } from '#kernel/failure.ts'
import type { Seen } from '#kernel/version.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { type LinkContext, sendFirstLinks, sendLinkAgain } from './account-links.ts'
import { type AddressContext, madeAddress, readAddress, unlinkedAddress } from './addresses.ts'
import { offerClaims } from './claims.ts'
import {
  isLeftBlank,
  isOtherwise,
  pick,
  readChange,
  readDetails,
  requireSecrets,
  secretsAfter,
} from './entered-details.ts'
import { addAccounts } from './new-accounts.ts'
import { requireProvider } from './provider.ts'

export interface IntegrationContext extends LinkContext, AddressContext, Clock {
  readonly secrets: Secrets
}

interface OneAccount {
  readonly channel: ConnectableChannel
  readonly id: AccountId
}

/** @throws Failure as the endpoint says */
export async function addAccount(
  tx: TenantTx,
  ctx: IntegrationContext,
  actor: Actor,
  { channel, draft }: { readonly channel: ConnectableChannel; readonly draft: IntegrationDraft },
): Promise<AccountId> {
  await requireProvider(tx, channel)
  const source = draft.sourceId && (await requireSource(tx, actor.scope, { channel, id: draft.sourceId }))
  if (source && !accountForms[channel].source) throw new Failure('account.unknown-source')
  const entry = entryOf(channel, source?.id)
  const isLeft = Boolean(draft.ownerId) && isLeftBlank(entry, draft.details)
  const { settings, given } = readDetails(entry, isLeft ? undefined : draft.details)
  if (!isLeft) requireSecrets(entry, Object.keys(given))
  const entered = {
    name: draft.name,
    address: await newAddress(tx, ctx, { channel, entry, source, written: draft.address ?? '' }),
    ownerId: draft.ownerId ?? null,
    source,
    settings,
    sealed: (id: AccountId) => ({
      sealedSecrets: sealSecretsOf({ tenantId: actor.tenantId, id }, given, ctx.secrets),
      secretNames: Object.keys(given),
    }),
  }
  const added = await addAccounts(tx, actor, { channel, accounts: [entered] }, ctx.now())
  const ids = added.map(({ id }) => id)
  await sendFirstLinks(tx, ctx, actor, ids)
  return ids[0] as AccountId
}

interface EnteredAddress {
  readonly channel: ConnectableChannel
  readonly entry: AccountEntry
  readonly source: object | undefined
  readonly written: string
}

async function newAddress(
  tx: TenantTx,
  ctx: AddressContext,
  { channel, entry: { address: kind }, source, written }: EnteredAddress,
): Promise<string> {
  if (kind !== 'made') return readAddress({ channel, kind, country: await countryOf(tx) }, written)
  return source ? unlinkedAddress() : madeAddress(ctx)
}

/** The account as it is now. @throws Failure as the endpoint says */
export async function changeAccount(
  tx: TenantTx,
  ctx: IntegrationContext,
  actor: AuditedBy & Pick<Actor, 'tenantId'>,
  { channel, id, change }: OneAccount & { readonly change: IntegrationChange },
): Promise<AccountRow> {
  // What is being stored is stored with the owner from before; and before accounts are locked, as a capture does.
  if (change.ownerId !== undefined && (await hasOtherOwner(tx, id, change.ownerId))) await lockTenant(tx)
  const before = await takeAccount(tx, { channel, id, expectedVersion: change.expectedVersion })
  if (before.request === 'delete') throw new Failure('account.being-removed')
  const facts = factsOf(before)
  const entry = entryOf(channel, before.source_id)
  const { isLeft, ...details } = readChange(entry, { channel, facts, change })
  const account = { tenantId: actor.tenantId, id }
  const stored = openSecretsOf({ ...account, sealedSecrets: before.secrets ?? undefined }, ctx.secrets)
  const secrets = secretsAfter(entry, { stored, before: facts.settings }, details)
  if (!isLeft) requireSecrets(entry, secrets.names)
  const address = await readNewAddress(tx, { channel, entry, before, written: change.address })
  const isElsewhere = address !== facts.address || isOtherwise(facts.settings, details.settings)
  const isNew = isElsewhere || secrets.changed.length > 0
  // What was agreed with another agent is agreed again: the one from before is refused from now on.
  const kept = isElsewhere ? pick(secrets.known, secrets.names) : secrets.known
  const after: AccountFacts = {
    ...facts,
    name: change.name ?? facts.name,
    ownerId: change.ownerId === undefined ? facts.ownerId : change.ownerId,
    address,
    settings: { ...facts.settings, ...details.settings },
    secretNames: secrets.names,
    ...(isNew && { sealedSecrets: sealSecretsOf(account, { ...kept, ...secrets.given }, ctx.secrets) }),
  }
  const request = !isLeft && hasConnection(channel, before) && isNew ? 'connect' : null
  const changedSecrets = secrets.changed
  const changed = { before, facts: after, changedSecrets, request } as const
  const row = await updateIntegrationAccount(tx, actor, changed, ctx.now())
  await endSteps(tx, { channel, id }, { facts, after }, ctx.now())
  return row
}

/** Ends what was shown to an owner who is no longer the account's, or for an address that it no longer has. */
async function endSteps(
  tx: TenantTx,
  { channel, id }: OneAccount,
  { facts, after }: { readonly facts: AccountFacts; readonly after: AccountFacts },
  now: Date,
): Promise<void> {
  if (after.ownerId !== facts.ownerId) await endClaims(tx, [id])
  if (after.address !== facts.address && findConnector(channel)?.collection?.needsOwner)
    await stopLinking(tx, id, now)
}

/** @throws Failure `account.not-found`, `account.changed`, `account.being-removed` */
export async function askForConnection(
  tx: TenantTx,
  ctx: LinkContext,
  actor: Actor,
  { request, ...one }: OneAccount & Seen<AccountId> & { readonly request: ConnectionRequest },
): Promise<void> {
  const before = await takeAccount(tx, one)
  if (request === 'delete') {
    const { listing } = findConnector(one.channel) ?? {}
    await endClaims(tx, [one.id])
    return requestConnection(tx, actor, { before, request, list: listing }, ctx.now())
  }
  await reconnect(tx, actor, before, ctx.now())
  await sendLinkAgain(tx, ctx, actor, one.id)
}

async function reconnect(tx: TenantTx, actor: Actor, before: AccountRow, now: Date): Promise<void> {
  const { connection, collection, listing } = findConnector(before.channel) ?? {}
  if (before.source_id) return askOwner(tx, actor, before, now)
  if (!connection && collection) return collectAgain(tx, actor, { before, list: listing }, now)
  if (!connection) throw new Failure('account.connects-itself')
  return requestConnection(tx, actor, { before, request: 'connect', list: listing }, now)
}

/** A person's account is connected again by its owner. */
async function askOwner(tx: TenantTx, actor: Actor, before: AccountRow, now: Date): Promise<void> {
  if (before.request === 'delete') throw new Failure('account.being-removed')
  const channel = before.channel as ConnectableChannel
  if (!before.source_id) throw new Failure('account.connects-itself')
  const source = await requireSource(tx, actor.scope, { channel, id: before.source_id })
  const isAsked = await offerClaims(tx, [{ id: before.id, channel, source }])
  if (!isAsked) throw new Failure('account.connects-itself')
  await requestClaim(tx, actor, before, now)
}

/** Its connection is opened again; no one else is asked for anything. A link that has ended is forgotten. */
async function collectAgain(
  tx: TenantTx,
  actor: Actor,
  { before, list }: { readonly before: AccountRow; readonly list: ProviderList | undefined },
  now: Date,
): Promise<void> {
  await reopenCollected(tx, actor, { before, list }, now)
  if (before.problem === 'signed-out') await forgetLink(tx, before.id)
  await tryAtOnce(tx, [before.id], now)
}

/** Whether its provider is asked, which is so of sources and of accounts that receive by themselves. */
const hasConnection = (channel: ConnectableChannel, { source_id: sourceId }: AccountRow) =>
  findConnector(channel)?.connection !== undefined && sourceId === null

interface NewAddress {
  readonly channel: ConnectableChannel
  readonly entry: AccountEntry
  readonly before: AccountRow
  readonly written: string | undefined
}

/** Messages and coverage of a connected account belong to its address, so another one is another account. */
async function readNewAddress(
  tx: TenantTx,
  { channel, entry, before, written }: NewAddress,
): Promise<string> {
  if (written === undefined || written === before.address) return before.address
  if (entry.address === 'made') throw new Failure('account.address-fixed')
  const address = readAddress({ channel, kind: entry.address, country: await countryOf(tx) }, written)
  if (address !== before.address && isAddressFixed(before)) throw new Failure('account.address-fixed')
  return address
}

const countryOf = async (tx: TenantTx) => (await requireOrganization(tx)).country
