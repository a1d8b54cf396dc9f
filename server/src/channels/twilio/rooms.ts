/**
 * Rooms of Conversations, in which chat users of the organization write to a person outside through one of its numbers. What reaches the person, or
 * comes from them, is a text message like any other. Only the room says who wrote it, and what chat users changed afterwards.
 * Source: docs/decisions/0184-rooms-explain-text-messages.md; Twilio, "Conversations API".
 */
import { dayMs } from '@verbatim/contract/durations.ts'
import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import type { RosterSource } from '#channels/provider-calls.ts'
import { rosterFrom } from '#channels/roster.ts'
import { dateOf } from './message.ts'
import { isSame, text } from './receiver.ts'
import { refused } from '#channels/unanswered.ts'
import { callRest, readPages, type RestAnswer, type RestSession } from './rest.ts'
import { identify } from './identity.ts'
import { removeRoomHooks, setRoomHook } from './room-hooks.ts'
import { conversationServiceOf, restCredentialsOf } from './secrets.ts'

/** Messages of the newest days are asked for: a day is asked about again, and the events of a room tell of the others. */
const newestMs = 7 * dayMs
/** At most so many messages of an answer. */
const mostMessages = 50
/** Twilio's limit for a page of any of these lists. */
const most = 50
/** Receipts that are read at once, and rooms that are left: an account may be in thousands. */
const callsAtOnce = 8

/** A message of a chat user, and the text message that it became for the person outside. */
const RoomMessage = z.object({
  sid: z.string(),
  textSid: z.string(),
  author: z.string(),
  body: z.string().nullable(),
  sent: z.string(),
  changed: z.string(),
})
type RoomMessage = z.output<typeof RoomMessage>

/** What is kept of a room. Times are as Twilio writes them; who is outside has an address. */
export const RoomAnswer = z.object({
  room: z.string(),
  members: z.array(z.object({ identity: z.string(), address: z.string(), since: z.string() })),
  messages: z.array(RoomMessage),
})
type RoomAnswer = z.output<typeof RoomAnswer>

export const twilioRooms: RosterSource = {
  async ask(account, conversationKey, limits) {
    const { now, webhookUrl } = limits
    const place = placeOf(account)
    const pair = pairOf(account, conversationKey)
    if (!place || !pair) return { outcome: 'nothing' }
    const session = { credentials: place.credentials, limits }
    const found = await findRoom(session, place.service, pair)
    if (found.outcome !== 'done') return found
    if (!found.value) return { outcome: 'nothing' }
    const { conversation_sid: room, participant_sid: outsider, conversation_state: state } = found.value
    const path = `${place.service}/Conversations/${room}`
    // Before it is read, so that nothing happens in between. One that rests goes on with the next message; one that is closed never does.
    const set =
      webhookUrl && state !== 'closed'
        ? await setRoomHook(session, path, webhookUrl, () => limits.isUnchanged(room))
        : undefined
    if (set?.outcome === 'retry') return set
    const members = await readPages(
      session,
      { host: 'conversations', path: `${path}/Participants`, rows: 'participants', most },
      Participant,
    )
    if (members.outcome !== 'done') return members
    const messages = await readMessages(session, path, { members: members.value, outsider, now })
    if (messages.outcome !== 'done') return messages
    const { linked, isUnlinked } = messages.value
    const answer: RoomAnswer = { room, members: members.value.map(toMember), messages: linked }
    // A room with too many hooks is still asked about.
    const refusal = set?.outcome === 'refused' ? `hook-${set.reason}` : undefined
    const problem = refusal ?? (isUnlinked ? 'receipts-not-linked' : undefined)
    return { ...rosterFrom(conversationKey, answer), ...(problem && { problem }) }
  },

  async leave(account, conversationKeys, { webhookUrl, ...limits }) {
    const place = placeOf(account)
    if (!place) return { outcome: 'done' }
    const session = { credentials: place.credentials, limits }
    const rooms = conversationKeys.filter((key) => isRoom(key))
    for (let at = 0; at < rooms.length; at += callsAtOnce) {
      const removed = await Promise.all(
        rooms
          .slice(at, at + callsAtOnce)
          .map((room) => removeRoomHooks(session, `${place.service}/Conversations/${room}`, webhookUrl)),
      )
      // One that refuses keeps its hook, and holds back no other.
      const later = removed.find(({ outcome }) => outcome === 'retry')
      if (later?.outcome === 'retry') return later
    }
    return { outcome: 'done' }
  },
}

const isRoom = (key: string) => /^CH[0-9a-f]{32}$/i.test(key)

/** Whose rooms, and where they are. */
function placeOf({ secrets }: ChannelAccount) {
  const credentials = restCredentialsOf(secrets)
  const sid = conversationServiceOf(secrets)
  return credentials && sid ? { credentials, service: `/v1/Services/${sid}` } : undefined
}

/** The numbers of a conversation of two, as Twilio writes them. */
interface Pair {
  readonly outside: string
  readonly isOurs: (address: string) => boolean
}

