/** What a message of the fake agent says; everything else has the value of an ordinary text. */
export interface FakeAgentMessage {
  readonly text?: string | null
  /** The sender's address; the account's owner wrote it if undefined. */
  readonly from?: string
  readonly chat?: FakeChat
  /** From `keepAttachment`. */
  readonly attachments?: readonly Readonly<Record<string, unknown>>[]
  /** Further fields, and values that replace the defaults. */
  readonly fields?: Readonly<Record<string, unknown>>
}

type FakeChat = Readonly<Record<string, unknown>>

export function directChat(address: string, service = 'iMessage'): FakeChat {
  return {
    originalROWID: 44,
    guid: `${service};-;${address}`,
    style: 45,
    chatIdentifier: address,
    isArchived: false,
    displayName: '',
  }
}

/** The participants get row numbers from 1, in the given order. */
export function groupChat(identifier: string, displayName: string, addresses: readonly string[]): FakeChat {
  return {
    originalROWID: 51,
    guid: `iMessage;+;${identifier}`,
    style: 43,
    chatIdentifier: identifier,
    isArchived: false,
    displayName,
    participants: addresses.map((address, at) => ({ originalROWID: at + 1, address, service: 'iMessage' })),
  }
}

/** A message in the reduced form of webhooks. */
export function agentMessage(count: number, said: FakeAgentMessage): Record<string, unknown> {
  const { text = 'hello', from, attachments = [], fields = {} } = said
  const { chat = directChat(from ?? '+351912000111') } = said
  return {
    originalROWID: 90_000 + count,
    guid: `FAKE0000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    text,
    handle: from === undefined ? null : { originalROWID: 1, address: from, service: 'iMessage' },
    handleId: from === undefined ? 0 : 1,
    otherHandle: 0,
    attachments,
    subject: null,
    error: 0,
    dateCreated: Date.UTC(2026, 4, 14, 8, 0, count),
    dateRead: null,
    dateDelivered: null,
    isDelivered: from !== undefined,
    isFromMe: from === undefined,
    hasDdResults: false,
    isArchived: false,
    itemType: 0,
    groupTitle: null,
    groupActionType: 0,
    balloonBundleId: null,
    associatedMessageGuid: null,
    associatedMessageType: null,
    expressiveSendStyleId: null,
    threadOriginatorGuid: null,
    hasPayloadData: false,
    chats: [chat],
    messageSummaryInfo: null,
    payloadData: null,
    dateEdited: null,
    dateRetracted: null,
    partCount: 1,
    ...fields,
  }
}

/** Fields that webhooks do not have, each with its value for an ordinary text. */
const inFull = {
  country: null,
  isDelayed: false,
  isAutoReply: false,
  isSystemMessage: false,
  isServiceMessage: false,
  isForward: false,
  threadOriginatorPart: null,
  isCorrupt: false,
  datePlayed: null,
  cacheRoomnames: null,
  isSpam: false,
  isExpired: false,
  timeExpressiveSendPlayed: null,
  isAudioMessage: false,
  replyToGuid: null,
  shareStatus: 0,
  shareDirection: 0,
  wasDeliveredQuietly: false,
  didNotifyRecipient: false,
}

/** Of a file, what only the full form says: also that a picture is a sticker, or has a film. */
const ofFilesInFull = new Set([
  'transferState',
  'isOutgoing',
  'isSticker',
  'hideAttachment',
  'originalGuid',
  'hasLivePhoto',
])

function reducedFile(file: unknown): unknown {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return file
  return Object.fromEntries(Object.entries(file).filter(([name]) => !ofFilesInFull.has(name)))
}

/** As webhooks have it: without the fields of the full form, and with these three empty. */
export function reduced(message: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const left = Object.entries(message).filter(([name]) => !Object.hasOwn(inFull, name))
  const { attachments } = message
  return {
    ...Object.fromEntries(left),
    ...('attachments' in message && {
      attachments: Array.isArray(attachments) ? attachments.map(reducedFile) : attachments,
    }),
    messageSummaryInfo: null,
    attributedBody: null,
    payloadData: null,
  }
}

/** As lists have it. */
export function inFullForm(message: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { text } = message
  const plain =
    typeof text === 'string' ? [{ string: text, runs: [{ range: [0, text.length], attributes: {} }] }] : null
  return { ...inFull, attributedBody: plain, ...message }
}

/**
 * What the agent reports of an edited message in the full form: the texts of each edited part from the first, with their times
 * as Apple counts them. The first part has no number if it is the only one.
 */
export function editedSummary(
  parts: Readonly<Record<string, readonly (readonly [text: string, at: number])[]>>,
): unknown[] {
  const texts = Object.entries(parts).map(([part, versions]) => [
    part,
    versions.map(([string, at]) => ({
      date: (at - Date.UTC(2001, 0, 1)) / 1_000,
      text: { encodings: ['@'], values: [{ string, runs: [] }] },
    })),
  ])
  const isFirst = texts.length === 1 && texts[0]?.[0] === '0'
  const editedContent: unknown = isFirst ? texts[0]?.[1] : Object.fromEntries(texts)
  return [{ editedParts: Object.keys(parts).map(Number), editedContent }]
}

export function withoutChats(message: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { chats: _, ...rest } = message
  return rest
}
