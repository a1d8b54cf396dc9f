/** An operator's actions on the organizations of an installation. Access is by the operator's key, not by a session. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { hostLabel } from './host-names.ts'
import { TenantId } from './ids.ts'
import { organizationLimits } from './organizations.ts'
import { text } from './text.ts'

/** The path of these endpoints. They name their organization themselves, independent of the host. */
export const operatorPath = '/operator/'

/** The first label of an organization's address. */
const OrganizationLabel = z.string().trim().toLowerCase().regex(hostLabel)

/** An organization as its operator sees it, without any content. */
export const OperatedOrganization = z.object({
  tenantId: TenantId,
  label: z.string(),
  name: z.string(),
  /** The address of the product for its users. */
  address: z.url(),
  foundedAt: z.iso.datetime(),
  /** `waiting` for its first administrator, who has a set-up link. */
  state: z.enum(['open', 'waiting', 'closed']),
  closedAt: z.iso.datetime().optional(),
})
export type OperatedOrganization = z.infer<typeof OperatedOrganization>

/** A new organization, and the link that creates its first administrator, which is shown only once. */
export const FoundedOrganization = OperatedOrganization.extend({ setUpLink: z.url() })
export type FoundedOrganization = z.infer<typeof FoundedOrganization>

export const listOperatedOrganizations = endpoint({
  method: 'GET',
  path: '/operator/organizations',
  response: z.object({ items: z.array(OperatedOrganization) }),
  access: 'anyone',
  failures: ['operator.wrong-key'],
})

/** Founds an organization, or makes a new link for a waiting one. */
export const foundOperatedOrganization = endpoint({
  method: 'POST',
  path: '/operator/organizations',
  body: z.strictObject({
    label: OrganizationLabel,
    name: text({ max: organizationLimits.name, min: 1 }).optional(),
  }),
  response: FoundedOrganization,
  access: 'anyone',
  failures: ['operator.bad-label', 'operator.label-taken', 'operator.no-main-domain', 'operator.wrong-key'],
})

const params = z.object({ label: OrganizationLabel })

/** Closes an organization: its endpoints and sessions refuse requests, and its records stay. */
export const closeOrganization = endpoint({
  method: 'POST',
  path: '/operator/organizations/:label/close',
  params,
  response: OperatedOrganization,
  access: 'anyone',
  failures: ['operator.unknown-organization', 'operator.wrong-key'],
})

export const reopenOrganization = endpoint({
  method: 'POST',
  path: '/operator/organizations/:label/reopen',
  params,
  response: OperatedOrganization,
  access: 'anyone',
  failures: ['operator.unknown-organization', 'operator.wrong-key'],
})

/** Operators' actions, newest first. Each organization's own audit trail contains the same. */
export const listOperatorTrail = endpoint({
  method: 'GET',
  path: '/operator/trail',
  response: z.object({
    items: z.array(
      z.object({
        at: z.iso.datetime(),
        type: z.string(),
        tenantId: TenantId,
        name: z.string(),
        actor: z.string(),
        address: z.string().optional(),
      }),
    ),
  }),
  access: 'anyone',
  failures: ['operator.wrong-key'],
})
