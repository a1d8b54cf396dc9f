import type { ConversationId, ThemeId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { isShownTheme, standingTheme } from '#domains/themes/moving.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { firstRow } from '#platform/rows.ts'

/** So many of the newest messages are looked at. */
const mostRead = 500

/** What most messages of a conversation are about since its last pause of 24 hours, of those that the reader sees; of two the later one. */
export async function findEpisodeTheme(
  tx: TenantTx,
  scope: AccessScope,
  conversationId: ConversationId,
): Promise<{ readonly id: ThemeId; readonly name: string } | undefined> {
  const found = await sql<{ id: ThemeId; name: string }>`
    with newest as (
      select id, posted_at, lag(posted_at) over later - posted_at > interval '24 hours' as is_before_pause
      from (
        select id, posted_at from message where conversation_id = ${conversationId} and ${withinScope(scope, 'message')}
        order by posted_at desc, id desc limit ${sql.lit(mostRead)}
      ) said window later as (order by posted_at desc, id desc)
    ), episode as (
      select id, posted_at, count(*) filter (where is_before_pause) over (order by posted_at desc, id desc) as pauses from newest
    )
    select theme.id, theme.name
    from episode
    join message_theme placed on placed.message_id = episode.id
    join theme on theme.tenant_id = placed.tenant_id and theme.id = ${standingTheme}
      and ${isShownTheme}
    where pauses = 0
    group by 1, 2 order by count(*) desc, max(episode.posted_at) desc, theme.id limit 1`.execute(tx)
  return firstRow(found)
}
