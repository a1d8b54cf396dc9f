/** Earlier messages that are read for promises: after an upgrade, and by `npm run rebuild -- promises`. */
import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import type { DueRows } from '#platform/work/due-rows.ts'

export const unreadPromises: DueRows<'promise_reading'> = {
  name: 'promises',
  table: 'promise_reading',
  waits: () => sql`true`,
  from: 'due_at',
  order: sql`due_at`,
  figures: { oldest: sql`min(due_at)` },
}

/** What was promised before that is over. */
const readDays = 100
/** Messages of a batch, and how much of each is read. */
const batchRows = 500
const readLength = 4_000

export interface Written {
  readonly id: MessageId
  readonly revision: number
  readonly text: string
  readonly said_at: Date
}

/** The last message that was read, with its time as text, which is exact. */
export interface ReadingPlace {
  readonly read_to: string | null
  readonly message_id: MessageId | null
}

/** Begins anew. */
export async function beginReading(tx: TenantTx, now: Date): Promise<void> {
  await sql`insert into promise_reading (due_at) values (${now})
    on conflict (tenant_id) do update set due_at = excluded.due_at, read_to = null, message_id = null`.execute(
    tx,
  )
}

/** How far it is; undefined if nothing is to be read. */
export async function findReadingPlace(tx: TenantTx, now: Date): Promise<ReadingPlace | undefined> {
  const { rows } = await sql<ReadingPlace>`
    select read_to::text as read_to, message_id from promise_reading where due_at <= ${now}`.execute(tx)
  return rows[0]
}

/** The next messages of the organization's people. */
export async function findWritten(
  tx: TenantTx,
  { read_to: at, message_id: id }: ReadingPlace,
  now: Date,
): Promise<{ readonly written: readonly Written[]; readonly last: ReadingPlace | undefined }> {
  const { rows } = await sql<Written & { place: string }>`
    select id, revision, left(coalesce(body, ''), ${readLength}) as text, coalesce(edited_at, posted_at) as said_at, posted_at::text as place
    from message where posted_at >= ${now}::timestamptz - ${sql.lit(readDays)} * interval '24 hours' and direction = 'outbound'
      and (${id}::uuid is null or (posted_at, id) > (${at}::timestamptz, ${id}::uuid))
    order by posted_at, id limit ${batchRows}`.execute(tx)
  const end = rows.at(-1)
  return { written: rows, last: end && { read_to: end.place, message_id: end.id } }
}

/** Goes on from a place, or ends without one, unless it was begun anew meanwhile. */
export async function moveReading(
  tx: TenantTx,
  { message_id: id }: ReadingPlace,
  to: ReadingPlace | undefined,
): Promise<void> {
  if (to)
    await sql`update promise_reading set read_to = ${to.read_to}::timestamptz, message_id = ${to.message_id}
      where message_id is not distinct from ${id}::uuid`.execute(tx)
  else await sql`delete from promise_reading where message_id is not distinct from ${id}::uuid`.execute(tx)
}
