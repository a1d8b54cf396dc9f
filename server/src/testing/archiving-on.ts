import { usualArchiving } from '@verbatim/contract/archiving.ts'
import { expect } from 'vitest'
import type { World, WorldTenant } from './world.ts'

export const journal = 'journal@vendor.example'

/** Archiving by mail, to a server that is not there. */
export const archivingSettings = (other: object = {}): Record<string, unknown> => ({
  ...usualArchiving,
  mode: 'on',
  host: 'archive.example',
  port: 25,
  security: 'none-with-warning',
  signIn: 'none',
  fromAddress: 'archive@acme.example',
  journalRecipients: [journal],
  ...other,
})

/** Messages get mails, which wait, because their server is not there. */
export async function turnArchivingOn(world: World, tenant: WorldTenant, other: object = {}): Promise<void> {
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  expect((await admin.call('PUT', '/bff/archiving/settings', archivingSettings(other))).status).toBe(200)
}
