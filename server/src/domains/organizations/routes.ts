import { getOrganizationBasics } from '@verbatim/contract/organizations.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { requireOrganization } from './queries.ts'

interface OrganizationContext {
  readonly db: Db
  readonly environment: 'local' | 'dev' | 'stage' | 'production'
}

/** What anyone may know of the organization at this address. */
export function organizationRoutes(app: FastifyInstance, { db, environment }: OrganizationContext): void {
  route(app, getOrganizationBasics, async ({ request }) => {
    const { tenant } = request
    if (!tenant) throw new Failure('organization.not-found')
    const { tenantId, name, language, idleLockMinutes } = await inTenant(db, tenant.id, requireOrganization)
    return { tenantId, name, language, environment, idleLockMinutes }
  })
}
