/** Votes in polls: each is sealed with a secret that only the message of the poll has. */
import { createDecipheriv, createHash, createHmac } from 'node:crypto'
import type { ChannelAccount, StoredDelivery } from '#channels/connector.ts'
import { mirroredWith } from '#channels/mirrored-with.ts'
import type { CapturedMessage, CapturedVote } from '#kernel/captured-event.ts'
import { type Context, readDelivery } from './delivery.ts'
import { bytesOf, type Fields, fieldsOf, listOf, numberOf, textOf } from './fields.ts'
import { digitsOf, type Person, readJid, writeJid } from './jid.ts'
import { lineOf, type Source, toLine } from './message.ts'
import { changeOf, messageKeyOf, mirrored, type Place, placeOf, targetOf } from './place.ts'
import { targetAuthor } from './reaction.ts'
import { unwrap } from './unwrap.ts'

/** Undefined without a poll, or without anything that is sealed. */
export function toVote(source: Source, update: Fields): CapturedVote | undefined {
  const { message, place, context } = source
  const poll = fieldsOf(update['pollCreationMessageKey']) ?? {}
  const vote = fieldsOf(update['vote']) ?? {}
  const id = textOf(poll['id'])
  const author = id === undefined ? undefined : targetAuthor(place, poll, context)
  if (!id || !author || !bytesOf(vote['encPayload']) || !bytesOf(vote['encIv'])) return undefined
  const about = targetOf(place, author, id)
  const line = {
    ...toLine(source, lineOf({ vote: 'in a poll that was not captured' })),
    replyToKey: messageKeyOf(place, author, id),
  }
  const key = fieldsOf(message['key']) ?? {}
  return {
    kind: 'vote',
    channel: context.account.channel,
    ...changeOf(about, (target) => `v|${target}|${place.id}`),
    ...(line.sentAt && { at: line.sentAt }),
    actor: place.author.identity,
    ...(!place.isMine && author.key !== place.author.key && { unconfirmed: true as const }),
    line,
    sealed: {
      poll: id,
      // What is chosen is a part of the name, which only the opened vote has.
      ...mirrored(place, context.account),
      payload: vote['encPayload'],
      iv: vote['encIv'],
      asked: addressesOf(author, context, poll['participant'], poll['participantAlt']),
      voted: addressesOf(
        place.author,
        context,
        key['participant'],
        key['participantAlt'],
        ...peerIn(place, key),
      ),
    },
  }
}

const peerIn = ({ group, isMine }: Place, key: Fields) =>
  group || isMine ? [] : [key['remoteJid'], key['remoteJidAlt']]

/** All addresses of a person, without devices: the seal is made with one of them, and it is not said with which. */
function addressesOf(person: Person, { account, me }: Context, ...named: readonly unknown[]): string[] {
  const own = person.key === 'self' ? [`${digitsOf(account)}@s.whatsapp.net`, ...me] : []
  const places = [person.place, person.alias].flatMap((place) => {
    const [, kind, user] = /^([pl]):(.+)$/.exec(place ?? '') ?? []
    return user ? `${user}@${kind === 'p' ? 's.whatsapp.net' : 'lid'}` : []
  })
  const jids = [...own, ...places, ...named].map(readJid).filter((jid) => jid !== undefined)
  return [...new Set(jids.map(writeJid))]
}

/** Each vote as a line of its thread; undefined if the delivery does not have its poll, or no seal fits. */
export function openVotes(
  { body }: StoredDelivery,
  account: ChannelAccount,
): (vote: CapturedVote) => CapturedMessage | undefined {
  const { data } = readDelivery(body, account) ?? {}
  return (vote) => openVote(vote, data)
}

function openVote({ line, sealed }: CapturedVote, data: unknown): CapturedMessage | undefined {
  const id = textOf(sealed['poll'])
  const poll = id === undefined ? undefined : pollIn(data, id)
  const secret = secretIn(poll)
  const [payload, iv] = [bytesOf(sealed['payload']), bytesOf(sealed['iv'])]
  if (!id || !secret || !payload || !iv) return undefined
  for (const asked of textsIn(sealed['asked'])) {
    for (const voted of textsIn(sealed['voted'])) {
      const opened = unseal({ payload, iv, secret, id, asked, voted })
      const chosen = opened && choicesIn(opened)
      if (!chosen) continue
      const choice = choiceOf(chosen, poll)
      return {
        ...line,
        ...lineOf(choice),
        ...mirroredWith({ mirrorKey: textOf(sealed['mirrorKey']) }, choice),
      }
    }
  }
  return undefined
}

