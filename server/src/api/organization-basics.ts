import {
  getOrganizationBasics,
  getOrganizationLogo,
  type OrganizationBasics,
} from '@verbatim/contract/organization-basics.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { findLogoFacts, requireLogo } from '#domains/organizations/profile-queries.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'

interface BasicsContext {
  readonly db: Db
  readonly environment: OrganizationBasics['environment']
}

/** The organization's public facts, for the page before and after sign-in. */
export function organizationBasicsRoutes(app: FastifyInstance, { db, environment }: BasicsContext): void {
  route(app, getOrganizationBasics, ({ request }) =>
    inTenant(db, tenantOf(request), async (tx) => {
      const { tenantId, name, language, idleLockMinutes } = await requireOrganization(tx)
      const logo = await findLogoFacts(tx)
      return { tenantId, name, language, environment, idleLockMinutes, ...(logo && { logo }) }
    }),
  )
  route(app, getOrganizationLogo, async ({ request }) => {
    const body = await inTenant(db, tenantOf(request), requireLogo)
    return { body, contentType: 'image/png', fileName: 'logo.png', inline: true }
  })
}

function tenantOf({ tenant }: FastifyRequest) {
  if (!tenant) throw new Failure('organization.not-found')
  return tenant.id
}
