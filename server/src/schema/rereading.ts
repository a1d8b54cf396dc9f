import type { MessageId } from '@verbatim/contract/ids.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

/** What a message said before its record was read again. Append-only. */
interface MessageRereadTable extends TenantRow {
  message_id: MessageId
  at: Date
  /** The release that understood it; null: its content came in a later record. */
  release: string | null
  was: JSONColumnType<Record<string, unknown>>
}

/** How far `npm run redigest` has come. */
interface RedigestTable extends TenantRow {
  id: string
  /** The release and the choice of records. */
  asked: string
  place: JSONColumnType<RereadPlace | null, string | undefined, string>
  records: Generated<number>
  understood: Generated<number>
  added: Generated<number>
  unreadable: Generated<number>
  started_at: Date
  finished_at: Generated<Date | null>
}

/** The last record that was read. */
export interface RereadPlace {
  /** Absent where records are read by their IDs alone. */
  readonly at?: string
  readonly id: string
}

/** The tables of this file, by their SQL names. */
export interface RereadingTables {
  message_reread: MessageRereadTable
  redigest: RedigestTable
}
