import type { Permission } from './permissions.ts'

/** What can be told to have changed, while somebody looks at it: the lists' names, and the first part of their query keys. */
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
] as const
export type Slice = (typeof slices)[number]

/** Changes of who may do and see what: whoever hears of one looks at everything again. */
export const accessSlices: readonly string[] = ['permission-profiles', 'users'] satisfies Slice[]

/** Who is notified that a slice changed: those who hold one of these permissions. */
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
}
