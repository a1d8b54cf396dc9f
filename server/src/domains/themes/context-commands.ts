/** The themes of messages that say too little themselves. Source: docs/decisions/0119-themes-of-short-messages.md. */
import type { ConversationId, GroupId, MessageId, SubthemeId, ThemeId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isSaid, isUndecrypted } from '#schema/said.ts'
import { pauseMs, themesByContext } from './context.ts'
import { standingTheme } from './moving.ts'
import { type Place, placedColumns, placedValues, toPlace } from './placing-commands.ts'

/** The longest text, in characters, that takes the theme of another: a longer one that fits no theme is about something else. */
const longestText = 200
const pause = sql`interval '${sql.raw(String(pauseMs / 1000))} seconds'`

/**
 * Gives short messages the themes of the messages before them. Call it after the themes of messages were put: it looks at these
 * messages and at what followed them within the hour. The result depends on the messages as they are, and not on the order in which
 * they arrived. The caller holds the tenant's lock.
 * @param upTo Those with later IDs are given themselves, in later calls. Without it each batch of a history would change all that follow it.
 */
export async function followContext(
  tx: TenantTx,
  messageIds: readonly MessageId[],
  { upTo }: { readonly upTo?: MessageId } = {},
): Promise<void> {
  const near = await findNear(tx, messageIds, upTo)
  if (near.length === 0) return
  const ownOf = ({ theme_id, subtheme_id, from_context: isFollowing }: NearRow) =>
    theme_id && !isFollowing ? toPlace({ theme_id, subtheme_id }) : undefined
  const themes = themesByContext(
    near.map((row) => ({
      id: row.id,
      conversationId: row.conversation_id,
      postedAt: row.posted_at,
      isShort: row.is_short,
      groupIds: row.group_ids,
      own: ownOf(row),
    })),
  )
  // What leads to the first of them is read only to see what they follow.
  const changed = near.filter(
    (row) => !row.leads && ownOf(row) === undefined && !isPlace(row, themes.get(row.id)),
  )
  await putFollowing(
    tx,
    changed.map(({ id }) => ({ messageId: id, place: themes.get(id) })),
  )
}

const isPlace = (row: NearRow, place: Place | undefined) =>
  (row.theme_id ?? undefined) === place?.themeId && (row.subtheme_id ?? undefined) === place?.subthemeId

interface NearRow {
  readonly id: MessageId
  readonly conversation_id: ConversationId
  readonly posted_at: Date
  readonly is_short: boolean
  readonly group_ids: readonly GroupId[]
  /** It is before the messages that are asked for. */
  readonly leads: boolean
  /** What it has now, from its own text or from another; without a theme all are null. */
  readonly theme_id: ThemeId | null
  readonly subtheme_id: SubthemeId | null
  readonly from_context: boolean | null
}

/**
 * Messages, and those of their conversations within an hour that matter: the last ones before with themes of their own, and those after
 * up to the next with its own, so a busy conversation is not read again for each of its messages. Messages that follow each other within the hour are one
 * span, so each is read once. The offsets keep the planner to the index of the conversation, of which it reads a span and not all: under row-level
 * security an index is asked for columns of the spans and a `case`, and for no sum of times and no `coalesce`.
 */
async function findNear(
  tx: TenantTx,
  messageIds: readonly MessageId[],
  upTo: MessageId | undefined,
): Promise<NearRow[]> {
  if (messageIds.length === 0) return []
  const isAsked = upTo === undefined ? sql`` : sql`and id <= ${upTo}`
  const { rows } = await sql<NearRow>`
    with touched as (
      select conversation_id, posted_at,
        posted_at - lag(posted_at) over (partition by conversation_id order by posted_at) <= ${pause} as goes_on
      from message where id = any(${messageIds}::uuid[])
    ), spans as (
      select conversation_id, min(posted_at) as since, max(posted_at) as until,
        min(posted_at) - ${pause} as leads_from, max(posted_at) + ${pause} as ends_by
      from (select *, count(*) filter (where goes_on is not true) over (partition by conversation_id order by posted_at) as span
        from touched) numbered
      group by conversation_id, span
    )
    select near.*, placed.theme_id, placed.subtheme_id, placed.from_context
    from spans
    left join lateral (
      select posted_at from message
      where conversation_id = spans.conversation_id and posted_at >= spans.leads_from and posted_at < spans.since and ${hasOwn}
      order by posted_at desc limit 1
    ) led on true
    left join lateral (
      select posted_at from message
      where conversation_id = spans.conversation_id and posted_at > spans.until and posted_at <= spans.ends_by and ${hasOwn}
      order by posted_at limit 1
    ) ended on true
    cross join lateral (
      select ${nearColumns}, true as leads from message
      where conversation_id = spans.conversation_id and posted_at = led.posted_at
      union all
      select ${nearColumns}, false from message
      where conversation_id = spans.conversation_id and posted_at >= spans.since
        and posted_at <= case when ended.posted_at is null then spans.ends_by else ended.posted_at end ${isAsked}
      offset 0
    ) near
    left join lateral (
      select ${standingTheme} as theme_id, subtheme_id, from_context from message_theme placed where message_id = near.id offset 0
    ) placed on true`.execute(tx)
  // What leads to one span may end another.
  const last = new Map(rows.filter(({ leads }) => leads).map((row) => [row.id, row]))
  for (const row of rows) if (!row.leads) last.set(row.id, row)
  return [...last.values()]
}

const hasOwn = sql`exists (select from message_theme own where own.message_id = message.id and not own.from_context offset 0)`
const nearColumns = sql`id, conversation_id, posted_at, group_ids, ${isSaid('message')} and not ${isUndecrypted('message')}
  and char_length(left(concat_ws(E'\n', subject, body), ${sql.lit(longestText + 1)})) <= ${sql.lit(longestText)} as is_short`

async function putFollowing(
  tx: TenantTx,
  changed: readonly { readonly messageId: MessageId; readonly place: Place | undefined }[],
): Promise<void> {
  const gone = changed.flatMap(({ messageId, place }) => (place ? [] : [messageId]))
  if (gone.length > 0)
    await sql`delete from message_theme where message_id = any(${gone}::uuid[]) and from_context`.execute(tx)
  const given = changed.flatMap(({ messageId, place }) =>
    place ? [{ message_id: messageId, theme_id: place.themeId, subtheme_id: place.subthemeId ?? null }] : [],
  )
  if (given.length === 0) return
  await sql`
    insert into message_theme (${placedColumns}, from_context)
    select ${placedValues}, true
    from ${rowsOf<(typeof given)[number]>({ message_id: 'uuid', theme_id: 'uuid', subtheme_id: 'uuid' }, given)}
    cross join lateral (select * from message where message.id = given.message_id offset 0) message
    on conflict (tenant_id, message_id) do update set theme_id = excluded.theme_id, subtheme_id = excluded.subtheme_id
      where message_theme.from_context`.execute(tx)
}
