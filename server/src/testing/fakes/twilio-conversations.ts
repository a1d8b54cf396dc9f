import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FakeTwilio } from './twilio.ts'
import { answered, failed, listed, misbehaves, pageOf, sidOf } from './twilio-rest.ts'
import {
  actorFields,
  hookRow,
  isPageTooLarge,
  type KeptRoom,
  messageFields,
  nameOf,
  participantFields,
  type Person,
  receiptFields,
  type Room,
  rowsOf,
  whereRow,
} from './twilio-rooms.ts'
import { deliverLikeTwilioConversations } from './webhook-attempts.ts'

interface When {
  /** Otherwise a second after what happened before. */
  readonly at?: Date
}

interface How extends When {
  /** Where the endpoints really are, if that differs from their public addresses. */
  readonly origin?: string
}

/**
 * Twilio Conversations: rooms of one conversation service, whose people chat, or write from a phone to a number of the account.
 * What one of them says leaves as a text message for each phone, and as an event for each hook of the room whose filters name it.
 * The list of an address's rooms misbehaves by the end of the address, as `FakeTwilioRest` does.
 */
export class FakeTwilioConversations {
  readonly serviceSid = `IS${'0'.repeat(30)}fa`
  readonly calls: string[] = []
  /** What hooks answered to events, in order; 0 where no answer came. */
  readonly answers: number[] = []
  /** It was asked too often. */
  isBusy = false
  /** Whether the credentials may do anything here: those of numbers may not. */
  isRefused = false
  /** What happens once a hook was set, and before that is answered; `lost` if the answer is. */
  afterHookSet: (() => Promise<'answered' | 'lost'>) | undefined
  /** Rows on a page, whatever is asked for. */
  largestPage = 1000
  readonly #twilio: FakeTwilio
  readonly #rooms: KeptRoom[] = []
  #count = 0

  constructor(twilio: FakeTwilio) {
    this.#twilio = twilio
  }

