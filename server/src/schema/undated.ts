/** Which events may be of a message from long ago, as SQL on the columns of an alias of `message_event`. */
import { type RawBuilder, sql } from 'kysely'

/**
 * The event does not say when its message was sent, and people do such a thing any time later: they react to a message, read it, or delete
 * it for themselves. An edit, a deletion for everyone, and a delivery follow soon.
 */
export const isUndated = (event: string): RawBuilder<boolean> =>
  sql.raw(`((${event}.kind = 'reaction' or ${event}.payload -> 'recipient' ->> 'kind' = 'self' or ${event}.payload ->> 'scope' = 'owner-local')
    and not coalesce(${event}.payload -> 'about' ? 'sentAt', false)) is true`)
