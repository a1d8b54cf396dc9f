import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { type KeptRecord, type KeptRecordRow, toKeptRecord } from '#flows/capture/parse.ts'
import { currentTenant, type TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import type { RereadPlace } from '#schema/rereading.ts'

/** Which records are read again. */
export interface Choice {
  /** All that were read before, not only those with messages that were not understood. */
  readonly all?: true | undefined
  readonly channel?: Channel | undefined
  readonly accountId?: AccountId | undefined
  /** By the time of receipt: from the start of a day of UTC, and before that of another. */
  readonly from?: string | undefined
  readonly before?: string | undefined
}

/** Records of a batch, at most; and their bytes, so that memory stays bounded. */
export const batchRows = 100
const batchBytes = 32 * 1024 * 1024

interface Found {
  readonly records: readonly KeptRecord[]
  /** Of the batch. A record with several messages may have several. */
  readonly places: number
  /** Undefined if none is left. */
  readonly last: RereadPlace | undefined
}

interface Row extends KeptRecordRow {
  /** As text, which is exact. */
  place: string | null
  place_id: string
}

interface Part {
  readonly after: RereadPlace | undefined
  /** Places, of those of a batch. */
  readonly most: number
}

/** The next records after a place. Those in the backlog and in quarantine have their own ways. */
export async function findRereadable(tx: TenantTx, choice: Choice, part: Part): Promise<Found> {
  const places = choice.all ? allPlaces(choice, part) : unsupportedPlaces(choice, part)
  const { rows } = await sql<Row>`
    select * from (
      select kept.id, kept.account_id, kept.channel, kept.transport, kept.received_at, kept.content_type, kept.headers,
        kept.bytes, places.place_at, places.place_at::text as place, places.place_id,
        sum(octet_length(kept.bytes)) over (order by places.place_at, places.place_id) - octet_length(kept.bytes) as before
      from (${places}) places
      join message_record kept on kept.id = places.record_id
        and kept.tenant_id = (select ${currentTenant})
    ) kept
    where before < ${batchBytes} order by place_at, place_id`.execute(tx)
  const end = rows.at(-1)
  // A record with several messages is read once.
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    last: end && { ...(end.place !== null && { at: end.place }), id: end.place_id },
    places: rows.length,
    records: [...byId.values()].map(toKeptRecord),
  }
}

function chosen({ channel, accountId, from, before }: Choice, received: string) {
  const time = sql.ref(received)
  return [
    ...(channel ? [sql<boolean>`channel = ${channel}`] : []),
    ...(accountId ? [sql<boolean>`account_id = ${accountId}`] : []),
    ...(from ? [sql<boolean>`${time} >= ${`${from}T00:00:00Z`}::timestamptz`] : []),
    ...(before ? [sql<boolean>`${time} < ${`${before}T00:00:00Z`}::timestamptz`] : []),
  ]
}

const unsupportedPlaces = (choice: Choice, { after, most }: Part) => sql`
  select record_id, posted_at as place_at, id as place_id from message
  where ${allOf([
    sql<boolean>`content_type = 'unsupported'`,
    ...chosen(choice, 'captured_at'),
    ...(after ? [sql<boolean>`(posted_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`] : []),
  ])}
  order by posted_at, id limit ${most}`

const allPlaces = (choice: Choice, { after, most }: Part) => sql`
  select id as record_id, null::timestamptz as place_at, id as place_id from message_record
  where ${allOf([
    sql<boolean>`not exists (select from record_backlog waiting where waiting.record_id = message_record.id)`,
    sql<boolean>`not exists (select from quarantined_record held where held.record_id = message_record.id)`,
    ...chosen(choice, 'received_at'),
    ...(after ? [sql<boolean>`id > ${after.id}::uuid`] : []),
  ])}
  order by id limit ${most}`
