/** What an episode of a conversation is about. Source: docs/decisions/0174-themes-of-episodes.md. */
import type { ConversationId, ThemeId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { isShownTheme, standingTheme } from './moving.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { isSaid } from '#schema/said.ts'

/** So many of its newest messages are looked at. */
const mostRead = 500

export interface EpisodeTheme {
  readonly id: ThemeId
  readonly name: string
}

/**
 * What most messages of an episode are about, of those that the reader sees; of two themes the later one. Null if they have none.
 * @param episode The alias of rows with a conversation and the times of the first and the last message.
 */
export function themeOfEpisode(scope: AccessScope, episode: string): RawBuilder<EpisodeTheme | null> {
  const its = (column: string) => sql.ref(`${episode}.${column}`)
  return sql`(
    select jsonb_build_object('id', theme.id, 'name', theme.name)
    from (
      select tenant_id, id, posted_at from message
      where tenant_id = ${its('tenant_id')} and conversation_id = ${its('conversation_id')}
        and posted_at between ${its('first_at')} and ${its('last_at')} and ${isSaid('message')} and ${withinScope(scope, 'message')}
      order by posted_at desc, id desc limit ${sql.lit(mostRead)}
    ) said
    join message_theme placed on placed.tenant_id = said.tenant_id and placed.message_id = said.id
    join theme on theme.tenant_id = placed.tenant_id and theme.id = ${standingTheme} and ${isShownTheme}
    group by theme.id, theme.name order by count(*) desc, max(said.posted_at) desc, theme.id limit 1)`
}

/** The theme of the last episode of a conversation. A count by day is of at least one message, so the last ones hold all that are looked at. */
export async function findEpisodeTheme(
  tx: TenantTx,
  scope: AccessScope,
  conversationId: ConversationId,
): Promise<EpisodeTheme | undefined> {
  const { rows } = await sql<{ theme: EpisodeTheme | null }>`
    with by_day as (
      select tenant_id, conversation_id, day, min(first_at) as first_at, max(last_at) as last_at
      from (
        select * from conversation_day said where conversation_id = ${conversationId} and ${withinScope(scope, 'said')}
        order by day desc limit ${sql.lit(mostRead)}
      ) newest group by 1, 2, 3
    ), paused as (
      select *, lag(first_at) over (order by day desc) - last_at > interval '24 hours' as is_before_pause from by_day
    ), numbered as (
      select *, count(*) filter (where is_before_pause) over (order by day desc) as pauses from paused
    ), episode as (
      select tenant_id, conversation_id, min(first_at) as first_at, max(last_at) as last_at from numbered where pauses = 0 group by 1, 2
    )
    select ${themeOfEpisode(scope, 'episode')} as theme from episode`.execute(tx)
  return rows[0]?.theme ?? undefined
}
