/** Operators' actions on the organizations of an installation, by command or by endpoint. */
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { FoundedOrganization, OperatedOrganization } from '@verbatim/contract/operator.ts'
import { setUpPath } from '@verbatim/contract/set-up.ts'
import { sql } from 'kysely'
import { changedFields, type FieldChange, recordAudit } from '#domains/audit/commands.ts'
import { type Addresses, organizationAddress } from '#domains/organizations/address.ts'
import { isLabel } from '#domains/organizations/host.ts'
import type { Via } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { announce } from '#platform/changes.ts'
import { newToken } from '#platform/crypto.ts'
import { acrossTenants, type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import { foundForSetUp, renewSetUp } from './set-up.ts'

export interface OperatorContext extends DbContext {
  readonly addresses: Addresses
  readonly environment: string
}

/** The operator, for the audit trail. */
export interface Operator {
  readonly name: string
  readonly via: Via
}

export async function findOrganizations(ctx: OperatorContext): Promise<OperatedOrganization[]> {
  const { rows } = await acrossTenants(ctx.db, 'the operator asks which organizations there are', (tx) =>
    sql<Row>`select * from every_organization()`.execute(tx),
  )
  return rows.map((row) => toOrganization(ctx, row))
}

interface Row {
  readonly tenant_id: TenantId
  readonly label: string
  readonly name: string
  readonly founded_at: Date
  readonly closed_at: Date | null
  readonly waits: boolean
}

function toOrganization({ addresses }: OperatorContext, row: Row): OperatedOrganization {
  return {
    tenantId: row.tenant_id,
    label: row.label,
    name: row.name,
    address: organizationAddress(addresses, row.label),
    foundedAt: row.founded_at.toISOString(),
    state: row.closed_at ? 'closed' : row.waits ? 'waiting' : 'open',
    ...(row.closed_at && { closedAt: row.closed_at.toISOString() }),
  }
}

/**
 * Creates an organization: its address, its identity pool, and a link that creates its first administrator. One that still
 * waits for its first administrator gets a new link, and the previous one no longer works.
 * @throws Failure `operator.bad-label`, `operator.label-taken`, `operator.no-main-domain`
 */
export async function found(
  ctx: OperatorContext,
  operator: Operator,
  { label, name = label }: { readonly label: string; readonly name?: string | undefined },
): Promise<FoundedOrganization> {
  if (!isLabel(label)) throw new Failure('operator.bad-label')
  refuseWithoutAddress(ctx)
  const token = newToken()
  const known = (await findOrganizations(ctx)).find((one) => one.label === label)
  if (known && known.state !== 'waiting') throw new Failure('operator.label-taken', { label })
  const tenantId =
    known?.tenantId ?? (await foundForSetUp(ctx, { label, name, token }).catch(explainTaken(label)))
  await inTenant(ctx.db, tenantId, async (tx) => {
    if (known && !(await renewSetUp(tx, token, ctx.now())))
      throw new Failure('operator.label-taken', { label })
    const made = { name, address: organizationAddress(ctx.addresses, label) }
    // The link itself is a secret.
    const changes = known ? [{ field: 'setUpLink', old: null, new: 'changed' }] : changedFields({}, made)
    await record(tx, ctx, operator, {
      type: 'organization_created',
      tenantId,
      name: known?.name ?? name,
      changes,
    })
  })
  const organization = await requireOrganization(ctx, label)
  return { ...organization, setUpLink: `${organization.address}${setUpPath}#${token}` }
}

/** If two operators create the same at once, the database lets one succeed. */
const explainTaken = (label: string) => (error: unknown) => {
  if ((error as { code?: string }).code === '23505') throw new Failure('operator.label-taken', { label })
  throw error
}

/** An address outside the main domain leads to the first organization, so a second one would have none. */
function refuseWithoutAddress({ addresses, environment }: OperatorContext): void {
  const { hostname } = new URL(addresses.publicBaseUrl)
  if (environment !== 'local' && !hostname.endsWith(`.${addresses.mainDomain}`))
    throw new Failure('operator.no-main-domain')
}

/**
 * Closes an organization: its endpoints and sessions refuse requests. Its records do not change. @throws Failure
 * `operator.unknown-organization`
 */
export async function close(
  ctx: OperatorContext,
  operator: Operator,
  label: string,
): Promise<OperatedOrganization> {
  return settle(ctx, operator, label, 'organization_closed')
}

/** @throws Failure `operator.unknown-organization` */
export async function reopen(
  ctx: OperatorContext,
  operator: Operator,
  label: string,
): Promise<OperatedOrganization> {
  return settle(ctx, operator, label, 'organization_reopened')
}

async function settle(
  ctx: OperatorContext,
  operator: Operator,
  label: string,
  type: 'organization_closed' | 'organization_reopened',
): Promise<OperatedOrganization> {
  const { tenantId, name } = await requireOrganization(ctx, label)
  const isClosing = type === 'organization_closed'
  await inTenant(ctx.db, tenantId, async (tx) => {
    const changed = await tx
      .updateTable('organization')
      .set({ closed_at: isClosing ? ctx.now() : null })
      .where('closed_at', isClosing ? 'is' : 'is not', null)
      .returning('tenant_id')
      .executeTakeFirst()
    if (!changed) return
    const changes = [{ field: 'closed', old: !isClosing, new: isClosing }]
    await record(tx, ctx, operator, { type, tenantId, name, changes })
    await announce(tx, ['organization', 'audit'])
  })
  return requireOrganization(ctx, label)
}

async function requireOrganization(ctx: OperatorContext, label: string): Promise<OperatedOrganization> {
  const found = (await findOrganizations(ctx)).find((one) => one.label === label)
  if (!found) throw new Failure('operator.unknown-organization', { label })
  return found
}

interface Done {
  readonly type: 'organization_created' | 'organization_closed' | 'organization_reopened'
  readonly tenantId: TenantId
  readonly name: string
  readonly changes?: readonly FieldChange[]
}

function record(
  tx: TenantTx,
  { now }: OperatorContext,
  { name: actor, via }: Operator,
  { type, tenantId: id, name, changes }: Done,
): Promise<void> {
  const target = { kind: 'organization', id, name }
  return recordAudit(
    tx,
    { userId: undefined, name: actor, via },
    { type, target, ...(changes && { changes }) },
    now(),
  )
}

/** Operators' actions on any organization, newest first. */
export async function findTrail({ db }: OperatorContext, most = 1_000) {
  const { rows } = await acrossTenants(db, 'the operator asks what operators did', (tx) =>
    sql<{
      at: Date
      type: string
      tenant_id: TenantId
      name: string
      actor: string
      address: string | null
    }>`select * from operator_trail(${most})`.execute(tx),
  )
  return rows.map(({ at, type, tenant_id: tenantId, name, actor, address }) => ({
    at: at.toISOString(),
    type,
    tenantId,
    name,
    actor,
    ...(address !== null && { address }),
  }))
}
