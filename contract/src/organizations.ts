import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'

/** What anyone may know of the organization at this address: enough to sign in. */
export const OrganizationBasics = z.object({
  tenantId: TenantId,
  name: z.string(),
  language: z.string(),
  environment: z.enum(['local', 'dev', 'stage', 'production']),
  /** The console locks after so long without a sign of its reader. */
  idleLockMinutes: z.int(),
})
export type OrganizationBasics = z.infer<typeof OrganizationBasics>

export const getOrganizationBasics = endpoint({
  method: 'GET',
  path: '/bff/organizations/basic',
  response: OrganizationBasics,
  access: 'anyone',
})
