import { z } from 'zod'
import { ofNouns } from './nouns.ts'

/** The kinds of platform user. `none` is "Not assigned" and cannot be chosen. Source: docs/rules/permissions.md. */
export const roles = ['super_admin', 'tenant_admin', 'analyst', 'compliance', 'manager', 'none'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const roleNames: Record<Role, string> = {
  super_admin: 'Super Admin',
  tenant_admin: 'Admin',
  analyst: 'Analyst',
  compliance: 'Compliance',
  manager: 'Manager',
  none: 'Not assigned',
}

/** The kinds of messenger user: a manager reads all conversations of the contacts of their groups. Source: docs/rules/permissions.md. */
export const messengerRoles = ['manager', 'user', 'none'] as const
export type MessengerRole = (typeof messengerRoles)[number]

/** The permissions of administered nouns, with their words and roles. */
export const nounPermissions = ofNouns('permissions')
export type OfNouns = keyof typeof nounPermissions

const reading = [
  'messages.view',
  'messages.view_attachments',
  'conversations.view',
  'conversations.view_summary',
] as const
const reviewing = [
  'events.view',
  'events.comment',
  'events.assign',
  'events.change_status',
  'events.bulk',
  'events.reopen',
  'events.notify_author',
  'events.export',
] as const
const knowingPeople = ['platform_users.view', 'messenger_users.view'] as const
const auditing = ['audit.view', 'audit.export'] as const
const running = [
  'integrations.view',
  'integrations.manage',
  'organization.view',
  'organization.manage',
  'retention.manage',
  'smtp_integration.manage',
  'platform_users.manage',
  'messenger_users.manage',
  'users.import',
] as const
const disclosing = ['messages.reveal_identity', 'messages.export'] as const

/**
 * A permission of a platform user, as `area.action`. The access scope decides for which rows. Add a name with the
 * endpoint that needs it: in one of the groups above, or with its administered noun in `nouns/`.
 */
const ofOthers = [...reading, ...disclosing, ...reviewing, ...running, ...knowingPeople, ...auditing] as const
export const permissions: readonly ((typeof ofOthers)[number] | OfNouns)[] = [
  ...ofOthers,
  ...(Object.keys(nounPermissions) as OfNouns[]),
]
export const Permission = z.enum(permissions)
export type Permission = z.infer<typeof Permission>

/** What a role may do with the administered nouns. */
function nounsFor(role: Role): OfNouns[] {
  const each = Object.entries(nounPermissions) as [OfNouns, { readonly roles: readonly Role[] }][]
  return each.flatMap(([name, { roles: holders }]) => (holders.includes(role) ? [name] : []))
}

/** The permissions of each role, without those of permission profiles. Source: docs/rules/permissions.md. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  super_admin: permissions,
  tenant_admin: [
    ...reading,
    'messages.export',
    ...reviewing,
    ...knowingPeople,
    ...auditing,
    ...running,
    ...nounsFor('tenant_admin'),
  ],
  compliance: [
    ...reading,
    ...disclosing,
    ...reviewing,
    ...knowingPeople,
    ...auditing,
    'integrations.view',
    'organization.view',
    ...nounsFor('compliance'),
  ],
  analyst: [...reading, 'events.view', 'events.comment', ...knowingPeople, ...nounsFor('analyst')],
  manager: [...reading, 'events.view', 'events.comment', ...knowingPeople, ...nounsFor('manager')],
  none: [],
}
