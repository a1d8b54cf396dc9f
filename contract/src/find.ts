import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MessageId } from './ids.ts'
import { text } from './text.ts'

/** Kinds of things that can be found by part of their name or by their ID. */
export const foundKinds = [
  'platform-user',
  'messenger-user',
  'contact',
  'group',
  'policy',
  'permission-profile',
  'message',
  'conversation',
  'event',
  'notification',
  'account',
  'attachment',
  'audit-event',
  'export',
] as const
export const FoundKind = z.enum(foundKinds)
export type FoundKind = z.infer<typeof FoundKind>

/** A thing that the caller may open. */
export const Found = z.object({
  kind: FoundKind,
  id: z.uuid(),
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
  query: z.object({ text: text({ max: findLimits.text, min: 1 }) }),
  response: z.object({ items: z.array(Found) }),
  access: 'signed-in',
})
