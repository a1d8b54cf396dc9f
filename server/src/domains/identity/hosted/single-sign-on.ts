import type { TenantId } from '@verbatim/contract/ids.ts'
import { type Role, roleNames } from '@verbatim/contract/permissions.ts'
import type { SingleSignOnChange } from '@verbatim/contract/single-sign-on.ts'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import { endSessions } from '#domains/identity/endings.ts'
import type { IdentityContext } from '#domains/identity/memory.ts'
import type { Actor } from '#kernel/actor.ts'
import { requireVersion } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'

/** How an organization offers single sign-on. */
export interface SingleSignOn {
  readonly enabled: boolean
  readonly version: number
  /** Its own provider; without one the hosted pages ask for the password. */
  readonly provider: Provider | undefined
}

export interface Provider {
  /** The name on the button. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly secretSealed: Buffer | undefined
  /** Lower case; whose addresses the provider may vouch for. */
  readonly mailDomains: readonly string[]
  readonly createsPeople: boolean
  /** The role in which it was set: it may vouch for no one who may do more. */
  readonly setInRole: Role
}

/** The organization's settings; off by default. */
export async function findSingleSignOn(tx: TenantTx): Promise<SingleSignOn> {
  const row = await tx.selectFrom('single_sign_on').selectAll().executeTakeFirst()
  if (!row) return { enabled: false, version: 0, provider: undefined }
  const { issuer, client_id: clientId, provider_name: name } = row
  const provider =
    issuer === null || clientId === null || name === null
      ? undefined
      : {
          name,
          issuer,
          clientId,
          secretSealed: row.secret_sealed ?? undefined,
          mailDomains: row.mail_domains,
          createsPeople: row.creates_people,
          setInRole: row.set_in_role,
        }
  return { enabled: row.enabled, version: row.version, provider }
}

/** The settings, which no one changes before this transaction ends: what they allow is not begun after they have changed. */
export async function holdSingleSignOn(tx: TenantTx): Promise<SingleSignOn> {
  await tx.selectFrom('single_sign_on').select('version').forShare().execute()
  return findSingleSignOn(tx)
}

/** Whether a provider is still the one that it was: people are known to it by issuer, and vouched for to its client. */
export const isSameProvider = (one: ProviderName | undefined, other: ProviderName | undefined) =>
  one !== undefined && one.issuer === other?.issuer && one.clientId === other.clientId

type ProviderName = Pick<Provider, 'issuer' | 'clientId'>

export const providerPlace = (tenantId: TenantId) => ({
  tenantId,
  table: 'single_sign_on.secret_sealed',
  id: tenantId,
})

/**
 * Stores how single sign-on works; without a provider, the one that there is stays. A secret belongs to the issuer that it was entered for, and is never shown again.
 * Once a provider is not offered any more, the sessions that it vouched for end.
 * @throws Failure `single-sign-on.changed`
 */
export async function changeSingleSignOn(
  tx: TenantTx,
  actor: Actor,
  { expectedVersion, enabled, provider }: SingleSignOnChange,
  ctx: Pick<IdentityContext, 'secrets' | 'now' | 'identity'>,
): Promise<void> {
  const { secrets } = ctx
  await tx
    .insertInto('single_sign_on')
    .values({ provider_name: null, issuer: null, client_id: null, secret_sealed: null, version: 0 })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute()
  await tx.selectFrom('single_sign_on').select('version').forNoKeyUpdate().execute()
  const before = await findSingleSignOn(tx)
  requireVersion('single-sign-on.changed', before.version, expectedVersion)
  const { tenantId } = actor
  const kept =
    provider && before.provider?.issuer !== provider.issuer ? undefined : before.provider?.secretSealed
  const secretSealed = provider?.secret
    ? secrets.seal(Buffer.from(provider.secret), providerPlace(tenantId))
    : kept
  const after = {
    ...before,
    enabled,
    ...(provider !== undefined && {
      provider: provider
        ? { ...provider, secretSealed, setInRole: setInRole(actor, before.provider, provider) }
        : undefined,
    }),
  }
  const sealed = after.provider?.secretSealed ?? null
  await tx
    .updateTable('single_sign_on')
    .set({ enabled, ...rowOf(after.provider), secret_sealed: sealed, version: before.version + 1 })
    .execute()
  const changes = changedFields(factsOf(before), {
    ...factsOf(after),
    ...(provider?.secret === undefined ? {} : { secret: 'changed' }),
  })
  const counts = { sessionsEnded: await endUnvouched(tx, ctx, before, after) }
  const target = { kind: 'organization', id: tenantId, name: 'Single sign-on' }
  if (changes.length > 0 || counts.sessionsEnded > 0)
    await recordAudit(tx, actor, { type: 'single_sign_on_updated', target, changes, counts }, ctx.now())
}

/** Ends the sessions of a provider that is not offered any more. @returns How many */
async function endUnvouched(
  tx: TenantTx,
  ctx: Pick<IdentityContext, 'now' | 'identity'>,
  before: Pick<SingleSignOn, 'provider'>,
  { enabled, provider }: Pick<SingleSignOn, 'enabled' | 'provider'>,
): Promise<number> {
  const isOffered = enabled && isSameProvider(provider, before.provider)
  return isOffered ? 0 : endSessions(tx, ctx, { byProvider: true })
}

/** A user who sets the provider, or for whom it vouches, answers for that with their own rights; a Super Admin for all of it. */
function setInRole(
  { role }: Pick<Actor, 'role'>,
  before: Provider | undefined,
  after: Pick<Provider, 'issuer' | 'clientId' | 'mailDomains'>,
): Role {
  const isSame =
    before !== undefined &&
    isSameProvider(before, after) &&
    after.mailDomains.every((domain) => before.mailDomains.includes(domain))
  return isSame && role !== 'super_admin' ? before.setInRole : role
}

function rowOf(provider: Omit<Provider, 'secretSealed'> | undefined) {
  if (!provider)
    return { provider_name: null, issuer: null, client_id: null, mail_domains: [], creates_people: false }
  const { name: provider_name, issuer, clientId: client_id } = provider
  const { mailDomains, createsPeople: creates_people } = provider
  const { setInRole: set_in_role } = provider
  return { provider_name, issuer, client_id, mail_domains: [...mailDomains], creates_people, set_in_role }
}

/** The fields for the audit trail: never the secret. */
function factsOf({ enabled, provider }: Pick<SingleSignOn, 'enabled' | 'provider'>) {
  return {
    enabled,
    provider: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    mailDomains: provider?.mailDomains.join(', ') ?? '',
    createsPeople: provider?.createsPeople ?? false,
    setBy: provider ? roleNames[provider.setInRole] : '',
    secret: provider?.secretSealed ? 'set' : '',
  }
}
