import { hourMs } from '@verbatim/contract/durations.ts'
import type { ListedMessage, Listing, ListingOutcome } from '#channels/provider-calls.ts'
import { ArchiveFailure, type ArchiveSource, type SealedMessage } from './archive-source.ts'
import type { Archive } from './archived.ts'
import { messageKeyOf } from './conversation.ts'
import { archivedAt, Cursor, isAside, keptMs, type Stretch, stretchOf } from './cursor.ts'
import { archiveMessageOf } from './fields.ts'
import { type MessageKeys, messageKeysOf } from './message-keys.ts'
import { openArchive } from './open-archive.ts'
import { openOne } from './opened.ts'
import { eventsOf, keyOfRecord, messageDelivery, sealedLateNote } from './records.ts'
import { corporationOf } from './secrets.ts'

const later = (reason: string): ListingOutcome => ({ outcome: 'retry', reason })

/**
 * The archive, read again. Its numbers may have holes, so they prove nothing: only a second reading shows what the first one missed,
 * such as messages that WeCom showed later than others with higher numbers. A time is the numbers that the archive gave out in it, and a
 * page goes on after the last number of the one before. What the collection has not read yet is not listed.
 */
export const archiveListing: Listing = {
  // Less than WeCom keeps: what is being listed must not vanish meanwhile.
  reachHours: keptMs / hourMs - 1,
  async list(account, { page, cursor: kept, ...time }, { mostItems, ...limits }) {
    const corporation = account.source ? undefined : corporationOf(account)
    const { data: cursor } = Cursor.safeParse(kept)
    const stretch = cursor && stretchOf(cursor, time)
    if (!corporation || !cursor || !stretch) return later('not-read-yet')
    const archive = openArchive(corporation, limits)
    // The collection says what is wrong with the account.
    if (!archive) return later('not-configured')
    const keys = messageKeysOf(corporation.privateKeys)
    const { channel } = account
    const reading = { archive, keys, cursor, of: { channel, corpId: corporation.corpId } }
    try {
      const { listed, next } = await readPage(
        reading,
        { ...stretch, after: afterOf(page, stretch) },
        mostItems,
      )
      return {
        outcome: 'page',
        messages: listed.filter(({ sentAt }) => sentAt >= time.from && sentAt < time.before),
        ...(next !== undefined && { next: String(next) }),
        ...(stretch.until && { until: stretch.until }),
      }
    } catch (error) {
      if (error instanceof ArchiveFailure) return later(`archive-${error.code}`)
      throw error
    } finally {
      await archive.close()
    }
  },
}

const afterOf = (page: string | undefined, { after }: Stretch) => (page === undefined ? after : Number(page))

interface Reading {
  readonly archive: ArchiveSource
  readonly keys: MessageKeys
  readonly cursor: Cursor
  readonly of: Archive
}

async function readPage(
  reading: Reading,
  { after, last }: Stretch,
  most: number,
): Promise<{ readonly listed: readonly ListedMessage[]; readonly next: number | undefined }> {
  if (after >= last) return { listed: [], next: undefined }
  const answer = await reading.archive.messages(after, most)
  const page = answer.filter(({ seq }) => seq > after && seq <= last)
  const listed: ListedMessage[] = []
  for (const sealed of page) {
    const one = await toListed(reading, sealed)
    if (one) listed.push(one)
  }
  const end = Math.max(after, ...page.map(({ seq }) => seq))
  const isMore = answer.length >= most && end > after && end < last
  return { listed, next: isMore ? end : undefined }
}

/**
 * A message as a delivery of the collection: with its key, its bytes and its account. Undefined for one that is put aside until its key
 * is there. One that no key opens and that is not aside is kept as it is, and found again once a key opens it.
 */
async function toListed(
  { archive, keys, cursor, of }: Reading,
  sealed: SealedMessage,
): Promise<ListedMessage | undefined> {
  const { seq } = sealed
  const { corpId } = of
  const text = await openOne(keys, archive, sealed)
  if (text === undefined) {
    if (isAside(cursor, seq)) return undefined
    const messageKey = messageKeyOf(corpId, sealed.msgid)
    return { ...sealedLateNote(corpId, sealed), messageKey, sentAt: archivedAt(cursor, seq), isAside: true }
  }
  const {
    headers = {},
    contentType,
    body,
    routes,
  } = messageDelivery(corpId, { seq, text, since: cursor.since })
  const events = eventsOf({ headers, contentType, body, receivedAt: new Date(0) }, of)
  const said = events.find((event) => event.kind === 'message')
  return {
    headers,
    contentType,
    body,
    ...(routes && { routes }),
    // A recall is no message: nothing stored has its key, so it is known by its record.
    messageKey: said?.messageKey ?? messageKeyOf(corpId, sealed.msgid),
    ...(!said && { isAside: true }),
    deliveredAs: { key: keyOfRecord({ headers, contentType, body }) },
    sentAt: archivedAt(cursor, seq, archiveMessageOf(body)?.msgtime),
  }
}
