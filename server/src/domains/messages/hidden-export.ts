/** How the people of exported messages are hidden, where their reader reads under pseudonyms. */
import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Recipient, Recipients } from './to-lines.ts'

interface ExportedMessage {
  readonly messageId: MessageId
  readonly conversationId: ConversationId
}

/** Gives the pseudonyms of one batch; absent where names are shown. */
export type HideExported = (tx: TenantTx, messages: readonly ExportedMessage[]) => Promise<ExportedNames>

interface ExportedNames {
  author(messageId: MessageId): string
  recipient(conversationId: ConversationId, given: Recipient): string
}

/** The recipients under pseudonyms; the title of a conversation often names its people. */
export const hiddenRecipients = (
  names: ExportedNames,
  conversationId: ConversationId,
  to: Recipients | undefined,
): Recipients | undefined =>
  to && {
    people: to.people.map((one) => ({
      name: names.recipient(conversationId, one),
      address: '',
      userId: null,
      contactId: null,
      addressing: one.addressing,
    })),
  }
