import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { toChange, toOwnerDelete } from './changes.ts'
import { type Context, readDelivery } from './delivery.ts'
import { dateOfSeconds, type Fields, fieldsOf, numberOf, textOf } from './fields.ts'
import { hashOf, lineOf, type Source, toLine, toMessage, toUnread } from './message.ts'
import { callKeyOf, toCall, toNotice, toUndecrypted } from './notices.ts'
import { isPublished } from './jid.ts'
import { mirrored, type Place, placeOf } from './place.ts'
import { toReaction } from './reaction.ts'
import { toReceipts, toStatus } from './status.ts'
import { unwrap } from './unwrap.ts'
import { toVote, votesWith } from './votes.ts'

/** What a delivery reports, from its bytes. */
export function eventsOf(body: Uint8Array, account: ChannelAccount): CapturedEvent[] {
  const delivery = readDelivery(body, account)
  if (!delivery) return [toUnread(account, body)]
  const { event, data, context } = delivery
  if (silent.has(event)) return []
  const read = Object.hasOwn(readers, event) ? readers[event] : undefined
  return read?.(data, context) ?? [toUnread(account, body, { event, data })]
}

/** Whether an event is kept: presence, settings, labels and the like have no content. */
export const hasContent = (event: string): boolean => silent.has(event) || Object.hasOwn(readers, event)

/** Undefined for data of another form than that of the event. */
type Read = (data: unknown, context: Context) => CapturedEvent[] | undefined

/**
 * About people and groups: they go into later deliveries (`roster.ts`). Changes of a group's members come as lines of its thread too,
 * with their time and their author.
 */
const silent = new Set([
  'contacts.upsert',
  'contacts.update',
  'lid-mapping.update',
  'groups.upsert',
  'groups.update',
  'group-participants.update',
])

const each =
  (read: (fields: Fields, context: Context) => CapturedEvent[]): Read =>
  (data, context) =>
    Array.isArray(data) ? data.flatMap((one) => read(fieldsOf(one) ?? {}, context)) : undefined

const messages: Read = (data, context) => each(eventsOfMessage)(fieldsOf(data)?.['messages'], context)

const readers: Readonly<Record<string, Read>> = {
  'messages.upsert': messages,
  // Pages of it have only people and chats.
  'messaging-history.set': (data, context) => {
    const page = fieldsOf(data)
    return page && (page['messages'] === undefined ? [] : messages(page, context))
  },
  'messages.update': each(eventsOfUpdate),
  'messages.reaction': each(({ key, reaction }, context) => {
    const fields = fieldsOf(reaction) ?? {}
    const place = placeOf(fieldsOf(fields['key']), context)
    const reacted = place && toReaction(place, fieldsOf(key) ?? {}, fields, context)
    return reacted ? [reacted] : []
  }),
  'message-receipt.update': each(({ key, receipt }, context) => {
    const place = placeOf(fieldsOf(key), context)
    return place ? toReceipts(place, fieldsOf(receipt) ?? {}, context) : []
  }),
  'messages.delete': (data, context) => {
    const deletion = fieldsOf(data)
    if (!deletion) return undefined
    if (deletion['all'] === true) return eventsOfClearing(deletion, context)
    return each((key) => {
      const place = placeOf(key, context)
      return place ? [toOwnerDelete(place, context)] : []
    })(deletion['keys'], context)
  },
  // The owner removed chats on the phone: nothing of them is removed here.
  'chats.delete': (data, context) =>
    Array.isArray(data)
      ? data.flatMap((jid) => eventsOfClearing({ jid }, context, 'removedChat'))
      : undefined,
  'group.join-request': (data, context) => {
    const request = fieldsOf(data)
    return request && eventsOfJoinRequest(request, context)
  },
  call: each((call, context) => {
    const place = placeOf(callKeyOf(call), context)
    return place ? [toCall(call, place, context)] : []
  }),
}

function eventsOfMessage(message: Fields, context: Context): CapturedEvent[] {
  const place = placeOf(fieldsOf(message['key']), context)
  if (!place) return withoutPlace(message, context)
  const said = saidIn({ message, place, context })
  // Of the history it is the only word about how far a message came.
  const status =
    place.isMine &&
    said.some(({ kind }) => kind === 'message') &&
    toStatus(place, message['status'], undefined, context)
  return status ? [...said, status] : said
}

/** Something was said, and not where or by whom; unless it was published for everyone. */
function withoutPlace(message: Fields, { account }: Context): CapturedEvent[] {
  const isSaid = Object.keys(fieldsOf(message['message']) ?? {}).length > 0
  if (!isSaid || isPublished(fieldsOf(message['key'])?.['remoteJid'])) return []
  return [toUnread(account, Buffer.from(JSON.stringify(message)), { message })]
}

function saidIn(source: Source): CapturedEvent[] {
  const { message, place, context } = source
  const unwrapped = unwrap(message['message'])
  const stub = numberOf(message['messageStubType']) ?? 0
  if (!unwrapped) {
    if (stub > 0) return toNotice(source, stub)
    if (fieldsOf(message['key'])?.['isViewOnce'] === true) {
      // A linked device does not get it.
      const missing = { body: null, contentType: 'unsupported', attachments: [] } as const
      return [{ ...toLine(source, missing), flags: ['viewOnce'] }]
    }
    return fieldsOf(message['message']) ? [] : [toUndecrypted(source)]
  }
  const { content } = unwrapped
  const [protocol, reaction] = ['protocolMessage', 'reactionMessage'].map((name) => fieldsOf(content[name]))
  const change = protocol && toChange(source, protocol)
  if (change) return change
  const reacted = reaction && toReaction(place, fieldsOf(reaction['key']) ?? {}, reaction, context)
  if (reacted) return [reacted]
  const update = fieldsOf(content['pollUpdateMessage'])
  const vote = update && toVote(source, update)
  if (update) return vote ? [vote] : []
  // An answer to an invitation is sealed for the one who asked.
  if (content['encEventResponseMessage']) return []
  return [toMessage(source, unwrapped), ...votesWith(source)]
}

/** Edits and deletions come as messages of their own too, which say more than this. */
function eventsOfUpdate({ key, update }: Fields, context: Context): CapturedEvent[] {
  const place = placeOf(fieldsOf(key), context)
  const changed = fieldsOf(update)
  if (!place || !changed) return []
  const message = fieldsOf(changed['message'])
  const content = message && !message['editedMessage'] ? eventsOfMessage({ ...changed, key }, context) : []
  const status = toStatus(place, changed['status'], dateOfSeconds(changed['messageTimestamp']), context)
  return message || !status ? content : [status]
}

/** The owner emptied a chat. Which messages that were is not said. */
function eventsOfClearing({ jid }: Fields, context: Context, what = 'cleared'): CapturedEvent[] {
  const place: Place | undefined = placeOf({ remoteJid: jid, fromMe: true, id: hashOf(what, jid) }, context)
  return place ? [toLine({ message: {}, place, context }, lineOf({ [what]: true }))] : []
}

/** Someone asks to become a member of a group, or takes that back. */
function eventsOfJoinRequest(request: Fields, context: Context): CapturedEvent[] {
  const { id: group, participant, participantPn, action } = request
  const place = placeOf(
    {
      remoteJid: group,
      participant,
      participantAlt: participantPn,
      fromMe: false,
      id: hashOf('join-request', JSON.stringify(request)),
    },
    context,
  )
  if (!place) return []
  const line = toLine({ message: {}, place, context }, lineOf({ joinRequest: textOf(action) ?? '' }))
  return [{ ...line, ...mirrored(place, context.account) }]
}
