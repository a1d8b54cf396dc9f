import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ConversationId } from './ids.ts'
import { text } from './text.ts'

/** Names are shown for `minutes` after a reader revealed the people of a conversation. Source: docs/rules/pseudonyms.md. */
export const identityLimits = { reason: 500, minutes: 60 } as const

/** Where the organization reads under pseudonyms: whether this reader sees the names of this conversation now. */
export const Identity = z.object({
  isHidden: z.boolean(),
  /** While they are revealed. */
  until: z.iso.datetime().optional(),
})
export type Identity = z.infer<typeof Identity>

/** Shows the caller the people of one conversation by name, for an hour. The reason is in the audit trail. */
export const revealIdentity = endpoint({
  method: 'POST',
  path: '/bff/conversations/:id/identity',
  params: z.object({ id: ConversationId }),
  body: z.strictObject({ reason: text({ max: identityLimits.reason, min: 1, empty: 'Reason is required' }) }),
  response: Identity,
  access: 'messages.reveal_identity',
  failures: ['conversation.not-found', 'identity.not-hidden'],
})