  open(people: readonly Person[], when: When = {}): Room {
    const sid = this.#sid('CH')
    const at = this.#time(when)
    const room: KeptRoom = {
      sid,
      place: {
        account_sid: this.#twilio.accountSid,
        chat_service_sid: this.serviceSid,
        conversation_sid: sid,
      },
      at,
      participants: people.map((person) => ({ sid: this.#sid('MB'), person, at })),
      messages: [],
      hooks: [],
      next: 0,
      state: 'active',
      changedAt: at,
    }
    this.#rooms.push(room)
    return room
  }

  /**
   * @param author An identity or address of the room. What an address says also goes to the hook of its number.
   * @returns The message, and the text messages that left for the others, in the order of the room's people.
   */
  async say(
    { sid: roomSid }: Room,
    author: string,
    body: string,
    how: How = {},
  ): Promise<{ readonly sid: string; readonly textSids: readonly string[] }> {
    const room = this.#require(roomSid)
    const from = participantOf(room, author)
    const at = this.#time(how)
    if ('address' in from.person) {
      const { address, proxy } = from.person
      await this.#twilio.deliverTo(proxy, { from: address, body, at }, how)
    }
    const others = room.participants.filter((participant) => participant !== from)
    const receipts = others.flatMap((participant) => {
      if ('identity' in participant.person) return []
      const { address, proxy } = participant.person
      const textSid = this.#twilio.sendElsewhere({ from: proxy, to: address, body, at })
      return [{ sid: this.#sid('DY'), textSid, participant, at }]
    })
    const sid = this.#sid('IM')
    const message = { sid, index: room.next++, author: from, body, receipts, at, changedAt: at }
    room.messages.push(message)
    await this.#post(room, 'onMessageAdded', { ...actorFields(from.person), ...messageFields(message) }, how)
    for (const receipt of receipts) {
      const fields = { ...actorFields(receipt.participant.person), ...receiptFields(message, receipt) }
      await this.#post(room, 'onDeliveryUpdated', fields, how)
    }
    return { sid, textSids: receipts.map(({ textSid }) => textSid) }
  }

  async edit({ sid }: Room, messageSid: string, body: string, how: How = {}): Promise<void> {
    const room = this.#require(sid)
    const message = messageOf(room, messageSid)
    message.body = body
    message.changedAt = this.#time(how)
    await this.#post(room, 'onMessageUpdated', changeFields(message), how)
  }

  async remove({ sid }: Room, messageSid: string, how: How = {}): Promise<void> {
    const room = this.#require(sid)
    const message = messageOf(room, messageSid)
    room.messages = room.messages.filter((one) => one !== message)
    const fields = { ...changeFields(message), DateRemoved: this.#time(how).toISOString() }
    await this.#post(room, 'onMessageRemoved', fields, how)
  }

  /** @returns The participant. */
  async join({ sid: roomSid }: Room, person: Person, how: How = {}): Promise<{ readonly sid: string }> {
    const room = this.#require(roomSid)
    const participant = { sid: this.#sid('MB'), person, at: this.#time(how) }
    room.participants.push(participant)
    const fields = { ...actorFields(person), ...participantFields(participant) }
    await this.#post(room, 'onParticipantAdded', fields, how)
    return participant
  }

  async leave({ sid }: Room, person: Person, how: How = {}): Promise<void> {
    const room = this.#require(sid)
    const participant = participantOf(room, nameOf(person))
    room.participants.splice(room.participants.indexOf(participant), 1)
    const fields = {
      ...actorFields(person),
      ...participantFields(participant),
      DateRemoved: this.#time(how).toISOString(),
    }
    await this.#post(room, 'onParticipantRemoved', fields, how)
  }

  /** A room rests when nothing was written for long, until something is. */
  become(state: KeptRoom['state'], { sid }: Room): void {
    const room = this.#require(sid)
    room.state = state
    room.changedAt = this.#time({})
  }

  /** Where the events of a room go. */
  hooksOf({ sid }: Room): string[] {
    return this.#require(sid).hooks.map(({ url }) => url)
  }

  isAskedFor({ pathname }: URL): boolean {
    return pathname.startsWith('/v1/Services/IS')
  }

  async serve(url: URL, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    this.calls.push(`${asked.method} ${url.pathname}${url.search}`)
    const form = new URLSearchParams(await text(asked))
    const refusal = this.#refusalOf(url)
    if (refusal) return failed(answer, ...refusal)
    const [service, kind, roomSid, list, sid, part] = url.pathname.split('/').slice(3)
    if (service !== this.serviceSid) return failed(answer, 404, 20404)
    if (!kind) return answered(answer, 200, { sid: service, friendly_name: 'Rooms' })
    if (kind === 'ParticipantConversations' && !roomSid) return this.#listRooms(url, answer)
    const room = this.#rooms.find((one) => one.sid === roomSid)
    if (kind !== 'Conversations' || !room) return failed(answer, 404, 20404)
    if (list === 'Webhooks' && sid) return this.#serveHook(room, sid, asked, answer)
    if (list === 'Webhooks' && asked.method === 'POST') return this.#setHook(room, form, answer)
    if (asked.method !== 'GET') return failed(answer, 405, 20004)
    const [key, rows] = rowsOf(room, [list, sid, part], url) ?? []
    if (!key || !rows) return failed(answer, 404, 20404)
    listed(answer, 'conversations', key, pageOf(url, rows, this.largestPage))
  }

  /** The status and the code. */
  #refusalOf(url: URL): [number, number] | undefined {
    if (this.isBusy) return [429, 20429]
    if (this.isRefused) return [403, 20003]
    return isPageTooLarge(url) ? [400, 20007] : undefined
  }

  #listRooms(url: URL, answer: ServerResponse): void {
    const [address, identity] = ['Address', 'Identity'].map((name) => url.searchParams.get(name))
    const name = address ?? identity
    if (!name) return failed(answer, 400, 20001)
    if (address && misbehaves(address, answer)) return
    const rows = this.#rooms.flatMap((room) =>
      room.participants
        .filter(({ person }) => 'address' in person === Boolean(address) && nameOf(person) === name)
        .map((participant) => whereRow(room, participant)),
    )
    listed(answer, 'conversations', 'conversations', pageOf(url, rows, this.largestPage))
  }

  #serveHook(room: KeptRoom, sid: string, asked: IncomingMessage, answer: ServerResponse): void {
    const hook = room.hooks.find((one) => one.sid === sid)
    if (!hook) return failed(answer, 404, 20404)
    if (asked.method === 'GET') return answered(answer, 200, hookRow(room, hook))
    if (asked.method !== 'DELETE') return failed(answer, 405, 20004)
    room.hooks = room.hooks.filter((one) => one !== hook)
    answer.writeHead(204).end()
  }

  async #setHook(room: KeptRoom, form: URLSearchParams, answer: ServerResponse): Promise<void> {
    const target = form.get('Target') ?? ''
    const url = form.get('Configuration.Url') ?? ''
    const refusal = refusalOf(room, target, url)
    if (refusal) return failed(answer, 400, refusal)
    const hook = {
      sid: this.#sid('WH'),
      target,
      url,
      method: form.get('Configuration.Method') === 'GET' ? 'GET' : 'POST',
      filters: form.getAll('Configuration.Filters'),
      at: this.#time({}),
    } as const
    room.hooks.push(hook)
    if ((await this.afterHookSet?.()) === 'lost') return void answer.destroy()
    answered(answer, 201, hookRow(room, hook))
  }

  /** Posts an event to the hooks whose filters name it, one after the other. */
  async #post(
    room: KeptRoom,
    type: string,
    fields: Readonly<Record<string, string>>,
    { origin }: How,
  ): Promise<void> {
    const sent = {
      AccountSid: this.#twilio.accountSid,
      ChatServiceSid: this.serviceSid,
      EventType: type,
      ConversationSid: room.sid,
      ...fields,
    }
    for (const hook of room.hooks) {
      if (hook.target !== 'webhook' || !hook.filters.includes(type)) continue
      const request = this.#twilio.requestTo(hook, sent, origin === undefined ? {} : { origin })
      const got = await deliverLikeTwilioConversations(request)
      this.answers.push(got instanceof Response ? got.status : 0)
    }
  }

  #require(sid: string): KeptRoom {
    const room = this.#rooms.find((one) => one.sid === sid)
    if (!room) throw new Error(`There is no room ${sid}`)
    return room
  }

