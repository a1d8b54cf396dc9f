import type { Permission } from '@verbatim/contract/permissions.ts'

/** What each permission allows. */
export const permissionWords: Record<Permission, string> = {
  'messages.view': 'Read messages',
  'messages.view_attachments': 'Open attachments',
  'messages.reveal_identity': 'Show names where the organization reads under pseudonyms',
  'messages.export': 'Export messages',
  'conversations.view': 'Read whole conversations',
  'conversations.view_summary': 'See summaries of conversations',
  'events.view': 'See cognitive events',
  'events.comment': 'Comment on events',
  'events.assign': 'Assign events',
  'events.change_status': 'Change the status of events',
  'events.bulk': 'Change many events at once',
  'events.reopen': 'Reopen events',
  'events.export': 'Export events',
  'policies.view': 'See policies',
  'policies.manage': 'Change policies',
  'policies.test': 'Try policies',
  'policies.approve': 'Approve changes of others',
  'integrations.view': 'See capture health',
  'integrations.manage': 'Change accounts',
  'organization.view': 'See the organization profile',
  'organization.manage': 'Change the organization profile',
  'retention.manage': 'Change data retention',
  'platform_users.view': 'See platform users',
  'platform_users.manage': 'Change platform users',
  'messenger_users.view': 'See messenger users',
  'messenger_users.manage': 'Change messenger users',
  'users.import': 'Import users',
  'permission_profiles.view': 'See permission profiles',
  'permission_profiles.manage': 'Change permission profiles',
  'groups.view': 'See groups',
  'groups.manage': 'Change groups',
  'contacts.view': 'See contacts',
  'contacts.manage': 'Change contacts',
  'contacts.change_share_level': 'Change how contacts are shared',
  'notifications.view': 'See notifications',
  'notifications.manage': 'Change notifications',
  'audit.view': 'Read the audit trail',
  'audit.export': 'Export the audit trail',
  'views.share': 'Share saved views',
}

/** The areas in which permissions are offered, by the part of their name before the point. */
const areas: readonly (readonly [label: string, ...prefixes: string[]])[] = [
  ['Messages and conversations', 'messages', 'conversations'],
  ['Cognitive events', 'events'],
  ['Policies', 'policies'],
  ['Notifications', 'notifications'],
  ['People', 'platform_users', 'messenger_users', 'users', 'groups', 'contacts'],
  ['Permission profiles', 'permission_profiles'],
  ['Organization', 'organization', 'retention', 'integrations'],
  ['Audit', 'audit'],
  ['Views', 'views'],
]

export interface PermissionArea {
  readonly label: string
  readonly permissions: readonly Permission[]
}

const known = Object.keys(permissionWords) as Permission[]

/** Every permission, in exactly one area. */
export const permissionAreas: readonly PermissionArea[] = [
  ...areas.map(([label, ...prefixes]) => ({
    label,
    permissions: known.filter((name) => prefixes.includes(prefixOf(name))),
  })),
  {
    label: 'Other',
    permissions: known.filter((name) => !areas.some(([, ...prefixes]) => prefixes.includes(prefixOf(name)))),
  },
].filter(({ permissions }) => permissions.length > 0)

function prefixOf(name: Permission): string {
  return name.slice(0, name.indexOf('.'))
}
