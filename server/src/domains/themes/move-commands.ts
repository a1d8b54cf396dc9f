/**
 * What becomes of the messages of a merged theme: they get the ID of the other in batches, so that no statement runs for minutes while
 * new messages wait. Until then readers follow `theme_move`. Source: docs/decisions/0125-sub-themes.md.
 */
import type { SubthemeId, ThemeId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { lockedDue } from '#platform/work/locked-due.ts'

/** Merged themes that have messages left. */
export const movedThemes: DueRows<'theme_move'> = {
  name: 'theme-moves',
  table: 'theme_move',
  waits: () => sql`true`,
  from: 'due_at',
  order: sql`due_at`,
  figures: { oldest: sql`min(due_at)` },
}

/** So many messages are moved with the merge itself. */
const movedAtOnce = 2_000

interface MergedTheme {
  readonly theme_id: ThemeId
  readonly into_id: ThemeId
}

/** Moves the messages of merged themes; what is left of many of them is due. The caller holds the tenant's lock. */
export async function moveMessages(
  tx: TenantTx,
  merged: readonly MergedTheme[],
  now: Date,
  most: number = movedAtOnce,
): Promise<void> {
  if (merged.length === 0) return
  const given = rowsOf<MergedTheme>({ theme_id: 'uuid', into_id: 'uuid' }, merged)
  await sql`update theme_move set into_id = given.into_id from ${given} where theme_move.into_id = given.theme_id`.execute(
    tx,
  )
  await sql`insert into theme_reach (theme_id, channel, group_ids)
    select distinct given.into_id, reach.channel, reach.group_ids from theme_reach reach join ${given} on given.theme_id = reach.theme_id
    order by 1, 2, 3 on conflict do nothing`.execute(tx)
  await sql`delete from theme_reach using ${given} where theme_reach.theme_id = given.theme_id`.execute(tx)
  await moveSome(tx, given, most)
  await sql`insert into theme_move (theme_id, into_id, messages, due_at)
    select given.theme_id, given.into_id, count(*)::int, ${now}::timestamptz
    from message_theme placed join ${given} on given.theme_id = placed.theme_id group by 1, 2`.execute(tx)
}

/** Joined and not compared with a list of keys, which the planner would go through for each message of the theme. */
async function moveSome(tx: TenantTx, given: RawBuilder<MergedTheme>, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update message_theme set theme_id = taken.into_id
    from (
      select placed.tenant_id, placed.message_id, given.into_id
      from message_theme placed join ${given} on given.theme_id = placed.theme_id limit ${sql.lit(most)}
    ) taken
    where message_theme.tenant_id = taken.tenant_id and message_theme.message_id = taken.message_id`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/**
 * Moves messages of a sub-theme into its own theme. The caller holds the tenant's lock.
 * @returns Whether all are moved.
 */
export async function moveSubtheme(
  tx: TenantTx,
  {
    from,
    subthemeId,
    into,
  }: { readonly from: readonly ThemeId[]; readonly subthemeId: SubthemeId; readonly into: ThemeId },
  most: number = movedAtOnce,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update message_theme set theme_id = ${into}
    from (
      select tenant_id, message_id from message_theme
      where theme_id = any(${from}::uuid[]) and subtheme_id = ${subthemeId} limit ${sql.lit(most)}
    ) taken
    where message_theme.tenant_id = taken.tenant_id and message_theme.message_id = taken.message_id`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0) < most
}

/**
 * Moves further messages of the merged theme that has waited longest. The caller holds the tenant's lock.
 * @returns How many themes were looked at.
 */
export async function moveFurther(tx: TenantTx, most: number, now: Date): Promise<number> {
  // A node of the previous release may have merged the other theme meanwhile.
  const columns = sql`theme_id, (standing_themes(tenant_id, array[into_id]))[1] as into_id`
  const { rows } = await sql<MergedTheme>`${lockedDue(movedThemes, now, { most: 1, columns })}`.execute(tx)
  if (rows.length === 0) return 0
  const given = rowsOf<MergedTheme>({ theme_id: 'uuid', into_id: 'uuid' }, rows)
  const moved = await moveSome(tx, given, most)
  await sql`update theme_move set moved = moved + ${moved}, into_id = given.into_id from ${given} where theme_move.theme_id = given.theme_id`.execute(
    tx,
  )
  await sql`delete from theme_move using ${given} where theme_move.theme_id = given.theme_id
    and not exists (select from message_theme placed where placed.theme_id = given.theme_id)`.execute(tx)
  return rows.length
}
