import { dayMs } from '@verbatim/contract/durations.ts'
import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import type { ListedMessage, ListedTime, Listing, ListingLimits } from '#channels/provider-calls.ts'
import { identify } from './identity.ts'
import { bytesOf, type ListedMedium, type MessageRow, sentAtOf } from './listed.ts'
import { dateOf, isMessageSid } from './message.ts'
import { isSame, text } from './receiver.ts'
import { areUnnamed } from '#channels/unnamed-rows.ts'
import { refused, type Unanswered } from '#channels/unanswered.ts'
import { accountPath, callRest, readPages, type RestAnswer, type RestSession, urlOf } from './rest.ts'
import { restCredentialsOf } from './secrets.ts'
import { partsOf, sortRows, toStrange } from './strange-rows.ts'

/** Twilio's own limit. */
const largestPage = 1000

/** Lists of media that are read at once. Twilio limits the calls of all who use the account, and others need some of them. */
const callsAtOnce = 5

/**
 * Not messages yet, or never: one that is canceled is never sent, and a scheduled one is listed again at the time when it is sent.
 * All other states are kept. One that failed or still waits in a queue was written to be sent.
 */
const unsent = ['scheduled', 'canceled']

/**
 * What Twilio keeps of an account's messages in both directions, also of those that were sent outside the product. Twilio has a
 * list for each direction; one is read to its end, and then the other. Source: Twilio, "Message resource".
 */
export const twilioListing: Listing = {
  async list(account, asked, limits) {
    const credentials = restCredentialsOf(account.secrets)
    if (!credentials) return refused('not-configured')
    const place = placeOf(asked.page)
    if (!place) return refused('not-understood')
    const session = { credentials, limits }
    const ask = (at: Place) => {
      const path = `${accountPath(session)}/Messages.json?${queryOf(account, asked, limits, at).toString()}`
      return callRest(session, { host: 'api', path }, MessagePage)
    }
    let at = place
    let answer = await ask(at)
    if (
      answer.outcome === 'done' &&
      mayEndAtMidnight(at, endOf(asked), sortRows(answer.value.messages).known)
    ) {
      at = { ...place, isWholeDay: true }
      answer = await ask(at)
    }
    if (answer.outcome !== 'done') return answer
    const next = placeAfter(at, answer.value.next_page_uri)
    if (next !== undefined && next === asked.page) return refused('not-understood') // it would never end
    if (areUnnamed(answer.value.messages, (row) => isMessageSid(partsOf(row).sid)))
      return refused('not-understood')
    const { known, strange } = sortRows(answer.value.messages)
    const rows = rowsOf(known, account, asked, place)
    const others = strange.flatMap((row) =>
      isAsked(partsOf(row), account, place) ? toStrange(row, account, asked) : [],
    )
    const page = await toPage({ session, account, asked }, rows)
    if ('outcome' in page) return page
    return { outcome: 'page', messages: [...page, ...others], ...(next !== undefined && { next }) }
  },

  lookup: {
    placeOf: ({ secrets }) => restCredentialsOf(secrets)?.accountSid,
    // Other keys are of Conversations, or of what could not be read.
    isId: (_, messageKey) => isMessageSid(messageKey),

    async has(account, messageKey, limits) {
      const credentials = restCredentialsOf(account.secrets)
      if (!credentials) return refused('not-configured')
      const session = { credentials, limits }
      const path = `${accountPath(session)}/Messages/${messageKey}.json`
      const answer = await callRest(session, { host: 'api', path }, z.object({ sid: z.literal(messageKey) }))
      if (answer.outcome === 'done') return { outcome: 'there' }
      return answer.outcome === 'refused' && answer.reason === 'address-unknown'
        ? { outcome: 'gone' }
        : answer
    },
  },
}

const MessagePage = z.object({ messages: z.array(z.unknown()), next_page_uri: text })

/** A list, and where in it to go on. */
interface Place {
  readonly side: 'to' | 'from'
  /** Asked for until the end of the day. */
  readonly isWholeDay: boolean
  /** Of Twilio's address of the page. */
  readonly query: string
}

function placeOf(page = 'to?'): Place | undefined {
  const [, side, day = '', query = ''] = /^(to|from)(,day)?\?([^]*)$/.exec(page) ?? []
  return side === 'to' || side === 'from' ? { side, isWholeDay: day !== '', query } : undefined
}

function placeAfter({ side, isWholeDay }: Place, nextUri: string): string | undefined {
  if (nextUri !== '') return `${side}${isWholeDay ? ',day' : ''}?${nextUri.split('?').slice(1).join('?')}`
  return side === 'to' ? 'from?' : undefined
}

/**
 * A place adds only what Twilio needs to find the page. Whose messages these are, and from when, is asked again each time: so no
 * place leads to those of others.
 */
