/** The themes of messages that say too little themselves. Source: docs/decisions/0119-themes-of-short-messages.md. */
import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { placedColumns, placedValues } from './placing-commands.ts'

/** The longest text, in characters, that takes the theme of another: a longer one that fits no theme is about something else. */
const longestText = 200
/** So long after it, a short text still answers the message before. */
const pause = sql.lit('1 hour')

/**
 * Gives short messages without a theme of their own that of the last message before them in their conversation that has one, if it is
 * at most an hour older and every reader of the short one may read it. Call it after the themes of messages were put: it looks at
 * these messages and at what followed them within the hour. The result depends on the messages as they are, and not on the order in
 * which they arrived. The caller holds the tenant's lock.
 */
export async function followContext(tx: TenantTx, messageIds: readonly MessageId[]): Promise<void> {
  if (messageIds.length === 0) return
  // Messages that follow each other within the hour are one span, so each message near them is read once. The offset keeps the
  // planner to the index of the conversation, of which it reads a span and not all.
  await sql`
    with touched as (
      select conversation_id, posted_at, posted_at - lag(posted_at) over (partition by conversation_id order by posted_at)
        <= interval ${pause} as goes_on
      from message where id = any(${messageIds}::uuid[])
    ), spans as (
      select conversation_id, min(posted_at) as since, max(posted_at) as until
      from (select *, count(*) filter (where goes_on is not true) over (partition by conversation_id order by posted_at) as span
        from touched) numbered
      group by conversation_id, span
    ), said as (
      select message.*, spans.since, own.theme_id as own_theme,
        count(own.theme_id) over (partition by message.conversation_id, spans.since
          order by message.posted_at, own.theme_id nulls last) as turn
      from spans
      cross join lateral (
        select tenant_id, id, conversation_id, posted_at, group_ids, content_type <> 'system' and not 'autoReply' = any(flags)
          and char_length(left(concat_ws(E'\n', subject, body), ${sql.lit(longestText + 1)})) <= ${sql.lit(longestText)} as follows
        from message
        where conversation_id = spans.conversation_id and posted_at >= spans.since - interval ${pause}
          and posted_at <= spans.until + interval ${pause}
        offset 0
      ) message
      left join message_theme own on own.tenant_id = message.tenant_id and own.message_id = message.id and not own.from_context
    ), led as (
      select *, first_value(own_theme) over turns as theme_id, first_value(posted_at) over turns as led_at,
        first_value(group_ids) over turns as led_groups
      from said
      window turns as (partition by conversation_id, since, turn order by posted_at, own_theme nulls last, group_ids)
    ), following as (
      select id, case when follows and posted_at - led_at <= interval ${pause} and led_groups @> group_ids then theme_id end as theme_id
      from led where own_theme is null and posted_at >= since
    ), gone as (
      delete from message_theme using following
      where message_theme.message_id = following.id and from_context and following.theme_id is null
    )
    insert into message_theme (${placedColumns}, from_context)
    select ${placedValues(sql`following.theme_id`)}, true
    from following join message on message.id = following.id
    where following.theme_id is not null
    on conflict (tenant_id, message_id) do update set theme_id = excluded.theme_id
    where message_theme.from_context and message_theme.theme_id <> excluded.theme_id`.execute(tx)
}
