import { ofNouns } from './nouns.ts'
import type { Permission } from './permissions.ts'

const ofOthers = {
  messages: ['messages.view'],
  conversations: ['conversations.view', 'messages.view'],
  'cognitive-events': ['events.view'],
  accounts: ['integrations.view'],
  exports: 'everyone',
  imports: 'everyone',
  users: 'everyone',
  organization: 'everyone',
  audit: ['audit.view'],
  inbox: 'everyone',
} as const
const all = { ...ofOthers, ...ofNouns('slices') }

/** The slices that pages can be notified about: the lists' names, and the first part of their query keys. */
export type Slice = keyof typeof all

/** The permissions for notifications about a slice: one of them is enough. */
export const sliceAccess: Record<Slice, readonly Permission[] | 'everyone'> = all

export const slices = Object.keys(all) as readonly Slice[]

/** Changes of access and permissions: a page that receives one reads everything again. */
export const accessSlices: readonly string[] = [
  'permission-profiles',
  'users',
  'organization',
] satisfies Slice[]
