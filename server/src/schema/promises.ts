import type { ConversationId, MessageId, TenantId } from '@verbatim/contract/ids.ts'
import type { Generated } from 'kysely'

/** That a message promises something by a day. */
export interface PromiseTable {
  tenant_id: Generated<TenantId>
  message_id: MessageId
  conversation_id: ConversationId
  posted_at: Date
  /** The last millisecond of the promised day. */
  due_at: Date
}

/** The tables of this file, by their SQL names. */
export interface PromisesTables {
  promise: PromiseTable
}
