/** What is needed of a listed row to know whether it is stored: to read a million rows as messages would take minutes. */
interface Brief {
  readonly guid: string
  readonly dateCreated: number | undefined
  /** It is read as a message of its own with the key of its guid. Of other rows only reading says what they are. */
  readonly isPlain: boolean
}

/** Undefined for a row that is no message. */
export function briefOf(row: unknown): Brief | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return undefined
  const { guid, dateCreated, itemType, associatedMessageGuid, chats } = row as Readonly<
    Record<string, unknown>
  >
  if (typeof guid !== 'string' || guid === '') return undefined
  return {
    guid,
    dateCreated: typeof dateCreated === 'number' && Number.isFinite(dateCreated) ? dateCreated : undefined,
    // Neither a line about a group nor a tapback, and in a chat that is named.
    isPlain: !itemType && !associatedMessageGuid && Array.isArray(chats) && isNamed(chats[0]),
  }
}

/** Forms of the names of chats: a number, a group and a mail address. */
const nameOfChat = /^(?:\+?\d|chat\d|[^\s:@]+@[^\s:@]+$)/

function isNamed(chat: unknown): boolean {
  const { chatIdentifier } = (chat ?? {}) as Readonly<Record<string, unknown>>
  return typeof chatIdentifier === 'string' && nameOfChat.test(chatIdentifier)
}
