import { sql } from 'kysely'
import type { Db } from '#platform/db.ts'

/** One run of one process. */
export interface ProcessLife {
  readonly id: string
  readonly node: string
  readonly roles: readonly string[]
  readonly version: string
}

/** A process without a beat for this long counts as gone. */
const silentSeconds = 30
/** The least time between two beats, which a healthy process keeps to. */
export const beatEveryMs = 10_000

/** Writes and commits that this process is running, which also proves that a row can be written now. */
export async function beat(db: Db, { id, node, roles, version }: ProcessLife): Promise<void> {
  await sql`insert into process_beat (id, node, roles, version, started_at, beat_at)
    values (${id}, ${node}, ${[...roles]}, ${version}, clock_timestamp(), clock_timestamp())
    on conflict (id) do update set beat_at = excluded.beat_at`.execute(db)
}

/** Removes a process that ended normally, and those that crashed long ago. */
export async function endBeat(db: Db, { id }: Pick<ProcessLife, 'id'>): Promise<void> {
  await sql`delete from process_beat where id = ${id} or beat_at < clock_timestamp() - interval '1 day'`.execute(
    db,
  )
}

/** The number of running processes, by role. */
export async function countProcesses(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ role: string; n: number }>`select role, count(*)::int as n
    from process_beat, unnest(roles) role
    where beat_at > clock_timestamp() - make_interval(secs => ${silentSeconds}) group by role`.execute(db)
  return new Map(rows.map(({ role, n }) => [role, n]))
}
