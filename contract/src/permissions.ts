import { z } from 'zod'

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

/**
 * A permission of a platform user, as `area.action`. The access scope decides for which rows. Add a name with the
 * endpoint that needs it.
 */
export const permissions = [
  'messages.view',
  'messages.view_attachments',
  'messages.reveal_identity',
  'messages.export',
  'conversations.view',
  'conversations.view_summary',
  'events.view',
  'events.comment',
  'events.assign',
  'events.change_status',
  'events.bulk',
  'events.reopen',
  'events.export',
  'policies.view',
  'policies.manage',
  'policies.test',
  'policies.approve',
  'integrations.view',
  'integrations.manage',
  'organization.view',
  'organization.manage',
  'retention.manage',
  'platform_users.view',
  'platform_users.manage',
  'messenger_users.view',
  'messenger_users.manage',
  'users.import',
  'permission_profiles.view',
  'permission_profiles.manage',
  'groups.view',
  'groups.manage',
  'contacts.view',
  'contacts.manage',
  'contacts.change_share_level',
  'notifications.view',
  'notifications.manage',
  'audit.view',
  'audit.export',
  'views.share',
] as const
export const Permission = z.enum(permissions)
export type Permission = z.infer<typeof Permission>

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
  'events.export',
] as const
const ruling = ['policies.view', 'policies.manage', 'policies.test', 'policies.approve'] as const
const knowingPeople = [
  'platform_users.view',
  'messenger_users.view',
  'permission_profiles.view',
  'groups.view',
  'contacts.view',
] as const
const notifying = ['notifications.view', 'notifications.manage'] as const
const auditing = ['audit.view', 'audit.export'] as const
const sharing = ['views.share'] as const
const running = [
  'integrations.view',
  'integrations.manage',
  'organization.view',
  'organization.manage',
  'retention.manage',
  'platform_users.manage',
  'messenger_users.manage',
  'users.import',
  'permission_profiles.manage',
  'groups.manage',
  'contacts.manage',
  'contacts.change_share_level',
] as const

/** The permissions of each role, without those of permission profiles. Source: docs/rules/permissions.md. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  super_admin: permissions,
  tenant_admin: [
    ...reading,
    'messages.export',
    ...reviewing,
    ...ruling,
    ...knowingPeople,
    ...notifying,
    ...auditing,
    ...sharing,
    ...running,
  ],
  compliance: [
    ...reading,
    'messages.reveal_identity',
    'messages.export',
    ...reviewing,
    ...ruling,
    ...knowingPeople,
    ...notifying,
    ...auditing,
    ...sharing,
    'integrations.view',
    'organization.view',
  ],
  analyst: [...reading, 'events.view', 'events.comment', 'policies.view', 'policies.test', ...knowingPeople],
  manager: [...reading, 'events.view', 'events.comment', ...knowingPeople],
  none: [],
}
