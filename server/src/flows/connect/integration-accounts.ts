/** What administrators enter becomes an account: checked by its connector, with sealed secrets. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import {
  accountDetails,
  type AccountEntry,
  accountForms,
  entryOf,
  isSecretKind,
} from '@verbatim/contract/account-fields.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import type {
  ConnectionRequest,
  IntegrationChange,
  IntegrationDraft,
} from '@verbatim/contract/integration-accounts.ts'
import { findConnector } from '#channels/registry.ts'
import { forgetLink, tryAtOnce } from '#domains/accounts/collections.ts'
import {
  type AccountFacts,
  createIntegrationAccount,
  factsOf,
  isAddressFixed,
  reopenCollected,
  requestConnection,
  takeAccount,
  updateIntegrationAccount,
} from '#domains/accounts/integration-commands.ts'
import { endClaim, requestClaim } from '#domains/accounts/claims.ts'
import { findRemoved } from '#domains/accounts/integration-queries.ts'
import { requireSource } from '#domains/accounts/sources.ts'
import { openSecretsOf, sealSecretsOf } from '#flows/capture/account-secrets.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { checkPhone } from '#kernel/phone.ts'
import { newId } from '#kernel/uuid.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { type LinkContext, sendFirstLink } from './account-links.ts'
import { offerClaim } from './claims.ts'

export interface IntegrationContext extends LinkContext {
  readonly secrets: Secrets
  readonly config: { readonly SMTP_INTAKE_HOST?: string | undefined }
  readonly now: () => Date
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
  const source = draft.sourceId && (await requireSource(tx, actor.scope, { channel, id: draft.sourceId }))
  if (source && !accountForms[channel].source) throw new Failure('account.unknown-source')
  const entry = entryOf(channel, source?.id)
  const { settings, given } = readDetails(entry, draft.details)
  requireSecrets(entry, Object.keys(given))
  const address =
    entry.address === 'made'
      ? madeAddress(ctx, source)
      : await readAddress(tx, { channel, kind: entry.address }, draft.address ?? '')
  const id = (await findRemoved(tx, channel, address)) ?? AccountId.parse(newId(ctx.now()))
  const facts: AccountFacts = {
    name: draft.name,
    address,
    ownerId: draft.ownerId ?? null,
    sourceId: source?.id ?? null,
    settings,
    sealedSecrets: sealSecretsOf({ tenantId: actor.tenantId, id }, given, ctx.secrets),
    secretNames: Object.keys(given),
  }
  const { collection, connection, listing } = findConnector(channel) ?? {}
  const request = connection && !source ? 'connect' : null
  const isListed = listing !== undefined
  await createIntegrationAccount(tx, actor, { id, channel, facts, request, isListed }, ctx.now())
  if (source) await offerClaim(tx, { id, channel, source })
  else if (collection) await tryAtOnce(tx, id)
  await sendFirstLink(tx, ctx, actor, {
    account: { id, channel, name: draft.name, source },
    ownerId: facts.ownerId,
  })
  return id
}

/** @throws Failure as the endpoint says */
export async function changeAccount(
  tx: TenantTx,
  ctx: IntegrationContext,
  actor: Actor,
  { channel, id, change }: OneAccount & { readonly change: IntegrationChange },
): Promise<void> {
  const before = await takeAccount(tx, { channel, id, expectedVersion: change.expectedVersion })
  if (before.request === 'delete') throw new Failure('account.being-removed')
  const facts = factsOf(before)
  const entry = entryOf(channel, before.source_id)
  const { settings, given: entered } = change.details
    ? readDetails(entry, change.details)
    : { settings: {}, given: {} }
  const account = { tenantId: actor.tenantId, id }
  const known = openSecretsOf({ ...account, sealedSecrets: before.secrets ?? undefined }, ctx.secrets)
  const given = withEarlierKeys(entry, known, entered)
  const changedSecrets = Object.keys(given).filter((name) => known[name] !== given[name])
  const secretNames = enteredSecrets(entry, { ...known, ...given })
  requireSecrets(entry, secretNames)
  const { name = facts.name, ownerId = facts.ownerId } = change
  const after: AccountFacts = {
    name,
    ownerId,
    sourceId: facts.sourceId,
    address: await readNewAddress(tx, { channel, entry, before, written: change.address }),
    settings: { ...facts.settings, ...settings },
    secretNames,
    sealedSecrets: facts.sealedSecrets,
  }
  const isElsewhere =
    after.address !== facts.address || !isSame(after.settings, { ...after.settings, ...facts.settings })
  const isConnected = findConnector(channel)?.connection && !before.source_id
  const isAsked = isConnected && (isElsewhere || changedSecrets.length > 0)
  // What was agreed with another agent is agreed anew: the one from before is refused from now on.
  const kept = isElsewhere ? pick(known, secretNames) : known
  if (isElsewhere || changedSecrets.length > 0)
    Object.assign(after, { sealedSecrets: sealSecretsOf(account, { ...kept, ...given }, ctx.secrets) })
  const request = isAsked ? 'connect' : null
  await updateIntegrationAccount(tx, actor, { before, facts: after, changedSecrets, request }, ctx.now())
}

