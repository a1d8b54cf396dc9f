/** Earlier messages that are read for remarks: after an upgrade, and by `npm run rebuild`. */
import type { MessageId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { firstRow } from '#platform/rows.ts'
import type { DueRows } from '#platform/work/due-rows.ts'

/** The tables that say how far an organization's messages are read, by what they are read for. */
const tables = { promises: 'promise_reading', 'off-channel': 'off_channel_reading' } as const
export type RemarkKind = keyof typeof tables
export const remarkKinds = Object.keys(tables) as RemarkKind[]

const unread = <K extends RemarkKind>(kind: K): DueRows<(typeof tables)[K]> => ({
  name: kind,
  table: tables[kind],
  waits: () => sql`true`,
  from: 'due_at',
  order: sql`due_at`,
  figures: { oldest: sql`min(due_at)` },
})
export const unreadPromises = unread('promises')
export const unreadOffChannel = unread('off-channel')

/** What was promised before that is over. */
const promisedDays = 100
/** Which messages are read. */
const readBy: Readonly<Record<RemarkKind, (now: Date) => RawBuilder<boolean>>> = {
  promises: (now) =>
    sql`posted_at >= ${now}::timestamptz - ${sql.lit(promisedDays)} * interval '24 hours' and direction = 'outbound'`,
  'off-channel': () => sql`true`,
}
/** Messages of a batch, and how much of each is read. */
const batchRows = 500
const readLength = 4_000

interface Written {
  readonly id: MessageId
  readonly revision: number
  readonly text: string
  readonly said_at: Date
}

/** The last message that was read, with its time as text, which is exact. */
interface ReadingPlace {
  readonly read_to: string | null
  readonly message_id: MessageId | null
}

/** Begins again. */
export async function beginReading(tx: TenantTx, kind: RemarkKind, now: Date): Promise<void> {
  await sql`insert into ${sql.table(tables[kind])} (due_at) values (${now})
    on conflict (tenant_id) do update set due_at = excluded.due_at, read_to = null, message_id = null`.execute(
    tx,
  )
}

/** How far it is; undefined if nothing is to be read. */
export async function findReadingPlace(
  tx: TenantTx,
  kind: RemarkKind,
  now: Date,
): Promise<ReadingPlace | undefined> {
  const found = await sql<ReadingPlace>`
    select read_to::text as read_to, message_id from ${sql.table(tables[kind])} where due_at <= ${now}`.execute(
    tx,
  )
  return firstRow(found)
}

/** The next messages of a place. */
export async function findWritten(
  tx: TenantTx,
  kind: RemarkKind,
  { place: { read_to: at, message_id: id }, now }: { readonly place: ReadingPlace; readonly now: Date },
): Promise<{ readonly written: readonly Written[]; readonly last: ReadingPlace | undefined }> {
  const { rows } = await sql<Written & { place: string }>`
    select id, revision, left(coalesce(body, ''), ${readLength}) as text, coalesce(edited_at, posted_at) as said_at, posted_at::text as place
    from message where ${readBy[kind](now)}
      and (${id}::uuid is null or (posted_at, id) > (${at}::timestamptz, ${id}::uuid))
    order by posted_at, id limit ${batchRows}`.execute(tx)
  const end = rows.at(-1)
  return { written: rows, last: end && { read_to: end.place, message_id: end.id } }
}

/** Goes on from a place, or ends without one, unless it was begun again meanwhile. */
export async function moveReading(
  tx: TenantTx,
  kind: RemarkKind,
  { from: { message_id: id }, to }: { readonly from: ReadingPlace; readonly to: ReadingPlace | undefined },
): Promise<void> {
  const table = sql.table(tables[kind])
  if (to)
    await sql`update ${table} set read_to = ${to.read_to}::timestamptz, message_id = ${to.message_id}
      where message_id is not distinct from ${id}::uuid`.execute(tx)
  else await sql`delete from ${table} where message_id is not distinct from ${id}::uuid`.execute(tx)
}
