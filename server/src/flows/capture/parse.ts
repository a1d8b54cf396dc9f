import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId, RecordId } from '@verbatim/contract/ids.ts'
import type { Readers } from '#channels/registry.ts'
import type { Account } from '#domains/accounts/queries.ts'
import type { ReadEvent } from '#domains/messages/facts.ts'
import type { CapturedEvent, CapturedMessage, Identity, Participant } from '#kernel/captured-event.ts'
import { contentTexts } from '#kernel/content-texts.ts'
import { keyText } from '#platform/bulk.ts'
import { toChannelAccount } from './channel-account.ts'
import { isLive } from './owners.ts'

/** A stored record, as it is read back. */
export interface KeptRecord {
  readonly id: RecordId
  readonly accountId: AccountId
  readonly channel: Channel
  readonly transport: string
  readonly receivedAt: Date
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

/** A record as its row holds it. */
export interface KeptRecordRow {
  readonly id: RecordId
  readonly account_id: AccountId
  readonly channel: Channel
  readonly transport: string
  readonly received_at: Date
  readonly content_type: string
  readonly headers: Record<string, string>
  readonly bytes: Buffer
}

export const toKeptRecord = (row: KeptRecordRow): KeptRecord => ({
  id: row.id,
  accountId: row.account_id,
  channel: row.channel,
  transport: row.transport,
  receivedAt: row.received_at,
  contentType: row.content_type,
  headers: row.headers,
  bytes: row.bytes,
})

/** Events that were normalised before they reached us, as in history: one JSON array per record. */
export const normalisedType = 'application/vnd.verbatim.events+json'

/** The events in a record. @throws if it cannot be read; the record is kept. */
export async function parseRecord(
  readers: Pick<Readers, 'find'>,
  record: KeptRecord,
  account: Account,
): Promise<ReadEvent[]> {
  const events = await readEvents(readers, record, account)
  return events.map((event) => ({
    recordId: record.id,
    accountId: account.id,
    accountAddress: account.address,
    receivedAt: record.receivedAt,
    isLive: isLive(record.transport),
    event: withKeys(event),
  }))
}

async function readEvents(
  readers: Pick<Readers, 'find'>,
  record: KeptRecord,
  account: Account,
): Promise<CapturedEvent[]> {
  if (record.contentType === normalisedType) return readNormalised(record.bytes)
  const reader = readers.find(record.channel)
  if (!reader) throw new Error(`No connector reads ${record.channel} records of type ${record.contentType}`)
  return reader.parse(
    {
      headers: record.headers,
      contentType: record.contentType,
      body: record.bytes,
      receivedAt: record.receivedAt,
    },
    toChannelAccount(account, reader),
  )
}

/** The event with storable keys: senders may choose keys of any length and with any characters. */
function withKeys(event: CapturedEvent): CapturedEvent {
  if (event.kind === 'message') return withContentTexts(withMessageKeys(event))
  const eventKey = keyText(event.eventKey)
  if (event.kind === 'hint') return { ...event, eventKey, conversationKey: keyText(event.conversationKey) }
  if (event.kind === 'account')
    return { ...event, eventKey, owner: withKey(event.owner), routes: event.routes?.map(keyText) ?? [] }
  if (event.kind === 'roster') {
    const people = event.people.map((one) => ({ ...one, identity: withKey(one.identity) }))
    const conversationAliases = event.conversationAliases?.map(keyText) ?? []
    const conversationKey = keyText(event.conversationKey)
    return { ...event, eventKey, conversationKey, conversationAliases, people }
  }
  const by = event.actor && { actor: withKey(event.actor) }
  if ((event.kind === 'status' || event.kind === 'edit') && event.aliases) {
    const aliases = event.aliases.map(keyText)
    return { ...event, eventKey, targetKey: keyText(event.targetKey), aliases, ...by }
  }
  if (event.kind === 'vote')
    return {
      ...event,
      eventKey,
      targetKey: keyText(event.targetKey),
      line: withMessageKeys(event.line),
      ...by,
    }
  if (event.kind !== 'membership') return { ...event, eventKey, targetKey: keyText(event.targetKey), ...by }
  return {
    ...event,
    eventKey,
    conversationKey: keyText(event.conversationKey),
    who: withKey(event.who),
    ...by,
  }
}

function withMessageKeys(event: CapturedMessage): CapturedMessage {
  const { messageKey, conversationKey, replyToKey, aliases, author, participants, colleagues } = event
  const withKeys = (people: readonly Participant[]) =>
    people.map((one) => ({ ...one, identity: withKey(one.identity) }))
  return {
    ...event,
    messageKey: keyText(messageKey),
    conversationKey: keyText(conversationKey),
    author: withKey(author),
    participants: withKeys(participants),
    ...(colleagues && { colleagues: withKeys(colleagues) }),
    ...(replyToKey !== undefined && { replyToKey: keyText(replyToKey) }),
    ...(aliases && { aliases: aliases.map(keyText) }),
  }
}

/** The message with the words of its content that is not text. */
export function withContentTexts(event: CapturedMessage): CapturedMessage {
  const { body, subject, others = [], structured } = event
  const further = contentTexts(structured, [body, subject, ...others.map(({ text }) => text)])
  return further.length > 0 ? { ...event, others: [...others, ...further] } : event
}

const withKey = (identity: Identity): Identity => ({ ...identity, value: keyText(identity.value) })

/** Dates travel as ISO text, and bytes as base64. */
function readNormalised(bytes: Uint8Array): CapturedEvent[] {
  const text = Buffer.from(bytes).toString('utf8')
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if ((key === 'at' || key === 'sentAt') && typeof value === 'string') return new Date(value)
      return key === 'bytes' && typeof value === 'string' ? Buffer.from(value, 'base64') : value
    }) as CapturedEvent[]
  } catch {
    // The parser's own message quotes the text, and this one is logged and exported.
    throw new Error('The record is not valid JSON')
  }
}

/** Writes events in the form that `parseRecord` reads. */
export function writeNormalised(events: readonly CapturedEvent[]): Buffer {
  const text = JSON.stringify(events, function (this: Record<string, unknown>, key, value: unknown) {
    const original = this[key]
    return original instanceof Uint8Array ? Buffer.from(original).toString('base64') : value
  })
  return Buffer.from(text)
}
