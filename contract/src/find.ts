import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Channel } from './channels.ts'
import { GroupId, MessageId, uuid } from './ids.ts'
import { Named } from './named.ts'
import { Role } from './permissions.ts'
import { text } from './text.ts'

/** Kinds of things that can be found by part of their name or by their ID. */
const foundKinds = [
  'platform-user',
  'messenger-user',
  'contact',
  'group',
  'policy',
  'permission-profile',
  'theme',
  'insight',
  'message',
  'conversation',
  'event',
  'notification',
  'account',
  'attachment',
  'audit-event',
  'request',
  'export',
  'metric-alert',
  'scheduled-report',
  'insight-provider',
  'import',
  'change-request',
] as const
export const FoundKind = z.enum(foundKinds)
export type FoundKind = z.infer<typeof FoundKind>

/** A thing that the caller may open; a request, by its entries in the audit trail. */
export const Found = z.object({
  kind: FoundKind,
  id: uuid(),
  name: z.string(),
  /** An address, part of a text, or a channel. */
  detail: z.string().optional(),
  /** The message that an attachment is part of. */
  messageId: MessageId.optional(),
})
export type Found = z.infer<typeof Found>

export const findLimits = {
  text: 200,
  /** Of each kind. */
  each: 5,
  /** Shorter texts are not searched for in texts and conversations. */
  fromCharacters: 3,
} as const

/** Finds a text or an ID within the caller's permissions and access scope. */
export const findThings = endpoint({
  method: 'GET',
  path: '/bff/api/v1/find',
  query: z.strictObject({ text: text({ max: findLimits.text, min: 1 }) }),
  response: z.object({ items: z.array(Found) }),
  access: 'signed-in',
})

/** What a person is here. */
export const personKinds = ['user', 'contact'] as const

/** A person in short. What the caller may not know is left out. */
export const PersonCard = z.object({
  name: z.string(),
  /** Their own pages that the caller may open. */
  pages: z.array(FoundKind.extract(['platform-user', 'messenger-user', 'contact'])),
  role: Role.optional(),
  /** By name. */
  groups: z.array(Named(GroupId)).optional(),
  /** On which the caller may read messages of theirs. */
  channels: z.array(Channel).optional(),
  /** Open events about messages of theirs, as the list of events counts them. */
  openEvents: z.int().optional(),
})
export type PersonCard = z.infer<typeof PersonCard>

/** The card of a person: within the caller's permissions and access scope, like the pages and lists that it leads to. */
export const getPersonCard = endpoint({
  method: 'GET',
  path: '/bff/api/v1/people/:kind/:id',
  params: z.object({ kind: z.enum(personKinds), id: uuid() }),
  response: PersonCard,
  access: 'signed-in',
  failures: ['user.not-found'],
})
