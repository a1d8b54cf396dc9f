import { sql } from 'kysely'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import type { RereadPlace } from '#schema/rereading.ts'
import type { Choice } from './records.ts'

export interface RunCounts {
  readonly records: number
  readonly understood: number
  readonly added: number
  readonly unreadable: number
}

/** One pass over the chosen records, by one release. */
export interface Run extends RunCounts {
  readonly id: string
  readonly place: RereadPlace | undefined
  readonly isFinished: boolean
}

interface Row extends RunCounts {
  readonly id: string
  readonly place: RereadPlace | null
  readonly finished_at: Date | null
}

const columns = sql`id, place, records, understood, added, unreadable, finished_at`

const toRun = ({ id, place, records, understood, added, unreadable, finished_at: finished }: Row): Run => ({
  id,
  place: place ?? undefined,
  records,
  understood,
  added,
  unreadable,
  isFinished: finished !== null,
})

/** Goes on with an unfinished run of the same release and choice, or begins one. */
export async function beginRun(
  tx: TenantTx,
  { release, choice }: { readonly release: string; readonly choice: Choice },
  now: Date,
): Promise<{ readonly run: Run; readonly isNew: boolean }> {
  const { all, channel, accountId, from, before } = choice
  const asked = JSON.stringify([release, all ?? false, channel, accountId, from, before])
  const { rows: begun } = await sql<Row>`insert into redigest (id, asked, started_at)
    values (${newId(now)}, ${asked}, ${now}) on conflict do nothing returning ${columns}`.execute(tx)
  const { rows } = begun[0]
    ? { rows: begun }
    : await sql<Row>`select ${columns} from redigest where asked = ${asked} and finished_at is null`.execute(
        tx,
      )
  const [row] = rows
  if (!row) throw new Error('Another process has just finished the same work. Run the command again.')
  return { run: toRun(row), isNew: begun.length > 0 }
}

interface Moved {
  /** Undefined if nothing is left. */
  readonly place: RereadPlace | undefined
  readonly now: Date
  readonly counts: Partial<RunCounts>
}

/** Adds a batch to a run. @throws if another process has moved it: then the batch is not stored. */
export async function moveRun(tx: TenantTx, run: Run, { place, now, counts }: Moved): Promise<Run> {
  const { records = 0, understood = 0, added = 0, unreadable = 0 } = counts
  const { rows } = await sql<Row>`update redigest set
      place = coalesce(${place ? JSON.stringify(place) : null}::jsonb, place),
      records = records + ${records}, understood = understood + ${understood}, added = added + ${added},
      unreadable = unreadable + ${unreadable}, finished_at = ${place ? null : now}::timestamptz
    where id = ${run.id} and finished_at is null
      and place is not distinct from ${run.place ? JSON.stringify(run.place) : null}::jsonb
    returning ${columns}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Another process is reading the same records again. Wait until it has finished.')
  return toRun(row)
}
