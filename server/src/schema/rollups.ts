import type { Category, Urgency } from '@verbatim/contract/categories.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { ContactId, ConversationId, GroupId, MessageId, UserId } from '@verbatim/contract/ids.ts'
import type { Generated } from 'kysely'
import type { Direction } from '#kernel/captured-event.ts'
import type { TenantRow } from './tenant-row.ts'

/** How many messages a day of the organization's zone has, by what they have in common. Kept by triggers. */
interface MessageRollupTable extends TenantRow {
  day: string
  channel: Channel
  group_ids: GroupId[]
  direction: Direction
  category: Category
  urgency: Urgency
  messages: number
  /** Of these, those to which a policy applied when they arrived, and those to which none did; the others are not known. */
  covered: Generated<number>
  uncovered: Generated<number>
}

/** How many messages arrived late, and on a later day than theirs, by what they have in common. Kept by triggers. */
interface LateDayTable extends TenantRow {
  day: string
  arrived_on: string
  channel: Channel
  group_ids: GroupId[]
  direction: Direction
  category: Category
  urgency: Urgency
  messages: number
}

/** What one person said on one day of a conversation. Kept by triggers. */
interface ConversationDayTable extends TenantRow {
  day: string
  conversation_id: ConversationId
  /** The ID of the user or contact, otherwise the address. */
  author: string
  direction: Direction
  group_ids: GroupId[]
  channel: Channel
  author_user_id: UserId | null
  author_contact_id: ContactId | null
  messages: number
  first_at: Date
  last_at: Date
}

/** A message that opens a conversation after a pause, or a burst that waits for an answer. Kept by a worker. */
interface OpeningTable extends TenantRow {
  conversation_id: ConversationId
  posted_at: Date
  message_id: MessageId
  channel: Channel
  group_ids: GroupId[]
  opens_conversation: boolean
  opens_burst: boolean
  answered_at: Date | null
}

/** A conversation whose openings are to be found again. Noted by triggers. */
interface OpeningDueTable extends TenantRow {
  conversation_id: ConversationId
  first_at: Date
  last_at: Date
  due_at: Date
}

/** The tables of this file, by their SQL names. */
export interface RollupTables {
  conversation_day: ConversationDayTable
  late_day: LateDayTable
  message_rollup: MessageRollupTable
  opening: OpeningTable
  opening_due: OpeningDueTable
}
