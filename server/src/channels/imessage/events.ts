import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { toCall } from './call.ts'
import { changesOf, toFailure } from './changes.ts'
import { placeOf } from './conversation.ts'
import { type AgentEvent, type AgentMessage, eventOf, messageOf } from './fields.ts'
import { isGroupItem, toGroupEvents } from './group.ts'
import { asSent } from './history.ts'
import { toMessage, toUnsupported } from './message.ts'
import { toReaction } from './tapback.ts'

/** Our name for a message of the agent's list, which it gives without an event. */
export const listedType = 'listed-message'
/** In the place of one that is too long to be listed: it is shown as one that could not be read. */
export const unlistedType = 'unlisted-message'

/** What an event of the agent reports, from its bytes. */
export function eventsOf(body: Uint8Array, account: ChannelAccount): CapturedEvent[] {
  const event = eventOf(body)
  return (event && toEvents(event, account)) ?? [toUnsupported(event, account, body)]
}

type Translate = (message: AgentMessage, account: ChannelAccount) => CapturedEvent[] | undefined

const translations: Readonly<Record<string, Translate>> = {
  'new-message': toNew,
  [listedType]: toNew,
  'updated-message': toUpdated,
  'message-send-error': (message, account) => [toFailure(message, account)],
  'group-name-change': toGroupEvents,
  'group-icon-changed': toGroupEvents,
  'group-icon-removed': toGroupEvents,
  'participant-added': toGroupEvents,
  'participant-removed': toGroupEvents,
  'participant-left': toGroupEvents,
}

const ofCalls = ['incoming-facetime', 'ft-call-status-changed']

/** Events without content: typing, what the owner has read, and the agent's own affairs. */
const silent =
  /^(?:typing-indicator|chat-read-status-changed|hello-world|new-server|server-update(?:-\w+)?|imessage-alias(?:es)?-removed|new-findmy-location|(?:settings|theme)-backup-\w+)$/

/** Undefined for unknown events, and for those without a message. */
function toEvents({ type, data }: AgentEvent, account: ChannelAccount): CapturedEvent[] | undefined {
  if (silent.test(type)) return []
  const call = ofCalls.includes(type) ? toCall(data, account) : undefined
  if (call) return [call]
  const translate = Object.hasOwn(translations, type) ? translations[type] : undefined
  const message = messageOf(data)
  return message && translate?.(message, account)
}

/** After a restart the agent also reports old messages as new, and lines about a group twice. */
function toNew(message: AgentMessage, account: ChannelAccount): CapturedEvent[] | undefined {
  const reaction = toReaction(message, account)
  if (reaction) return [reaction]
  if (isGroupItem(message)) return toGroupEvents(message, account)
  const place = placeOf(message)
  return place && [toMessage(asSent(message), place, account), ...changesOf(message, account)]
}

/** An update does not name its chat. So lines about a group, which never change, are left out. */
function toUpdated(message: AgentMessage, account: ChannelAccount): CapturedEvent[] {
  const reaction = toReaction(message, account)
  if (reaction) return [reaction]
  return isGroupItem(message) ? [] : changesOf(message, account)
}
