import type pg from 'pg'
import { textOfCondition } from '#schema/said.ts'

/**
 * What opens a conversation or a burst, found from many messages at once, in the way of `schema/functions/openings.sql`.
 * @param condition On messages: which conversations.
 */
export const openingsOfMessages = (condition: string) => `
  select tenant_id, conversation_id, id as message_id, group_ids, opens_conversation, opens_burst,
    case when opens_burst and answered_at <= posted_at + interval '7 days' then answered_at end as answered_at
  from (
    select said.*, coalesce(posted_at - before_at > interval '24 hours'
        and (posted_at at time zone rollup_zone)::date > (before_at at time zone rollup_zone)::date, true) as opens_conversation,
      direction = 'inbound' and (previous is distinct from 'inbound' or posted_at - previous_at > interval '24 hours') as opens_burst
    from (
      select message.tenant_id, conversation_id, posted_at, id, group_ids, direction, rollup_zone,
        lag(posted_at) over (partition by message.tenant_id, conversation_id order by posted_at, id) as before_at,
        lag(direction) over directed as previous, lag(posted_at) over directed as previous_at,
        min(posted_at) filter (where direction = 'outbound') over (partition by message.tenant_id, conversation_id
          order by posted_at desc, id desc rows between unbounded preceding and 1 preceding) as answered_at
      from message join organization on organization.tenant_id = message.tenant_id
      where ${textOfCondition('isSaid', 'message')} and ${condition}
      window directed as (partition by message.tenant_id, conversation_id, direction in ('inbound', 'outbound') order by posted_at, id)
    ) said
  ) opened where opens_conversation or opens_burst`

/** Of an opening that is `kept` and one that is `found`. */
export const differs = `(kept.group_ids, kept.opens_conversation, kept.opens_burst, kept.answered_at)
  is distinct from (found.group_ids, found.opens_conversation, found.opens_burst, found.answered_at)`

/**
 * Conversations whose openings are not those of their messages, though none is to be found.
 * @param most How many are named at most.
 */
export async function findMissedOpenings(client: pg.Client, most: number): Promise<string[]> {
  const { rows } = await client.query<{ conversation: string; organization: string }>(
    `select distinct tenant_id::text as organization, conversation_id::text as conversation
     from opening kept full join (${openingsOfMessages('true')}) found using (tenant_id, conversation_id, message_id)
     where ${differs}
       and (tenant_id, conversation_id) not in (select tenant_id, conversation_id from opening_due)
     order by 1, 2 limit ${most}`,
  )
  return rows.map(
    ({ organization, conversation }) =>
      `The pauses and answers of conversation ${conversation} of the organization ${organization} differ from its messages.`,
  )
}
