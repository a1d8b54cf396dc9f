/** What readers follow while the messages of a merged theme are moved. Source: docs/decisions/0125-sub-themes.md. */
import type { ThemeId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** The current theme of a `placed` message. */
export const standingTheme: RawBuilder<ThemeId> = sql`coalesce((select move.into_id from theme_move move
  where move.tenant_id = placed.tenant_id and move.theme_id = placed.theme_id), placed.theme_id)`

/** Whether a `theme` is shown to readers: not one that was hidden, or is too small. */
export const isShownTheme: RawBuilder<boolean> = sql`theme.is_shown and theme.hidden_at is null and theme.retired_at is null`

/** The theme of a `message` as readers see it, with its name. */
export const shownTheme: RawBuilder<{ readonly id: ThemeId; readonly name: string } | null> =
  sql`(select jsonb_build_object('id', theme.id, 'name', theme.name) from message_theme placed
    join theme on theme.tenant_id = placed.tenant_id and theme.id = ${standingTheme}
    where placed.tenant_id = message.tenant_id and placed.message_id = message.id
      and ${isShownTheme})`

/** Whether a `placed` message has a `theme`, or one that was merged into it and has messages left. */
export const isPlacedIn: RawBuilder<boolean> = sql`placed.theme_id = any(array(select theme.id union all
  select move.theme_id from theme_move move where move.tenant_id = theme.tenant_id and move.into_id = theme.id))`

/** The IDs that messages of a theme have: its own, and those of merged ones that have messages left. */
export async function findMessagesIds(tx: TenantTx, id: ThemeId): Promise<ThemeId[]> {
  const moving = await tx.selectFrom('theme_move').where('into_id', '=', id).select('theme_id').execute()
  return [id, ...moving.map((row) => row.theme_id)]
}

/** How many messages of merged themes have become those of a theme, of how many; undefined if all have. */
export async function findMoving(
  tx: TenantTx,
  id: ThemeId,
): Promise<{ messages: number; moved: number } | undefined> {
  const { rows } = await sql<{ messages: number | null; moved: number }>`
    select sum(messages)::int as messages, sum(moved)::int as moved from theme_move where into_id = ${id}`.execute(
    tx,
  )
  const [row] = rows
  return row && row.messages !== null ? { messages: row.messages, moved: row.moved } : undefined
}
