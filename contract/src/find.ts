import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MessageId } from './ids.ts'
import { text } from './text.ts'

/** What can be found by a part of its name, or by its ID. */
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
  /** An address, a part of a text, a channel. */
  detail: z.string().optional(),
  /** The message that an attachment is part of. */
  messageId: MessageId.optional(),
})
export type Found = z.infer<typeof Found>

export const findLimits = {
  text: 200,
  /** Of each kind. */
  each: 5,
  /** Texts and conversations are not looked through for fewer characters. */
  fromCharacters: 3,
} as const

/** What a text or an ID names, as far as the caller's permissions and access scope reach. */
export const findThings = endpoint({
  method: 'GET',
  path: '/bff/api/v1/find',
  query: z.object({ text: text({ max: findLimits.text, min: 1 }) }),
  response: z.object({ items: z.array(Found) }),
  access: 'signed-in',
})
