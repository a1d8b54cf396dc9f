/** The themes of an organization as a whole: the words they were found with, and when they are revised. */
import { dayMs } from '@verbatim/contract/durations.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import { at, type DueRows, isDue } from '#platform/work/due-rows.ts'
import type { ThemeSetTable } from '#schema/themes.ts'

/** Organizations whose themes are to be revised, or whose messages are still being placed again. */
export const dueThemes: DueRows<'theme_set'> = {
  name: 'themes',
  table: 'theme_set',
  waits: () => sql`fresh > 0 or placed_to is not null`,
  from: 'due_at',
  lease: 'lease_until',
  figures: {
    counted: (now) => sql`(fresh > 0 or placed_to is not null) and due_at <= ${now}`,
    oldest: sql`min(due_at)`,
  },
}

/** The revision of themes is not awaited; this long after enough new messages it begins, so that it sees more of them. */
const soonMs = 30_000
/** Enough new messages: at least this many, and this part of those that the last revision saw. */
const enough = { messages: 200, part: 4 } as const
/** A revision that has not reported for so long was interrupted. */
const leaseMs = 10 * 60_000

/**
 * Counts new messages, so that themes are revised the following night, or soon if there are many of them.
 * @returns The version of the themes by which they are placed; undefined if none were found yet.
 */
export async function noteFresh(tx: TenantTx, count: number, now: Date): Promise<number | undefined> {
  const soon = new Date(now.getTime() + soonMs)
  const later = new Date(now.getTime() + dayMs)
  const first = count >= enough.messages ? soon : later
  const found = await sql<{ version: number; is_found: boolean }>`
    insert into theme_set as known (due_at, fresh) values (${first}, ${count})
    on conflict (tenant_id) do update set fresh = known.fresh + excluded.fresh,
      due_at = case when known.fresh + excluded.fresh >= greatest(${enough.messages}, known.messages / ${enough.part})
        then least(known.due_at, ${soon}::timestamptz) else known.due_at end
    returning version, dictionary is not null as is_found`.execute(tx)
  const { version, is_found: isFound } = onlyRow(found)
  return isFound ? version : undefined
}

/** Takes the themes of an organization for revision, if they are due. Another worker finds them due again after the lease. */
export async function takeThemes(tx: TenantTx, now: Date): Promise<boolean> {
  const { rows } = await sql`update theme_set set lease_until = ${leaseEnd(now)}
    where ${isDue(dueThemes, at(now))} returning version`.execute(tx)
  return rows.length > 0
}

const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMs)

type ThemeSet = Pick<ThemeSetTable, 'dictionary'> & {
  readonly version: number
  readonly placed_to: MessageId | null
  readonly fresh: number
}

export function findThemeSet(tx: TenantTx): Promise<ThemeSet | undefined> {
  return tx.selectFrom('theme_set').select(['version', 'dictionary', 'placed_to', 'fresh']).executeTakeFirst()
}

/** Whether the themes are still those of a version. The caller holds the tenant's lock. */
export async function isVersion(tx: TenantTx, version: number): Promise<boolean> {
  return (await findThemeSet(tx))?.version === version
}

/** Placers read the themes again. */
export async function nextVersion(tx: TenantTx): Promise<void> {
  await sql`update theme_set set version = version + 1`.execute(tx)
}

/** All messages wait to be placed again, by the current themes. */
export async function placeAgain(tx: TenantTx, now: Date): Promise<void> {
  await sql`update theme_set set placed_to = ${firstId}, due_at = ${now}`.execute(tx)
}

/** The messages up to this one are placed again, unless another worker has come further. */
export async function notePlaced(
  tx: TenantTx,
  { from, to }: { readonly from: MessageId; readonly to: MessageId },
  now: Date,
): Promise<void> {
  await sql`update theme_set set placed_to = ${to}, lease_until = ${leaseEnd(now)} where placed_to = ${from}`.execute(
    tx,
  )
}

/** All messages are placed; the next revision is in the night, at two o'clock of the organization, or soon if enough are new. */
export async function endPlacing(tx: TenantTx, now: Date): Promise<void> {
  await sql`update theme_set set placed_to = null, lease_until = null, due_at = (
      select case when fresh >= greatest(${enough.messages}, messages / ${enough.part}) then ${new Date(now.getTime() + soonMs)}::timestamptz
        else (date_trunc('day', ${now}::timestamptz at time zone rollup_zone) + interval '1 day 2 hours') at time zone rollup_zone end
      from organization)`.execute(tx)
}

interface FoundThemes {
  readonly dictionary: NonNullable<ThemeSetTable['dictionary']>
  /** The messages that the revision saw, and those that were new then. */
  readonly messages: number
  readonly fresh: number
}

/** Stores what a revision found; all messages wait to be placed again. */
export async function keepFound(
  tx: TenantTx,
  { dictionary, messages, fresh }: FoundThemes,
  now: Date,
): Promise<void> {
  await sql`update theme_set set version = version + 1, dictionary = ${JSON.stringify(dictionary)}::jsonb, messages = ${messages},
    fresh = greatest(fresh - ${fresh}, 0), revised_at = ${now}, placed_to = ${firstId}, lease_until = ${leaseEnd(now)}`.execute(
    tx,
  )
}

const firstId = '00000000-0000-0000-0000-000000000000'
