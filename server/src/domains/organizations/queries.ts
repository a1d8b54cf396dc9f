import type { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { acrossTenants, type Db, inTenant, type TenantTx } from '#platform/db.ts'

/** An organization, as requests need it. */
interface Tenant {
  readonly id: TenantId
  readonly name: string
  /** Its endpoints and sessions refuse requests; its records stay. */
  readonly isClosed: boolean
}

/** The organization whose host label this is. */
export async function findTenantByHost(db: Db, label: string): Promise<Tenant | undefined> {
  const { rows } = await acrossTenants(db, 'a host names its tenant', (tx) =>
    sql<{
      tenant_id: TenantId
      name: string
      is_closed: boolean
    }>`select tenant_id, name, is_closed from tenant_of_host(${label})`.execute(tx),
  )
  const [row] = rows
  return row && { id: row.tenant_id, name: row.name, isClosed: row.is_closed }
}

/** The oldest organization, used for hosts without a tenant's name on a developer's machine. */
export async function findFirstTenant(
  db: Db,
): Promise<(Tenant & { readonly hostLabel: string }) | undefined> {
  const [id] = await findTenantIds(db)
  if (!id) return undefined
  const { name, hostLabel, isClosed } = await inTenant(db, id, requireOrganization)
  return { id, name, hostLabel, isClosed }
}

/** Every tenant of the deployment, for work on all of them. */
export async function findTenantIds(db: Db): Promise<TenantId[]> {
  const { rows } = await acrossTenants(db, 'work that goes around all tenants', (tx) =>
    sql<{ id: TenantId }>`select every_tenant() as id`.execute(tx),
  )
  return rows.map((row) => row.id)
}

/** Whether work of the organization may continue. Running work ends within a batch after it is closed. */
export async function isOpen(tx: TenantTx): Promise<boolean> {
  return !(await requireOrganization(tx)).isClosed
}

/** The organization's settings for capture. */
export async function requireOrganization(tx: TenantTx) {
  const row = await tx.selectFrom('organization').selectAll().executeTakeFirstOrThrow()
  return {
    tenantId: row.tenant_id,
    hostLabel: row.host_label,
    name: row.name,
    language: row.language,
    timeZone: row.time_zone,
    country: row.country,
    mailDomains: row.mail_domains,
    policyEdition: row.policy_edition,
    idleLockMinutes: row.idle_lock_minutes,
    requiresSecondStep: row.requires_second_step,
    isClosed: row.closed_at !== null,
  }
}
