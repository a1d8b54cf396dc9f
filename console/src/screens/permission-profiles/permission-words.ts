import { allNouns } from '@verbatim/contract/nouns.ts'
import { nounPermissions, type OfNouns, type Permission } from '@verbatim/contract/permissions.ts'

const ofOthers: Record<Exclude<Permission, OfNouns>, string> = {
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
  'events.notify_author': 'Send notes to authors of messages',
  'events.export': 'Export events',
  'integrations.view': 'See capture health',
  'integrations.manage': 'Change accounts',
  'organization.view': 'See the organization profile',
  'organization.manage': 'Change the organization profile',
  'retention.manage': 'Change data retention',
  'smtp_integration.manage': 'Change archiving by email',
  'platform_users.view': 'See platform users',
  'platform_users.manage': 'Change platform users',
  'messenger_users.view': 'See messenger users',
  'messenger_users.manage': 'Change messenger users',
  'users.import': 'Import users',
  'audit.view': 'Read the audit trail',
  'audit.export': 'Export the audit trail',
}

/** What each permission allows. */
export const permissionWords = Object.fromEntries([
  ...Object.entries(ofOthers),
  ...Object.entries(nounPermissions).map(([name, { words }]) => [name, words]),
]) as Record<Permission, string>

/** The areas in which permissions are offered, by the part of their name before the point; a noun names its own. */
const areas: readonly (readonly [label: string, ...prefixes: string[]])[] = [
  ['Key Metrics'],
  ['Scheduled reports'],
  ['Messages and conversations', 'messages', 'conversations'],
  ['Cognitive events', 'events'],
  ['Themes'],
  ['Insights'],
  ['Policies'],
  ['Notifications'],
  ['People', 'platform_users', 'messenger_users', 'users'],
  ['Permission profiles'],
  ['Organization', 'organization', 'retention', 'integrations'],
  ['Audit', 'audit'],
  ['Views'],
]

interface PermissionArea {
  readonly label: string
  readonly permissions: readonly Permission[]
}

const known = Object.keys(permissionWords) as Permission[]

/** Every permission, in exactly one area. */
export const permissionAreas: readonly PermissionArea[] = [...areas.map(([label]) => label), 'Other']
  .map((label) => ({ label, permissions: known.filter((name) => areaOf(name) === label) }))
  .filter(({ permissions }) => permissions.length > 0)

function areaOf(name: Permission): string {
  const prefix = name.slice(0, name.indexOf('.'))
  const noun = Object.values(allNouns).find(({ permissions }) => name in permissions)
  return noun?.area ?? areas.find(([, ...prefixes]) => prefixes.includes(prefix))?.[0] ?? 'Other'
}
