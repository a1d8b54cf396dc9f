/** What administrators enter becomes an account: checked by its connector, with sealed secrets. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { accountDetails, accountForms, type AccountField } from '@verbatim/contract/account-fields.ts'
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
  factsOf,
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
  const id = AccountId.parse(newId(ctx.now()))
  const { settings, given } = readDetails(channel, draft.details)
  requireSecrets(channel, Object.keys(given))
  const isMade = accountForms[channel].address === 'made'
  const address = isMade ? madeAddress(ctx) : await readAddress(tx, channel, draft.address ?? '')
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
  const facts = factsOf(before)
  const { settings, given } = change.details
    ? readDetails(channel, change.details)
    : { settings: {}, given: {} }
  const account = { tenantId: actor.tenantId, id }
  const known = openSecretsOf({ ...account, sealedSecrets: before.secrets ?? undefined }, ctx.secrets)
  const changedSecrets = Object.keys(given).filter((name) => known[name] !== given[name])
  const secretNames = [...new Set([...facts.secretNames, ...changedSecrets])]
  requireSecrets(channel, secretNames)
  const { name = facts.name, ownerId = facts.ownerId } = change
  const after: AccountFacts = {
    name,
    ownerId,
    address: await readNewAddress(tx, { channel, before: facts.address, written: change.address }),
    settings: { ...facts.settings, ...settings },
    secretNames,
    sealedSecrets:
      changedSecrets.length > 0
        ? sealSecretsOf(account, { ...known, ...given }, ctx.secrets)
        : facts.sealedSecrets,
  }
  const isElsewhere =
    after.address !== facts.address ||
    changedSecrets.length > 0 ||
    !isSame(after.settings, { ...after.settings, ...facts.settings })
  const isAsked = isElsewhere && before.request !== 'delete' && findConnector(channel)?.connection
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
  const isListed = findConnector(one.channel)?.listing !== undefined
  await requestConnection(tx, actor, { before: await takeAccount(tx, one), request, isListed }, now())
}

/** The settings and the secrets of what was entered. An empty secret is none. */
function readDetails(channel: ConnectableChannel, details: IntegrationDraft['details']) {
  const entered = Object.entries(accountDetails(channel).parse(details))
  const isSecret = (name: string) => fieldOf(channel, name)?.kind === 'secret'
  return {
    settings: Object.fromEntries(entered.filter(([name]) => !isSecret(name))),
    given: Object.fromEntries(entered.filter(([name, value]) => isSecret(name) && value !== '')),
  }
}

const fieldOf = (channel: ConnectableChannel, name: string): AccountField | undefined =>
  accountForms[channel].fields.find((field) => field.name === name)

function requireSecrets(channel: ConnectableChannel, names: readonly string[]): void {
  for (const { name, label, kind, isRequired } of accountForms[channel].fields)
    if (kind === 'secret' && isRequired && !names.includes(name))
      throw new Failure('account.secret-required', { field: name, label })
}

async function readNewAddress(
  tx: TenantTx,
  { channel, before, written }: { channel: ConnectableChannel; before: string; written: string | undefined },
): Promise<string> {
  if (written === undefined || written === before) return before
  if (accountForms[channel].address === 'made') throw new Failure('account.address-fixed')
  return readAddress(tx, channel, written)
}

/** The canonical form of a number or address. @throws Failure `account.bad-phone`, `account.bad-address` */
async function readAddress(tx: TenantTx, channel: ConnectableChannel, written: string): Promise<string> {
  const { address: kind } = accountForms[channel]
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

/** An address that nobody can guess and nobody else has. */
const madeAddress = ({ config }: IntegrationContext) =>
  `journal-${randomBytes(10).toString('hex')}@${config.SMTP_INTAKE_HOST ?? hostname().toLowerCase()}`

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
