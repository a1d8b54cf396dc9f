/** What everyone at the organization's address may know. The first page of the console needs it, and none of the settings. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'

/** A picture that the installation made itself. Its address changes with it. */
export const Logo = z.object({ url: z.string(), width: z.int(), height: z.int() })

/** The public facts about the organization at this address, enough to sign in. */
export const OrganizationBasics = z.object({
  tenantId: TenantId,
  name: z.string(),
  language: z.string(),
  environment: z.enum(['local', 'dev', 'stage', 'production']),
  /** The console locks after this long without activity. */
  idleLockMinutes: z.int(),
  logo: Logo.optional(),
})
export type OrganizationBasics = z.infer<typeof OrganizationBasics>

export const getOrganizationBasics = endpoint({
  method: 'GET',
  path: '/bff/organizations/basic',
  response: OrganizationBasics,
  access: 'anyone',
})

/** Shown before sign-in. `v` identifies the picture, so that another one has another address. */
export const getOrganizationLogo = endpoint({
  method: 'GET',
  path: '/bff/organizations/logo',
  query: z.strictObject({ v: z.string().max(64).optional() }),
  response: z.any(),
  access: 'anyone',
  failures: ['organization.no-logo'],
  file: true,
})
