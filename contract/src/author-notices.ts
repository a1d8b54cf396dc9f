/** A note to the author of a flagged message, who is a user of the organization. Source: docs/rules/review.md. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EventId } from './ids.ts'
import { text } from './text.ts'

export const authorNoticeLimits = { note: 1_000 } as const

export const addressInNote = 'Leave out web addresses: people should not follow links in such an email.'

/** A web address in any of its usual forms. */
const webAddress = /(?:https?:|www\.)\S|\b[a-z0-9-]+\.(?:com|net|org|io|dev|app|info|biz|co|ai|me)\b(?![@.])/i

/** Mails the note. The author of an event is notified once, and again only if the caller says so. */
export const notifyAuthor = endpoint({
  method: 'POST',
  path: '/bff/events/:id/notify-author',
  params: z.object({ id: EventId }),
  body: z.strictObject({
    note: text({ max: authorNoticeLimits.note, min: 1, empty: 'Note is required' }).refine(
      (note) => !webAddress.test(note),
      addressInNote,
    ),
    again: z.boolean().optional(),
  }),
  response: z.object({ notifiedAt: z.iso.datetime() }),
  access: 'events.notify_author',
  failures: ['event.not-found', 'event.author-is-no-user', 'event.author-notified'],
})
