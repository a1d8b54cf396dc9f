/** FaceTime calls: an agent with the Private API reports that one rings, and that it has ended. What is said in them is not captured. */
import type { ChannelAccount } from '#channels/connector.ts'
import { dateOf } from '#channels/date-of.ts'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { jsonOf } from '#kernel/json.ts'
import { z } from 'zod'
import { messageKeyOf, participantsOf, placeOf } from './conversation.ts'
import { self } from './identity.ts'

/** Of an agent that handles calls: each step, under the id of its call. */
const Step = z.object({
  uuid: z.string().min(1),
  status: z.string().min(1),
  address: z.string(),
  is_outgoing: z.boolean().catch(false),
  is_video: z.boolean().catch(true),
})

/** Of an agent that does not: that a call rings, as JSON within the JSON of the event. */
const Ring = z.object({ caller: z.string(), timestamp: z.number() })

interface Call {
  /** The same in every report of this step. */
  readonly name: string
  readonly address: string
  readonly isOwn: boolean
  readonly at?: number
  readonly structured: Record<string, unknown>
}

/** A step of a call is a line of the conversation with the other person. Source: BlueBubbles Server, `PrivateApiFaceTimeStatusHandler`. */
export function toCall(data: unknown, account: ChannelAccount): CapturedMessage | undefined {
  const call = stepIn(data) ?? ringIn(data)
  const place = call && placeOf({ chats: [], handle: { address: call.address } })
  const [peer] = place?.others ?? []
  if (!call || !place || !peer) return undefined
  const { others: _, ...conversation } = place
  const author = call.isOwn ? self : peer
  const sentAt = dateOf(call.at)
  return {
    kind: 'message',
    channel: account.channel,
    messageKey: messageKeyOf(account, `call:${call.name}`),
    ...conversation,
    direction: call.isOwn ? 'outbound' : 'inbound',
    author,
    participants: participantsOf(author, place),
    ...(sentAt && { sentAt }),
    body: null,
    format: 'plain',
    contentType: 'system',
    structured: call.structured,
    attachments: [],
  }
}

function stepIn(data: unknown): Call | undefined {
  const { data: step } = Step.safeParse(data)
  if (!step) return undefined
  const { uuid, status, address, is_outgoing: isOwn, is_video: isVideo } = step
  const structured = { call: status, callType: isVideo ? 'video' : 'audio' }
  return { name: `${uuid}:${status}`, address, isOwn, structured }
}

function ringIn(data: unknown): Call | undefined {
  const { data: ring } = Ring.safeParse(typeof data === 'string' ? jsonOf(data) : data)
  if (!ring) return undefined
  const { caller, timestamp } = ring
  return {
    name: `${caller}:${timestamp}`,
    address: caller,
    isOwn: false,
    at: timestamp,
    structured: { call: 'incoming' },
  }
}