/** @throws Failure `account.not-found`, `account.changed`, `account.being-removed` */
export async function askForConnection(
  tx: TenantTx,
  { now }: Pick<IntegrationContext, 'now'>,
  actor: Actor,
  {
    request,
    ...one
  }: OneAccount & { readonly request: ConnectionRequest; readonly expectedVersion?: number | undefined },
): Promise<void> {
  const { connection, collection, listing } = findConnector(one.channel) ?? {}
  const before = await takeAccount(tx, one)
  if (request === 'delete') await endClaim(tx, one.id)
  else if (before.source_id) return askOwner(tx, actor, before, now())
  else if (!connection && collection) return collectAgain(tx, actor, before, now())
  else if (!connection) throw new Failure('account.connects-itself')
  await requestConnection(tx, actor, { before, request, isListed: listing !== undefined }, now())
}

/** A person's account is connected again by its owner. */
async function askOwner(tx: TenantTx, actor: Actor, before: TakenAccount, now: Date): Promise<void> {
  if (before.request === 'delete') throw new Failure('account.being-removed')
  const channel = before.channel as ConnectableChannel
  if (!before.source_id) throw new Failure('account.connects-itself')
  const source = await requireSource(tx, actor.scope, { channel, id: before.source_id })
  const isAsked = await offerClaim(tx, { id: before.id, channel, source })
  if (!isAsked) throw new Failure('account.connects-itself')
  await requestClaim(tx, actor, before, now)
}

/** Its connection is opened anew; nobody else is asked for anything. A link that has ended is forgotten. */
async function collectAgain(tx: TenantTx, actor: Actor, before: TakenAccount, now: Date): Promise<void> {
  await reopenCollected(tx, actor, before, now)
  if (before.problem === 'signed-out') await forgetLink(tx, before.id)
  await tryAtOnce(tx, before.id)
}

/** The settings and the secrets of what was entered. An empty secret is none. */
function readDetails(entry: AccountEntry, details: IntegrationDraft['details']) {
  const entered = Object.entries(accountDetails(entry).parse(details))
  const isSecret = (name: string) => isSecretKind(kindOf(entry, name))
  return {
    settings: Object.fromEntries(entered.filter(([name]) => !isSecret(name))),
    given: Object.fromEntries(entered.filter(([name, value]) => isSecret(name) && value !== '')),
  }
}

const kindOf = ({ fields }: AccountEntry, name: string) => fields.find((field) => field.name === name)?.kind

/** Keys join those from before, because what was encrypted for those stays so. Each is there once. */
function withEarlierKeys(
  entry: AccountEntry,
  known: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const joined = (name: string, value: unknown) => {
    if (kindOf(entry, name) !== 'keys') return value
    const keys = [known[name], value].flatMap((text) =>
      typeof text === 'string' ? text.split(/(?<=-----END [A-Z ]+-----)\s*/) : [],
    )
    return [...new Set(keys.map((key) => key.trim()).filter((key) => key !== ''))].join('\n')
  }
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, joined(name, value)]))
}

function requireSecrets({ fields }: AccountEntry, names: readonly string[]): void {
  for (const { name, label, kind, isRequired } of fields)
    if (isSecretKind(kind) && isRequired && !names.includes(name))
      throw new Failure('account.secret-required', { field: name, label })
}

type TakenAccount = Awaited<ReturnType<typeof takeAccount>>

interface NewAddress {
  readonly channel: ConnectableChannel
  readonly entry: AccountEntry
  readonly before: TakenAccount
  readonly written: string | undefined
}

/** Messages and coverage of a connected account belong to its address, so another one is another account. */
async function readNewAddress(
  tx: TenantTx,
  { channel, entry, before, written }: NewAddress,
): Promise<string> {
  if (written === undefined || written === before.address) return before.address
  if (entry.address === 'made') throw new Failure('account.address-fixed')
  const address = await readAddress(tx, { channel, kind: entry.address }, written)
  if (address !== before.address && isAddressFixed(before)) throw new Failure('account.address-fixed')
  return address
}

/** The canonical form of a number or address. @throws Failure `account.bad-phone`, `account.bad-address` */
async function readAddress(
  tx: TenantTx,
  { channel, kind }: { readonly channel: ConnectableChannel; readonly kind: AccountEntry['address'] },
  written: string,
): Promise<string> {
  if (kind === 'id') return readId(channel, written)
  const isMail = kind === 'phone-or-email' && written.includes('@')
  const { country } = await tx.selectFrom('organization').select('country').executeTakeFirstOrThrow()
  const phone = isMail ? undefined : checkPhone(written, country)
  if (phone && !phone.possible)
    throw new Failure(kind === 'phone' ? 'account.bad-phone' : 'account.bad-address')
  const identity = findConnector(channel)?.identityOf(phone?.e164 ?? written)
  if (!identity || !['phone', 'email', 'shortcode'].includes(identity.kind))
    throw new Failure('account.bad-address')
  return identity.value
}

/** The provider's own name for an account, in its canonical form. */
function readId(channel: ConnectableChannel, written: string): string {
  const identity = findConnector(channel)?.identityOf(written)
  if (!identity || identity.kind === 'unknown') throw new Failure('account.bad-address')
  return identity.value
}

/** An address that nobody can guess and nobody else has; that of a person's account lasts until its owner has linked it. */
function madeAddress({ config }: IntegrationContext, source: object | undefined): string {
  const made = randomBytes(10).toString('hex')
  return source
    ? `unlinked-${made}`
    : `journal-${made}@${config.SMTP_INTAKE_HOST ?? hostname().toLowerCase()}`
}

const enteredSecrets = ({ fields }: AccountEntry, secrets: object) =>
  fields.flatMap(({ name, kind }) => (isSecretKind(kind) && name in secrets ? [name] : []))

const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
