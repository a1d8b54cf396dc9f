import type { MessageId } from '@verbatim/contract/ids.ts'

/** Where a page of a conversation is: around a message, or before or after what was read. */
export interface ThreadPlace {
  around?: MessageId
  before?: string
  after?: string
}
