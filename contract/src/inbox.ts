/**
 * What concerns the reader. Of events: those that others gave them, moved or commented on, comments that mention them, and new ones
 * that a notification names them for. Also changes that await their approval or were decided, and their imports that ended; and, for
 * those who manage archiving, an archive that takes no mails; and gaps of accounts, for their owners and those who manage them.
 */
import { z } from 'zod'
import { channels } from './channels.ts'
import { gapKinds } from './gap-kinds.ts'
import { endpoint } from './endpoint.ts'
import { AccountId, ChangeRequestId, CommentId, EventId, ImportId, InboxItemId } from './ids.ts'
import { Severity } from './severities.ts'
import { setOf } from './set-of.ts'

const EventKind = z.enum(['assigned', 'unassigned', 'moved', 'commented', 'mentioned', 'raised'])
export type EventKind = z.infer<typeof EventKind>
/** `requested`: waits for the reader's approval, and is shown as long as it does. The others: a change that the reader sent. */
const ChangeKind = z.enum(['change-requested', 'change-approved', 'change-rejected'])
export type ChangeKind = z.infer<typeof ChangeKind>
const ImportKind = z.enum(['import-done', 'import-failed'])
export type ImportKind = z.infer<typeof ImportKind>
const ArchivingKind = z.enum(['archiving-fails', 'archiving-works'])
export type ArchivingKind = z.infer<typeof ArchivingKind>
/** An account may miss messages now, or a time is over in which it may have missed some. */
const GapItemKind = z.enum(['gap-lasts', 'gap-over'])
export type GapItemKind = z.infer<typeof GapItemKind>
export type InboxKind = EventKind | ChangeKind | ImportKind | ArchivingKind | GapItemKind

/** `shown` is the size of a page. Items are kept for `keptDays`. */
export const inboxLimits = { shown: 30, keptDays: 90 } as const

const ofEach = { id: InboxItemId, at: z.iso.datetime(), isRead: z.boolean() }

const EventItem = z.object({
  ...ofEach,
  kind: EventKind,
  /** Who did it; for `raised`, the policy. */
  actor: z.string(),
  eventId: EventId,
  policy: z.string(),
  severity: Severity,
  /** The number of changed events; `eventId` is the first of them. */
  events: z.int(),
  /** The comment, for `mentioned` and `commented`. */
  commentId: CommentId.optional(),
})
export type EventItem = z.infer<typeof EventItem>

const ChangeItem = z.object({
  ...ofEach,
  kind: ChangeKind,
  /** Who sent or decided it. */
  actor: z.string(),
  changeRequestId: ChangeRequestId,
  /** What would be changed. */
  target: z.string(),
})

const ImportItem = z.object({
  ...ofEach,
  kind: ImportKind,
  /** Its file, too: a page of the previous release draws an actor of each item. */
  actor: z.string(),
  importId: ImportId,
  fileName: z.string(),
})

const ArchivingItem = z.object({
  ...ofEach,
  kind: ArchivingKind,
  /** The integration. */
  actor: z.string(),
  /** The problem of the archive's server, in a sentence. */
  why: z.string(),
  /** From when on it took no email, and until when. */
  beganAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
})

const GapItem = z.object({
  ...ofEach,
  kind: GapItemKind,
  /** The account. */
  actor: z.string(),
  accountId: AccountId,
  channel: z.enum(channels),
  gap: z.enum(gapKinds),
  /** The number of accounts; `accountId` is the first of them. */
  accounts: z.int(),
})

export type GapItem = z.infer<typeof GapItem>

export const InboxItem = z.discriminatedUnion('kind', [
  EventItem,
  ChangeItem,
  ImportItem,
  ArchivingItem,
  GapItem,
])
export type InboxItem = z.infer<typeof InboxItem>

/** `unread` counts up to 100; more is shown as 99+. */
const Unread = z.object({ unread: z.int() })

/** Newest first; only about things that the reader may see now. `before` is the last item of the previous page. */
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
  body: z.strictObject({ ids: setOf(InboxItemId).max(200).optional() }),
  response: Unread,
  access: 'signed-in',
})
