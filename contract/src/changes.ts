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
