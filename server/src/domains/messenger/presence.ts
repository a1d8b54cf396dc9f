/** Who is in a conversation now: a group chat goes on without those who left it. Source: docs/rules/permissions.md. */
import { sql } from 'kysely'
import { isLine } from '#schema/said.ts'

/**
 * Whether the newest change of members that names a `participant` says that they left, and nothing since then shows them in it: neither a
 * list of members nor a message of their own. Times decide, not the order of arrival; at the same time they have left. What a sender's
 * clock dates ahead counts as soon as it came. `participant.last_at` is accurate to the day, and ends the search for messages.
 */
const hasLeft = sql<boolean>`coalesce((
  select change.payload ->> 'action' = 'left'
    and not exists (select from message_event listed
      where listed.conversation_id = participant.conversation_id and listed.kind = 'roster' and listed.at > change.at
        and listed.payload -> 'people' @> jsonb_build_array(jsonb_build_object('identity', jsonb_build_object('value', participant.address))))
    and not exists (select from message own
      where own.conversation_id = participant.conversation_id and own.author_address = participant.address
        and own.posted_at > change.at and own.posted_at <= participant.last_at + interval '1 day'
        and own.captured_at > change.at and not ${isLine('own')})
  from message_event change
  where change.conversation_id = participant.conversation_id and change.kind = 'membership'
    and change.payload -> 'who' ->> 'value' = participant.address
  order by change.at desc, change.payload ->> 'action' = 'left' desc limit 1), false)`

/** Whether a `participant` is in their conversation. A place in a provider's list of members alone is no part in it. */
export const isIn = sql<boolean>`(not participant.only_listed and not ${hasLeft})`
