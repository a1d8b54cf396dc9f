import type { MessageId } from '@verbatim/contract/ids.ts'
import type { OffChannelWay } from '@verbatim/contract/off-channel.ts'
import type { Generated } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

/** That a message promises something by a day. */
interface PromiseTable extends TenantRow {
  message_id: MessageId
  /** The promised day: `2026-11-27`. Of one that is counted, by the calendar alone. */
  due_on: string
  /** The day that the promised day is counted from. */
  counted_from: string | null
  /** Only business days are counted: so many. */
  working_days: number | null
  /** The last millisecond of the promised day, where the organization is and by its business days. */
  due_at: Date
  /** A digest of the sentence without its day. */
  deed: string
}

/** That a message mentions to go on elsewhere. */
interface OffChannelMentionTable extends TenantRow {
  message_id: MessageId
  way: OffChannelWay
  /** When the message was said. A trigger knows. */
  posted_at: Generated<Date>
}

/** That an organization's earlier messages are read for one kind of remark, and how far. */
interface RemarkReadingTable extends TenantRow {
  due_at: Date
  /** The time of the last message that was read. */
  read_to: Date | null
  message_id: MessageId | null
}

/** The tables of this file, by their SQL names. */
export interface RemarksTables {
  promise: PromiseTable
  promise_reading: RemarkReadingTable
  off_channel_mention: OffChannelMentionTable
  off_channel_reading: RemarkReadingTable
}
