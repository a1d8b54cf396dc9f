import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { firstRow, onlyRow } from '#platform/rows.ts'
import { at, type DueRows, isDue } from '#platform/work/due-rows.ts'
import { wake } from '#platform/work/wake.ts'
import { isLate, isSaid } from '#schema/said.ts'

const said = isSaid('message')
const zone = sql`counted_zone(time_zone)`

/** The day on which a `message` arrived. */
export const arrivedIn = (itsZone: RawBuilder<unknown>) =>
  sql<string>`(message.captured_at at time zone ${itsZone})::date`

/**
 * Counts the organization's messages again, by the days of its zone. Nothing may add messages meanwhile. The triggers in
 * `schema/functions/rollups.sql`, `late-days.sql` and `theme-days.sql` count in the same way. A worker finds the openings afterwards. The organization is changed last, so that its
 * settings can be changed meanwhile.
 */
export async function recountMessages(tx: TenantTx): Promise<void> {
  const found = await sql<{ next: string }>`select ${zone} as next from organization`.execute(tx)
  const { next } = onlyRow(found)
  const day = sql`(message.posted_at at time zone ${next}::text)::date`
  await sql`delete from opening_due`.execute(tx) // first: it waits for a worker that finds openings now
  await sql`delete from message_rollup`.execute(tx)
  await sql`delete from conversation_day`.execute(tx)
  await sql`delete from opening`.execute(tx)
  await sql`
    insert into message_rollup (day, channel, group_ids, direction, category, urgency, messages, covered, uncovered)
    select ${day}, channel, group_ids, direction, category, urgency, count(*), count(*) filter (where is_covered),
      count(*) filter (where not is_covered)
    from message where ${said} group by 1, 2, 3, 4, 5, 6`.execute(tx)
  await sql`delete from late_day`.execute(tx)
  await sql`
    insert into late_day (day, arrived_on, channel, group_ids, direction, category, urgency, messages)
    select ${day}, ${arrivedIn(sql`${next}::text`)}, channel, group_ids, direction, category, urgency, count(*)
    from message where ${isLate('message')} and ${said} and ${arrivedIn(sql`${next}::text`)} > ${day} group by 1, 2, 3, 4, 5, 6, 7`.execute(
    tx,
  )
  await sql`
    insert into conversation_day (day, conversation_id, author, direction, group_ids, channel, author_user_id, author_contact_id,
      messages, first_at, last_at)
    select ${day}, conversation_id, coalesce(author_user_id::text, author_contact_id::text, author_address), direction, group_ids,
      channel, author_user_id, case when author_user_id is null then author_contact_id end, count(*), min(posted_at), max(posted_at)
    from message where ${said} group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(tx)
  await sql`
    insert into opening_due (conversation_id, first_at, last_at, due_at)
    select conversation_id, min(posted_at), max(posted_at), max(captured_at) from message where ${said} group by 1`.execute(
    tx,
  )
  await mendThemes(tx)
  await sql`delete from theme_day`.execute(tx)
  await sql`
    insert into theme_day (day, theme_id, category, low, medium, high)
    select (posted_at at time zone ${next}::text)::date, theme_id, category, count(*) filter (where urgency = 'low'),
      count(*) filter (where urgency = 'medium'), count(*) filter (where urgency = 'high')
    from message_theme group by 1, 2, 3`.execute(tx)
  // A trigger counts themes by day for a release that does not.
  await sayCountedZone(tx, next)
  await sql`update organization set rollup_zone = ${next} where rollup_zone <> ${next}`.execute(tx)
  await sayCountedZone(tx, '')
}

const sayCountedZone = (tx: TenantTx, counted: string) =>
  sql`select set_config('app.theme_days_zone', ${counted}, true)`.execute(tx)

/** What a `message_theme placed` is counted by, and its message does not have; a system notice or an automatic reply has no theme. */
export const differsFromMessage = sql<boolean>`not (${said} and placed.group_ids = message.group_ids
  and placed.category = message.category and placed.urgency = message.urgency and placed.direction = message.direction)`

/** Gives the themes of messages what they are counted by. The trigger in `schema/functions/themes.sql` keeps it. */
async function mendThemes(tx: TenantTx): Promise<void> {
  await sql`delete from message_theme placed using message
    where message.id = placed.message_id and not (${said})`.execute(tx)
  await sql`update message_theme placed set group_ids = message.group_ids, category = message.category, urgency = message.urgency,
      direction = message.direction from message where message.id = placed.message_id and ${differsFromMessage}`.execute(
    tx,
  )
}

/** Whether the counts have the days of another zone than the organization's. */
export async function hasOtherZone(tx: TenantTx): Promise<boolean> {
  const { rows } = await sql`select from organization where rollup_zone <> ${zone}`.execute(tx)
  return rows.length > 0
}

/** Organizations whose time zone or business days were changed: what is counted by them follows. */
export const dueFigures: DueRows<'organization'> = {
  name: 'figures',
  table: 'organization',
  waits: () => sql`figures_due_at is not null`,
  from: 'figures_due_at',
  order: sql`figures_due_at`,
  figures: { oldest: sql`min(figures_due_at)` },
}

/** Figures are to follow the settings. */
export async function requestFigures(tx: TenantTx, now: Date): Promise<void> {
  await tx.updateTable('organization').set({ figures_due_at: now }).execute()
  await wake(tx, dueFigures)
}

/** A worker that was killed is followed by another after this. Another that begins earlier waits for the lock of the organization. */
const leaseMs = 10 * 60_000

/** Takes the work until the time that is returned, as text, which is exact; undefined if none is due. */
export async function takeFigures(tx: TenantTx, now: Date): Promise<string | undefined> {
  const taken = await sql<{ until: string }>`
    update organization set figures_due_at = ${new Date(now.getTime() + leaseMs)} where ${isDue(dueFigures, at(now))}
    returning figures_due_at::text as until`.execute(tx)
  return firstRow(taken)?.until
}

/** Figures follow the settings, unless these were changed again meanwhile. */
export async function settleFigures(tx: TenantTx, until: string): Promise<void> {
  await sql`update organization set figures_due_at = null where figures_due_at = ${until}::timestamptz`.execute(
    tx,
  )
}
