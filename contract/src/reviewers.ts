import { z } from 'zod'
import { PersonRef } from './cognitive-events.ts'
import { endpoint } from './endpoint.ts'
import { EventId, UserId } from './ids.ts'
import { defaultLimit, maxSearchLength, page } from './list.ts'
import { text } from './text.ts'

/** The first users, by name, who may review events or, if given, one event. */
export const listReviewers = endpoint({
  method: 'GET',
  path: '/bff/api/v1/cognitive-events/reviewers',
  query: z.strictObject({
    eventId: EventId.optional(),
    /** `view` includes users who may see events without reviewing them. */
    may: z.enum(['review', 'view']).default('review'),
    /** One of them, or of those who have events that the reader sees or decided on them. */
    id: UserId.optional(),
    /** Words of the name. */
    search: text({ max: maxSearchLength }).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(defaultLimit),
  }),
  response: page(PersonRef),
  access: 'events.view',
  failures: ['event.not-found'],
})
