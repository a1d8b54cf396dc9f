import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PersonRef } from './cognitive-events.ts'
import { FileScan } from './file-scans.ts'
import { CommentId, EventId, FileId, UserId } from './ids.ts'
import { listQuery, listSpec, page } from './list.ts'
import { text } from './text.ts'
import { setOf } from './set-of.ts'

export const CommentFile = z.object({
  id: FileId,
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  /** Absent while nothing is known. */
  scan: FileScan.optional(),
})
export type CommentFile = z.infer<typeof CommentFile>

export const EventComment = z.object({
  id: CommentId,
  eventId: EventId,
  at: z.iso.datetime(),
  author: z.string(),
  authorId: UserId.optional(),
  body: z.string(),
  /** Users notified by their “@name” in the body. */
  mentions: z.array(PersonRef),
  files: z.array(CommentFile),
})
export type EventComment = z.infer<typeof EventComment>

export const listEventComments = endpoint({
  method: 'GET',
  path: '/bff/events/comments/:id',
  params: z.object({ id: EventId }),
  query: listQuery(listSpec({ fields: { at: { type: 'date', sort: true } }, defaultSort: 'at' })),
  response: page(EventComment),
  access: 'events.view',
  failures: ['event.not-found'],
})

export const emptyComment = 'Please indicate the content of your comment to be added.'

/** One comment notifies at most this many users. */
const mostMentions = 20

export const addEventComment = endpoint({
  method: 'POST',
  path: '/bff/events/comments',
  body: z.strictObject({
    eventId: EventId,
    comment: text({ max: 10_000, min: 1, empty: emptyComment }),
    /** Files uploaded before with `uploadCommentFile`. */
    fileIds: setOf(FileId).max(10).optional(),
    /** Users who get the comment in their inbox. They must be able to see the event. */
    mentions: setOf(UserId).max(mostMentions).optional(),
  }),
  response: EventComment,
  access: 'events.comment',
  failures: ['event.cannot-mention', 'event.file-not-found', 'event.not-found'],
})

/** The body is the file itself; its name is in the query. */
export const uploadCommentFile = endpoint({
  method: 'POST',
  path: '/bff/events/:id/files',
  params: z.object({ id: EventId }),
  query: z.strictObject({ name: text({ max: 255, min: 1 }) }),
  body: z.instanceof(Uint8Array),
  response: CommentFile,
  access: 'events.comment',
  failures: ['event.file-infected', 'event.file-too-large', 'event.file-type', 'event.not-found'],
})

export const getCommentFile = endpoint({
  method: 'GET',
  path: '/bff/events/comments/:id/files/:fileId',
  params: z.object({ id: CommentId, fileId: FileId }),
  response: z.any(),
  access: 'events.view',
  failures: ['attachment.infected', 'attachment.not-found', 'attachment.not-scanned'],
  file: true,
})
