import type { Permission } from './permissions.ts'

/** The slices that pages can be notified about: the lists' names, and the first part of their query keys. */
export const slices = [
  'messages',
  'conversations',
  'cognitive-events',
  'policies',
  'accounts',
  'exports',
  'imports',
  'users',
  'groups',
  'contacts',
  'permission-profiles',
  'organization',
  'notifications',
  'audit',
  'saved-views',
  'inbox',
  'change-requests',
] as const
export type Slice = (typeof slices)[number]

/** Changes of access and permissions: a page that receives one reads everything again. */
export const accessSlices: readonly string[] = [
  'permission-profiles',
  'users',
  'organization',
] satisfies Slice[]

/** The permissions for notifications about a slice: one of them is enough. */
export const sliceAccess: Record<Slice, readonly Permission[] | 'everybody'> = {
  messages: ['messages.view'],
  conversations: ['conversations.view', 'messages.view'],
  'cognitive-events': ['events.view'],
  policies: ['policies.view'],
  accounts: ['integrations.view'],
  exports: 'everybody',
  imports: 'everybody',
  users: 'everybody',
  groups: 'everybody',
  contacts: 'everybody',
  'permission-profiles': 'everybody',
  organization: 'everybody',
  notifications: ['notifications.view'],
  audit: ['audit.view'],
  'saved-views': 'everybody',
  inbox: 'everybody',
  'change-requests': ['policies.view'],
}
