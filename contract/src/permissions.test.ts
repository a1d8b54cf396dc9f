import { expect, test } from 'vitest'
import { type Permission, permissions, type Role, rolePermissions, roles } from './permissions.ts'

/** The permissions of each role. Source: docs/rules/permissions.md. */
const holders: Record<Permission, readonly Role[]> = {
  ...shared(
    ['messages.view', 'messages.view_attachments', 'conversations.view', 'conversations.view_summary'],
    ['super_admin', 'tenant_admin', 'compliance', 'analyst', 'manager'],
  ),
  ...shared(
    [
      'platform_users.view',
      'messenger_users.view',
      'permission_profiles.view',
      'groups.view',
      'contacts.view',
    ],
    ['super_admin', 'tenant_admin', 'compliance', 'analyst', 'manager'],
  ),
  ...shared(
    ['events.view', 'events.comment'],
    ['super_admin', 'tenant_admin', 'compliance', 'analyst', 'manager'],
  ),
  ...shared(['policies.view', 'policies.test'], ['super_admin', 'tenant_admin', 'compliance', 'analyst']),
  ...shared(
    [
      'messages.export',
      'events.assign',
      'events.change_status',
      'events.bulk',
      'events.reopen',
      'events.export',
      'policies.manage',
      'policies.approve',
      'notifications.view',
      'notifications.manage',
      'audit.view',
      'audit.export',
      'integrations.view',
      'organization.view',
      'views.share',
    ],
    ['super_admin', 'tenant_admin', 'compliance'],
  ),
  ...shared(['messages.reveal_identity'], ['super_admin', 'compliance']),
  ...shared(
    [
      'integrations.manage',
      'organization.manage',
      'retention.manage',
      'platform_users.manage',
      'messenger_users.manage',
      'users.import',
      'permission_profiles.manage',
      'groups.manage',
      'contacts.manage',
      'contacts.change_share_level',
    ],
    ['super_admin', 'tenant_admin'],
  ),
} as Record<Permission, readonly Role[]>

function shared(names: readonly Permission[], by: readonly Role[]) {
  return Object.fromEntries(names.map((name) => [name, by]))
}

test.each(permissions)('%s is brought by the roles that were decided, and by no other', (name) => {
  expect(roles.filter((role) => rolePermissions[role].includes(name))).toEqual(
    roles.filter((role) => holders[name]?.includes(role)),
  )
})