function pairOf({ channel, address }: ChannelAccount, conversationKey: string): Pair | undefined {
  const [ours, outside = '', ...more] = conversationKey.split('|')
  if (ours !== address.value || !/^\+\d+$/.test(outside) || more.length > 0) return undefined
  const isWhatsapp = channel === 'whatsapp'
  return {
    outside: `${isWhatsapp ? 'whatsapp:' : ''}${outside}`,
    isOurs: (written) => /^whatsapp:/i.test(written) === isWhatsapp && isSame(identify(written), address),
  }
}

const Binding = z.object({ address: text, proxy_address: text }).nullish()
const Room = z.object({
  conversation_sid: z.string().refine(isRoom),
  participant_sid: z.string(),
  participant_messaging_binding: Binding,
  conversation_state: text,
  conversation_date_created: text,
})
const Participant = z.object({
  sid: z.string(),
  identity: text,
  messaging_binding: Binding,
  date_created: text,
})
type Participant = z.output<typeof Participant>

/** A pair of numbers is in one room at most that is not closed; without one, the room that was opened last says what it still can. */
async function findRoom(
  session: RestSession,
  service: string,
  { outside, isOurs }: Pair,
): Promise<RestAnswer<z.output<typeof Room> | undefined>> {
  const path = `${service}/ParticipantConversations?Address=${encodeURIComponent(outside)}`
  const rooms = await readPages(session, { host: 'conversations', path, rows: 'conversations', most }, Room)
  if (rooms.outcome !== 'done') return rooms
  const newestFirst = rooms.value
    .filter((room) => isOurs(room.participant_messaging_binding?.proxy_address ?? ''))
    .toSorted((a, b) => openedAt(b) - openedAt(a))
  const open = newestFirst.find((room) => room.conversation_state !== 'closed')
  return { outcome: 'done', value: open ?? newestFirst[0] }
}

const openedAt = (room: z.output<typeof Room>) => Number(dateOf(room.conversation_date_created) ?? 0)

const toMember = ({ identity, messaging_binding: binding, date_created: since }: Participant) => ({
  identity,
  address: binding?.address ?? '',
  since,
})

const Message = z.object({
  sid: z.string(),
  author: text,
  /** A file or a template has none. */
  body: z
    .string()
    .nullish()
    .transform((body) => body ?? null),
  date_created: text,
  date_updated: text,
})
const MessagePage = z.object({ messages: z.array(Message) })
const Receipt = z.object({ channel_message_sid: text, participant_sid: text })

interface RoomMessages {
  readonly linked: RoomMessage[]
  /**
   * One has only receipts with another name than that of a text message, as Twilio's documents say of WhatsApp (`WA…`): nothing says which text
   * message it became. Source: Twilio, "Conversation Message Receipt Resource", ChannelMessageSid.
   */
  readonly isUnlinked: boolean
}

/** The newest messages of chat users that became text messages to the person outside. */
async function readMessages(
  session: RestSession,
  path: string,
  {
    members,
    outsider,
    now,
  }: { readonly members: readonly Participant[]; readonly outsider: string; now: Date },
): Promise<RestAnswer<RoomMessages>> {
  const call = {
    host: 'conversations',
    path: `${path}/Messages?Order=desc&PageSize=${mostMessages}`,
  } as const
  const page = await callRest(session, call, MessagePage)
  if (page.outcome !== 'done') return page
  const outside = new Set(members.flatMap((one) => one.messaging_binding?.address ?? []))
  const asked = page.value.messages.filter(
    ({ author, date_created }) =>
      !outside.has(author) && Number(dateOf(date_created) ?? 0) > now.getTime() - newestMs,
  )
  const linked: RoomMessage[] = []
  let isUnlinked = false
  for (let at = 0; at < asked.length; at += callsAtOnce) {
    const some = asked.slice(at, at + callsAtOnce)
    const receipts = await Promise.all(
      some.map(({ sid }) =>
        readPages(
          session,
          {
            host: 'conversations',
            path: `${path}/Messages/${sid}/Receipts`,
            rows: 'delivery_receipts',
            most,
          },
          Receipt,
        ),
      ),
    )
    for (const [place, message] of some.entries()) {
      const read = receipts[place]
      // It was removed meanwhile: its event says so.
      if (read?.outcome === 'refused' && read.reason === 'address-unknown') continue
      if (read?.outcome !== 'done') return read ?? refused('not-understood')
      const names = read.value.filter((one) => one.participant_sid === outsider && one.channel_message_sid)
      const own = names.find((one) => isTextSid(one.channel_message_sid))
      if (own) linked.push(toRoomMessage(message, own))
      isUnlinked ||= !own && names.length > 0
    }
  }
  return { outcome: 'done', value: { linked, isUnlinked } }
}

export const isTextSid = (sid: string) => /^[SM]M[0-9a-f]{32}$/i.test(sid)

const toRoomMessage = (
  { sid, author, body, date_created: sent, date_updated: changed }: z.output<typeof Message>,
  { channel_message_sid: textSid }: z.output<typeof Receipt>,
): RoomMessage => ({ sid, textSid, author, body, sent, changed })