const textsIn = (value: unknown) => listOf(value).flatMap((one) => textOf(one) ?? [])

/** The message of a poll, in an event with messages or with changes of them. */
function pollIn(data: unknown, id: string): unknown {
  const messages = [...listOf(fieldsOf(data)?.['messages']), ...listOf(data)].map(
    (one) => fieldsOf(one) ?? {},
  )
  const found = messages.find(({ key }) => fieldsOf(key)?.['id'] === id)
  return found?.['message'] ?? fieldsOf(found?.['update'])?.['message']
}

/** More wrappings than these are no message of an app. */
const mostWraps = 8

function secretIn(message: unknown, wraps = 0): Uint8Array | undefined {
  const fields = fieldsOf(message) ?? {}
  const own = bytesOf(fieldsOf(fields['messageContextInfo'])?.['messageSecret'])
  if (own || wraps === mostWraps) return own
  for (const value of Object.values(fields)) {
    const inner = fieldsOf(fieldsOf(value)?.['message'])
    const found = inner && secretIn(inner, wraps + 1)
    if (found) return found
  }
  return undefined
}

interface Seal {
  readonly payload: Uint8Array
  readonly iv: Uint8Array
  readonly secret: Uint8Array
  readonly id: string
  readonly asked: string
  readonly voted: string
}

const tagLength = 16

function unseal({ payload, iv, secret, id, asked, voted }: Seal): Uint8Array | undefined {
  if (payload.length < tagLength) return undefined
  const [sealed, tag] = [payload.subarray(0, -tagLength), payload.subarray(-tagLength)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealKeyOf({ secret, id, asked, voted }), iv)
    decipher.setAAD(Buffer.from(`${id}\0${voted}`)).setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed), decipher.final()])
  } catch {
    return undefined // of other people, or of another poll
  }
}

/** The key of a vote, which depends on who asked and who voted. Source: Baileys, `decryptPollVote`. */
export function sealKeyOf({ secret, id, asked, voted }: Omit<Seal, 'payload' | 'iv'>): Uint8Array {
  const root = createHmac('sha256', Buffer.alloc(32)).update(secret).digest()
  const about = Buffer.concat([Buffer.from(`${id}${asked}${voted}Poll Vote`), Buffer.of(1)])
  return createHmac('sha256', root).update(about).digest()
}

/** The hashes in a `PollVoteMessage`: a list of fields of number 1, each of 32 bytes. Undefined for anything else. */
function choicesIn(opened: Uint8Array): string[] | undefined {
  const size = 34
  if (opened.length % size !== 0) return undefined
  const chosen = Array.from({ length: opened.length / size }, (_, at) =>
    Buffer.from(opened.subarray(at * size, (at + 1) * size)),
  )
  return chosen.every(([field, length]) => field === 0x0a && length === 32)
    ? chosen.map((one) => one.subarray(2).toString('base64'))
    : undefined
}

/** What was chosen, in the words of the poll; taken back if that is nothing. */
function choiceOf(chosen: readonly string[], poll: unknown): Record<string, unknown> {
  const named = new Map(
    Object.values(unwrap(poll)?.content ?? {}).flatMap((value) =>
      listOf(fieldsOf(value)?.['options']).flatMap((option) => {
        const name = textOf(fieldsOf(option)?.['optionName'])
        return name ? [[createHash('sha256').update(name).digest('base64'), name] as const] : []
      }),
    ),
  )
  return chosen.length === 0
    ? { vote: 'taken back' }
    : { votedFor: chosen.map((hash) => named.get(hash) ?? 'an option that is not known') }
}

/** The votes that the history has with a poll, which are open there. */
export function votesWith({ message, place, context }: Source): CapturedMessage[] {
  return listOf(message['pollUpdates']).flatMap((update) => {
    const { pollUpdateMessageKey: key, vote, senderTimestampMs: sent } = fieldsOf(update) ?? {}
    const voted = placeOf(fieldsOf(key), context)
    const hashes = listOf(fieldsOf(vote)?.['selectedOptions']).map(bytesOf)
    if (!voted || !hashes.every((hash) => hash !== undefined)) return []
    const chosen = hashes.map((hash) => Buffer.from(hash).toString('base64'))
    const at = numberOf(sent)
    const choice = choiceOf(chosen, message['message'])
    const line = {
      ...toLine(
        { message: {}, place: voted, context },
        lineOf(choice),
        at === undefined ? {} : { at: new Date(at) },
      ),
      ...mirroredWith(mirrored(voted, context.account), choice),
    }
    return [{ ...line, replyToKey: messageKeyOf(place, place.author, place.id) }]
  })
}
