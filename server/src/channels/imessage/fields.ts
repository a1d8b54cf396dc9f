import { z } from 'zod'
import { jsonOf } from '#kernel/json.ts'

/** One event of the agent: `type` names it, and `data` is a message for all events that we read. */
export interface AgentEvent {
  readonly type: string
  readonly data: unknown
}

const AgentEvent = z.object({ type: z.string(), data: z.unknown() })

// A value of another type than documented counts as missing, so that it never costs us the rest of its message. Of most messages a
// dozen are null, and to catch each as an error took two thirds of the time for reading a list.
const text = z
  .unknown()
  .transform((given) => (typeof given === 'string' ? given : undefined))
  .optional()
const number = z
  .unknown()
  .transform((given) => (typeof given === 'number' && Number.isFinite(given) ? given : undefined))
  .optional()
const flag = z
  .unknown()
  .transform((given) => (typeof given === 'boolean' ? given : undefined))
  .optional()

const Handle = z.object({ originalROWID: number, address: text, service: text })
const Chat = z.object({
  guid: text,
  chatIdentifier: text,
  style: number,
  displayName: text,
  participants: z.array(Handle.catch({})).catch([]),
})
const Attachment = z.object({
  guid: text,
  uti: text,
  mimeType: text,
  transferName: text,
  totalBytes: number,
  isSticker: flag,
  /** A film belongs to the picture. Only in the full form, and only while the film is on the Mac. */
  hasLivePhoto: flag,
})

const Message = z.object({
  guid: z.string().min(1),
  tempGuid: text,
  text,
  subject: text,
  handle: Handle.optional().catch(undefined),
  otherHandle: number,
  attachments: z.array(Attachment.catch({})).catch([]),
  chats: z.array(Chat.catch({ participants: [] })).catch([]),
  isFromMe: flag,
  error: number,
  dateCreated: number,
  dateDelivered: number,
  dateRead: number,
  dateEdited: number,
  dateRetracted: number,
  partCount: number,
  itemType: number,
  groupActionType: number,
  groupTitle: text,
  associatedMessageGuid: text,
  associatedMessageType: text,
  threadOriginatorGuid: text,
  balloonBundleId: text,
  expressiveSendStyleId: text,
  payloadData: z.unknown().optional(),
  // Only in the full form, which lists have and webhooks do not.
  messageSummaryInfo: z.unknown().optional(),
  attributedBody: z.unknown().optional(),
  isForward: flag,
  isAutoReply: flag,
  isAudioMessage: flag,
})

export type AgentChat = z.infer<typeof Chat>
export type AgentAttachment = z.infer<typeof Attachment>

/** A message as the agent describes it, and the object as it came. Source: BlueBubbles Server, `MessageResponse`. */
export interface AgentMessage extends z.infer<typeof Message> {
  readonly raw: unknown
}

/** The event in a delivery; undefined if the bytes are something else. */
export const eventOf = (body: Uint8Array): AgentEvent | undefined => AgentEvent.safeParse(jsonOf(body)).data

const Named = Message.pick({ guid: true })

/** The name of the message in an event; undefined if there is none with one. */
export const guidOf = (data: unknown): string | undefined => Named.safeParse(data).data?.guid

/** The agent sends the same message again and again as it changes, so its bytes count. */
export const keyOfEvent = (
  { type, guid }: { readonly type: string; readonly guid: string },
  sha256: string,
) => `${type}:${guid}:${sha256}`

/** The message in an event; undefined if there is none with an id. */
export function messageOf(data: unknown): AgentMessage | undefined {
  const { data: message } = Message.safeParse(data)
  return message && { ...message, raw: data }
}
