import { sql } from 'kysely'

/** Whether the text of a `message` is its author's own: no automatic message, and no words of others. */
export const isOwnWords = sql<boolean>`(message.content_type not in ('missing', 'system', 'transcript')
  and not message.flags && array['autoReply', 'forwarded'])`
