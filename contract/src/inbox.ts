/** What concerns the reader: events that others gave them, moved or commented on, comments that mention them, and new events that a notification names them for. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CommentId, EventId, InboxItemId } from './ids.ts'
import { Severity } from './severities.ts'

export const inboxKinds = ['assigned', 'unassigned', 'moved', 'commented', 'mentioned', 'raised'] as const
export type InboxKind = (typeof inboxKinds)[number]

/** `shown` is the size of a page. Items are kept for `keptDays`. */
export const inboxLimits = { shown: 30, keptDays: 90 } as const

export const InboxItem = z.object({
  id: InboxItemId,
  kind: z.enum(inboxKinds),
  at: z.iso.datetime(),
  /** Who did it; for `raised`, the policy. */
  actor: z.string(),
  eventId: EventId,
  policy: z.string(),
  severity: Severity,
  /** The number of changed events; `eventId` is the first of them. */
  events: z.int(),
  /** The comment, for `mentioned` and `commented`. */
  commentId: CommentId.optional(),
  isRead: z.boolean(),
})
export type InboxItem = z.infer<typeof InboxItem>

/** `unread` counts up to 100; more is shown as 99+. */
const Unread = z.object({ unread: z.int() })

/** Newest first; only about events that the reader may see now. `before` is the last item of the previous page. */
export const listInbox = endpoint({
  method: 'GET',
  path: '/bff/api/v1/inbox',
  query: z.strictObject({ before: InboxItemId.optional() }),
  response: Unread.extend({ items: z.array(InboxItem), hasMore: z.boolean() }),
  access: 'signed-in',
})

/** Marks items as read: the given ones, or all without `ids`. IDs of other users' items are ignored. */
export const readInbox = endpoint({
  method: 'POST',
  path: '/bff/api/v1/inbox/read',
  body: z.strictObject({ ids: z.array(InboxItemId).max(200).optional() }),
  response: Unread,
  access: 'signed-in',
})
