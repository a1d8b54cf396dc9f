/** What concerns the reader: events that others gave them, moved or commented on, and comments that mention them. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CommentId, EventId, InboxItemId } from './ids.ts'
import { Severity } from './severities.ts'

export const inboxKinds = ['assigned', 'unassigned', 'moved', 'commented', 'mentioned'] as const
export type InboxKind = (typeof inboxKinds)[number]

/** `shown`: so many come at once. Items are kept for `keptDays`. */
export const inboxLimits = { shown: 30, keptDays: 90 } as const

export const InboxItem = z.object({
  id: InboxItemId,
  kind: z.enum(inboxKinds),
  at: z.iso.datetime(),
  /** Who did it. */
  actor: z.string(),
  eventId: EventId,
  policy: z.string(),
  severity: Severity,
  /** How many events the change was about; `eventId` is the first of them. */
  events: z.int(),
  /** The comment, for `mentioned` and `commented`. */
  commentId: CommentId.optional(),
  isRead: z.boolean(),
})
export type InboxItem = z.infer<typeof InboxItem>

/** `unread` counts to 100: more is shown as 99+. */
const Unread = z.object({ unread: z.int() })

/** Newest first; only of events that the reader may see now. `before` is the last item of the page before. */
export const listInbox = endpoint({
  method: 'GET',
  path: '/bff/api/v1/inbox',
  query: z.strictObject({ before: InboxItemId.optional() }),
  response: Unread.extend({ items: z.array(InboxItem), hasMore: z.boolean() }),
  access: 'signed-in',
})

/** Marks items as read: the given ones, or without `ids` all. IDs of others' items are passed over. */
export const readInbox = endpoint({
  method: 'POST',
  path: '/bff/api/v1/inbox/read',
  body: z.strictObject({ ids: z.array(InboxItemId).max(200).optional() }),
  response: Unread,
  access: 'signed-in',
})
