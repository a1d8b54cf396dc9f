/** What administrators enter becomes an account: checked by its connector, with sealed secrets. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import {
  accountDetails,
  accountForms,
  type AccountField,
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
import {
  type AccountFacts,
  createIntegrationAccount,
  findRemoved,
  factsOf,
  isAddressFixed,
  requestConnection,
  takeAccount,
  updateIntegrationAccount,
} from '#domains/accounts/integration-commands.ts'
import { openSecretsOf, sealSecretsOf } from '#flows/capture/account-secrets.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { checkPhone } from '#kernel/phone.ts'
import { newId } from '#kernel/uuid.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'

export interface IntegrationContext {
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
  const { settings, given } = readDetails(channel, draft.details)
  requireSecrets(channel, Object.keys(given))
  const isMade = accountForms[channel].address === 'made'
  const address = isMade ? madeAddress(ctx) : await readAddress(tx, channel, draft.address ?? '')
  const id = (await findRemoved(tx, channel, address)) ?? AccountId.parse(newId(ctx.now()))
  const facts: AccountFacts = {
    name: draft.name,
    address,
    ownerId: draft.ownerId ?? null,
    settings,
    sealedSecrets: sealSecretsOf({ tenantId: actor.tenantId, id }, given, ctx.secrets),
    secretNames: Object.keys(given),
  }
  const { connection, listing } = findConnector(channel) ?? {}
  const request = connection ? 'connect' : null
  const isListed = listing !== undefined
  await createIntegrationAccount(tx, actor, { id, channel, facts, request, isListed }, ctx.now())
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
  const { settings, given: entered } = change.details
    ? readDetails(channel, change.details)
    : { settings: {}, given: {} }
  const account = { tenantId: actor.tenantId, id }
  const known = openSecretsOf({ ...account, sealedSecrets: before.secrets ?? undefined }, ctx.secrets)
  const given = withEarlierKeys(channel, known, entered)
  const changedSecrets = Object.keys(given).filter((name) => known[name] !== given[name])
  const secretNames = enteredSecrets(channel, { ...known, ...given })
  requireSecrets(channel, secretNames)
  const { name = facts.name, ownerId = facts.ownerId } = change
  const after: AccountFacts = {
    name,
    ownerId,
    address: await readNewAddress(tx, { channel, before, written: change.address }),
    settings: { ...facts.settings, ...settings },
    secretNames,
    sealedSecrets: facts.sealedSecrets,
  }
  const isElsewhere =
    after.address !== facts.address || !isSame(after.settings, { ...after.settings, ...facts.settings })
  const isAsked = (isElsewhere || changedSecrets.length > 0) && findConnector(channel)?.connection
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
  const { connection, listing } = findConnector(one.channel) ?? {}
  if (request === 'connect' && !connection) throw new Failure('account.connects-itself')
  const isListed = listing !== undefined
  await requestConnection(tx, actor, { before: await takeAccount(tx, one), request, isListed }, now())
}

/** The settings and the secrets of what was entered. An empty secret is none. */
function readDetails(channel: ConnectableChannel, details: IntegrationDraft['details']) {
  const entered = Object.entries(accountDetails(channel).parse(details))
  const isSecret = (name: string) => isSecretKind(fieldOf(channel, name)?.kind)
  return {
    settings: Object.fromEntries(entered.filter(([name]) => !isSecret(name))),
    given: Object.fromEntries(entered.filter(([name, value]) => isSecret(name) && value !== '')),
  }
}

const fieldOf = (channel: ConnectableChannel, name: string): AccountField | undefined =>
  accountForms[channel].fields.find((field) => field.name === name)

/** Keys join those from before, because what was encrypted for those stays so. Each is there once. */
function withEarlierKeys(
  channel: ConnectableChannel,
  known: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const joined = (name: string, value: unknown) => {
    if (fieldOf(channel, name)?.kind !== 'keys') return value
    const keys = [known[name], value].flatMap((text) =>
      typeof text === 'string' ? text.split(/(?<=-----END [A-Z ]+-----)\s*/) : [],
    )
    return [...new Set(keys.map((key) => key.trim()).filter((key) => key !== ''))].join('\n')
  }
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, joined(name, value)]))
}

function requireSecrets(channel: ConnectableChannel, names: readonly string[]): void {
  for (const { name, label, kind, isRequired } of accountForms[channel].fields)
    if (isSecretKind(kind) && isRequired && !names.includes(name))
      throw new Failure('account.secret-required', { field: name, label })
}

interface NewAddress {
  readonly channel: ConnectableChannel
  readonly before: Awaited<ReturnType<typeof takeAccount>>
  readonly written: string | undefined
}

/** Messages and coverage of a connected account belong to its address, so another one is another account. */
async function readNewAddress(tx: TenantTx, { channel, before, written }: NewAddress): Promise<string> {
  if (written === undefined || written === before.address) return before.address
  if (accountForms[channel].address === 'made') throw new Failure('account.address-fixed')
  const address = await readAddress(tx, channel, written)
  if (address !== before.address && isAddressFixed(before)) throw new Failure('account.address-fixed')
  return address
}

/** The canonical form of a number or address. @throws Failure `account.bad-phone`, `account.bad-address` */
async function readAddress(tx: TenantTx, channel: ConnectableChannel, written: string): Promise<string> {
  const { address: kind } = accountForms[channel]
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

/** An address that nobody can guess and nobody else has. */
const madeAddress = ({ config }: IntegrationContext) =>
  `journal-${randomBytes(10).toString('hex')}@${config.SMTP_INTAKE_HOST ?? hostname().toLowerCase()}`

const enteredSecrets = (channel: ConnectableChannel, secrets: object) =>
  accountForms[channel].fields.flatMap(({ name, kind }) =>
    isSecretKind(kind) && name in secrets ? [name] : [],
  )

const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