function queryOf(
  { channel, address }: ChannelAccount,
  { from, before }: ListedTime,
  { mostItems }: ListingLimits,
  { side, isWholeDay, query }: Place,
): URLSearchParams {
  const asked = new URLSearchParams(query)
  for (const name of ['To', 'From', 'DateSent']) asked.delete(name)
  asked.set(side === 'to' ? 'To' : 'From', `${channel === 'whatsapp' ? 'whatsapp:' : ''}${address.value}`)
  // A second before and after are right however it compares them: what is too much is left out here.
  asked.set('DateSent>', toSeconds(from.getTime() - 1000))
  asked.set('DateSent<', toSeconds(isWholeDay ? midnightAfter(endOf({ before })) : endOf({ before })))
  asked.set('PageSize', String(Math.min(Math.max(mostItems, 1), largestPage)))
  return asked
}

const endOf = ({ before }: Pick<ListedTime, 'before'>) => Math.ceil(before.getTime() / 1000) * 1000
const midnightAfter = (time: number) => Math.ceil(time / dayMs) * dayMs

/**
 * Twilio promises only days, and "on or before midnight" of the last one; it reads seconds, too. The newest message comes first: one that
 * was sent after that midnight shows that seconds were read. Without one, the day is asked for to its end.
 */
function mayEndAtMidnight(
  { query, isWholeDay }: Place,
  end: number,
  rows: readonly Pick<MessageRow, 'date_sent'>[],
): boolean {
  if (query !== '' || isWholeDay) return false
  const midnight = Math.floor(end / dayMs) * dayMs
  const isAfter = ({ date_sent }: Pick<MessageRow, 'date_sent'>) => {
    const sentAt = dateOf(date_sent ?? undefined)
    return sentAt !== undefined && sentAt.getTime() > midnight
  }
  return end > midnight && !rows.some(isAfter)
}

const toSeconds = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')

/** The messages that were asked for. One to ourselves is in both lists, and taken from the first. */
function rowsOf(
  rows: readonly MessageRow[],
  account: ChannelAccount,
  { from, before }: ListedTime,
  place: Place,
): MessageRow[] {
  return rows.filter((row) => {
    const sentAt = sentAtOf(row)
    const isInTime = sentAt !== undefined && sentAt >= from && sentAt < before
    return isInTime && isOurs(row[place.side], account) && isAsked(row, account, place)
  })
}

/** A strange row may not say whose it is: only those of this account were asked for. */
function isAsked(
  row: Pick<MessageRow, 'from' | 'to' | 'status'>,
  account: ChannelAccount,
  { side }: Place,
): boolean {
  const isTaken = side === 'from' && isOurs(row.to, account)
  return (!row[side] || isOurs(row[side], account)) && !isTaken && !unsent.includes(row.status)
}

/** A number may be both a sender of WhatsApp and one for SMS. */
function isOurs(written: string | null | undefined, { channel, address }: ChannelAccount): boolean {
  const isWhatsapp = /^whatsapp:/i.test(written ?? '')
  return isWhatsapp === (channel === 'whatsapp') && isSame(identify(written ?? ''), address)
}

interface Listed {
  readonly session: RestSession
  readonly account: ChannelAccount
  readonly asked: ListedTime
}

async function toPage(
  { session, account, asked }: Listed,
  rows: readonly MessageRow[],
): Promise<ListedMessage[] | Unanswered> {
  const messages: ListedMessage[] = []
  for (let at = 0; at < rows.length; at += callsAtOnce) {
    const some = rows.slice(at, at + callsAtOnce)
    const media = await Promise.all(some.map((row) => readMedia(session, row)))
    for (const [place, row] of some.entries()) {
      const read = media[place]
      if (read?.outcome !== 'done') return read ?? refused('not-understood')
      const { data } = z.array(MediumRow).safeParse(read.value)
      if (data) messages.push(toListed(row, toMedia(session, data)))
      else messages.push(...toStrange(row, account, asked, read.value))
    }
  }
  return messages
}

/** The list of messages has only how many media they have. A message that is deleted meanwhile is kept without them. */
async function readMedia(
  session: RestSession,
  { sid, num_media }: MessageRow,
): Promise<RestAnswer<unknown[]>> {
  if (!(Number(num_media) > 0)) return { outcome: 'done', value: [] }
  const path = `${accountPath(session)}/Messages/${sid}/Media.json`
  const read = await readPages(session, { host: 'api', path, rows: 'media_list' }, z.unknown())
  const isGone = read.outcome === 'refused' && read.reason === 'address-unknown'
  return isGone ? { outcome: 'done', value: [] } : read
}

const toMedia = ({ limits }: RestSession, rows: readonly z.output<typeof MediumRow>[]): ListedMedium[] =>
  rows.map(({ uri, content_type }) => {
    const address = urlOf({ host: 'api', path: uri.replace(/\.json$/, '') }, limits)
    return { url: address.href, content_type }
  })

const MediumRow = z.object({ uri: z.string(), content_type: text })

function toListed(row: MessageRow, media: readonly ListedMedium[]): ListedMessage {
  return {
    messageKey: row.sid,
    ...(!row.direction.startsWith('outbound') && { deliveredAs: { key: row.sid } }),
    sentAt: sentAtOf(row) ?? new Date(row.date_created),
    // Its state is reported nowhere else, if it was sent outside of the product.
    ...(row.direction.startsWith('outbound') && { isFollowed: true as const }),
    contentType: 'application/json',
    body: bytesOf(row, media),
  }
}
