import { z } from 'zod'
import { dateOf } from '#channels/date-of.ts'
import { jsonOf } from '#kernel/json.ts'

// A value of another type than documented counts as missing, so that it never costs us the rest of its message.
const text = z.string().nullish().catch(undefined)
const number = z.number().nullish().catch(undefined)
const flag = z.boolean().nullish().catch(undefined)
const anything = z.unknown().optional()
const maybe = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).nullish().catch(undefined)
const list = <Item extends z.ZodType>(item: Item) => z.array(item).nullish().catch(undefined)

const Attachment = z.object({ contentType: text, filename: text, id: text, size: number, caption: text })
const Named = { targetAuthorNumber: text, targetAuthorUuid: text, targetSentTimestamp: number }

const content = {
  timestamp: number,
  message: text,
  expiresInSeconds: number,
  isExpirationUpdate: flag,
  viewOnce: flag,
  reaction: maybe({ emoji: text, isRemove: flag, ...Named }),
  quote: maybe({ id: number, authorNumber: text, authorUuid: text, text }),
  attachments: list(Attachment.catch({})),
  remoteDelete: maybe({ timestamp: number }),
  adminDelete: maybe(Named),
  groupInfo: maybe({ groupId: text, groupName: text, revision: number, type: text }),
  mentions: anything,
  previews: anything,
  sticker: anything,
  contacts: anything,
  payment: anything,
  textStyles: anything,
  storyContext: anything,
  pollCreate: anything,
  pollVote: anything,
  pollTerminate: anything,
  pinMessage: anything,
  unpinMessage: anything,
}
const DataMessage = z.object(content)
const editMessage = maybe({ targetSentTimestamp: number, dataMessage: DataMessage })

const Envelope = z.object({
  sourceNumber: text,
  sourceUuid: text,
  sourceName: text,
  /** 1 is the phone. */
  sourceDevice: number,
  timestamp: number,
  serverReceivedTimestamp: number,
  dataMessage: DataMessage.nullish().catch(undefined),
  editMessage,
  syncMessage: maybe({
    sentMessage: maybe({ destinationNumber: text, destinationUuid: text, editMessage, ...content }),
    sentStoryMessage: anything,
    readMessages: list(z.object({ senderNumber: text, senderUuid: text, timestamp: number }).catch({})),
  }),
  receiptMessage: maybe({
    when: number,
    isDelivery: flag,
    isRead: flag,
    isViewed: flag,
    timestamps: list(z.number()),
  }),
  typingMessage: anything,
  callMessage: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  storyMessage: anything,
})

const Received = z.object({
  envelope: Envelope.nullish().catch(undefined),
  exception: maybe({ type: text, message: text }),
})
const Wrapped = z.object({
  params: z.union([
    z.object({ result: z.looseObject({}) }),
    z.looseObject({ result: z.undefined().optional() }),
  ]),
})

const Picture = Attachment.optional().catch(undefined)
const Previews = z.array(z.object({ image: Picture }).catch({})).catch([])
const Cards = z
  .array(z.object({ avatar: z.object({ attachment: Picture }).optional().catch(undefined) }).catch({}))
  .catch([])

/** The pictures of link previews and of shared contact cards, which the daemon downloads like attachments. */
export const picturesIn = ({ previews, contacts }: DataMessage): z.infer<typeof Attachment>[] => [
  ...Previews.parse(previews).flatMap(({ image }) => image ?? []),
  ...Cards.parse(contacts).flatMap(({ avatar }) => avatar?.attachment ?? []),
]

export type DataMessage = z.infer<typeof DataMessage>
export type Envelope = z.infer<typeof Envelope>

/** What the daemon received, and the object as it came. Source: signal-cli, `org.asamk.signal.json`. */
export interface Received extends z.infer<typeof Received> {
  readonly raw: unknown
}

/** The event in a delivery, bare or as a notification; undefined if the bytes are something else. */
export function receivedOf(body: Uint8Array): Received | undefined {
  const json = jsonOf(body)
  const { data: wrapped } = Wrapped.safeParse(json)
  const raw = wrapped ? (wrapped.params.result ?? wrapped.params) : json
  const { data } = Received.safeParse(raw)
  return data && (data.envelope || data.exception) ? { ...data, raw } : undefined
}

/** When the owner's phone informed its other devices of something, such as what was sent or read there. */
export function phoneSeenIn({ envelope }: Received): Date | undefined {
  const isPhone = envelope?.sourceDevice === 1 && envelope.syncMessage
  return isPhone ? dateOf(envelope.serverReceivedTimestamp ?? envelope.timestamp) : undefined
}