  #time({ at }: When): Date {
    return at ?? new Date(Date.UTC(2026, 3, 14, 9, 0, ++this.#count))
  }

  #sid(prefix: string): string {
    return sidOf(prefix, ++this.#count)
  }
}

/** Twilio's code where a room takes no such hook: an unknown target, no address or one that is too long, or five hooks already. */
function refusalOf(room: KeptRoom, target: string, url: string): number | undefined {
  if (!['webhook', 'studio', 'trigger'].includes(target)) return 50364
  if (target !== 'webhook') return undefined
  if (url === '') return 50369
  if (url.length > 512) return 50372
  return room.hooks.filter((one) => one.target === 'webhook').length < 5 ? undefined : 50361
}

function participantOf(room: KeptRoom, name: string): KeptRoom['participants'][number] {
  const participant = room.participants.find(({ person }) => nameOf(person) === name)
  if (!participant) throw new Error(`${name} is not in the room`)
  return participant
}

function messageOf(room: KeptRoom, sid: string): KeptRoom['messages'][number] {
  const message = room.messages.find((one) => one.sid === sid)
  if (!message) throw new Error(`There is no message ${sid} in the room`)
  return message
}

/** The fields of a message that changed. A phone changes nothing it sent, so the account did that by a call. */
function changeFields(message: KeptRoom['messages'][number]): Readonly<Record<string, string>> {
  const { person } = message.author
  return {
    ...('identity' in person ? actorFields(person) : { Source: 'API' }),
    ...messageFields(message),
    DateUpdated: message.changedAt.toISOString(),
  }
}
