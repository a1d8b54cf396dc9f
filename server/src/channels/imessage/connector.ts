import { createHash } from 'node:crypto'
import type { ChannelAccount, ChannelConnector } from '#channels/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { changesOf, toFailure } from './changes.ts'
import { agentConnection } from './connection.ts'
import { placeOf } from './conversation.ts'
import { type AgentEvent, type AgentMessage, eventOf, messageOf } from './fields.ts'
import { isGroupItem, toGroupEvents } from './group.ts'
import { identify } from './identity.ts'
import { fetchMedia } from './media.ts'
import { toMessage, toUnsupported } from './message.ts'
import { agentOf } from './settings.ts'
import { toReaction } from './tapback.ts'
import { agentWebhook } from './webhook.ts'

/** iMessage, through BlueBubbles Server on a Mac of the account's owner: Apple has no interface for reading it. */
export const imessage: ChannelConnector = {
  channel: 'imessage',
  identityOf: identify,
  rawKey({ body, sha256 = createHash('sha256').update(body).digest() }) {
    const hash = Buffer.from(sha256).toString('hex')
    const event = eventOf(body)
    const guid = messageOf(event?.data)?.guid
    // The agent sends the same message again and again as it changes.
    return event && guid ? `${event.type}:${guid}:${hash}` : `sha256:${hash}`
  },
  parse({ body }, account) {
    const event = eventOf(body)
    return (event && toEvents(event, account)) ?? [toUnsupported(event, account, body)]
  },
  webhook: agentWebhook,
  media: { fetch: (url, account, limits) => fetchMedia(url, agentOf(account), limits) },
  connection: agentConnection,
}

type Translate = (message: AgentMessage, account: ChannelAccount) => CapturedEvent[] | undefined

const translations: Readonly<Record<string, Translate>> = {
  'new-message': toNew,
  'updated-message': toUpdated,
  'message-send-error': (message, account) => [toFailure(message, account)],
  'group-name-change': toGroupEvents,
  'group-icon-changed': toGroupEvents,
  'group-icon-removed': toGroupEvents,
  'participant-added': toGroupEvents,
  'participant-removed': toGroupEvents,
  'participant-left': toGroupEvents,
}

/** Events without content: typing, what the owner has read, and the agent's own affairs. */
const silent =
  /^(?:typing-indicator|chat-read-status-changed|hello-world|new-server|server-update(?:-\w+)?|imessage-alias(?:es)?-removed|new-findmy-location|(?:settings|theme)-backup-\w+)$/

/** Undefined for unknown events, and for those without a message. */
function toEvents({ type, data }: AgentEvent, account: ChannelAccount): CapturedEvent[] | undefined {
  if (silent.test(type)) return []
  const translate = Object.hasOwn(translations, type) ? translations[type] : undefined
  const message = messageOf(data)
  return message && translate?.(message, account)
}

/** The agent also calls old messages new after it was started again, and tells lines about a group twice. */
function toNew(message: AgentMessage, account: ChannelAccount): CapturedEvent[] | undefined {
  const reaction = toReaction(message, account)
  if (reaction) return [reaction]
  if (isGroupItem(message)) return toGroupEvents(message, account)
  const place = placeOf(message)
  return place && [toMessage(message, place, account), ...changesOf(message, account)]
}

/** An update does not name its chat. So lines about a group, which never change, are left out. */
function toUpdated(message: AgentMessage, account: ChannelAccount): CapturedEvent[] {
  const reaction = toReaction(message, account)
  if (reaction) return [reaction]
  return isGroupItem(message) ? [] : changesOf(message, account)
}
