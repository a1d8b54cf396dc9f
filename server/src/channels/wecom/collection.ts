import type { Collection, Session, SessionEnd } from '#channels/collection.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import { type ArchiveSource, endOf, type SealedMessage, sealedMessagesOf } from './archive-source.ts'
import { type AddressBook, AddressBooks, type OutsideRoom, type Pair } from './address-book.ts'
import { employeesIn } from './conversation.ts'
import { type Cursor, cursorFrom, keptMs, marked, numbersOf, waitingIn } from './cursor.ts'
import { type ArchiveMessage, archiveMessageOf, talkOf } from './fields.ts'
import { isOutside } from './identity.ts'
import { type MessageKeys, messageKeysOf } from './message-keys.ts'
import { isAsked, openArchive } from './open-archive.ts'
import { openOne } from './opened.ts'
import { consentNote, gapNote, messageDelivery, sealedNote } from './records.ts'
import { corporationOf } from './secrets.ts'

/** Messages that are asked for, and kept, at once. */
const pageSize = 200
/** A new session reads the account again, and may find a key that was entered meanwhile. */
const sessionMs = 600_000
/** What is asked for in the key store. */
const sealedType = 'sealed-messages'

interface Collecting {
  readonly session: Session
  readonly archive: ArchiveSource
  readonly keys: MessageKeys
  readonly corpId: string
  /** Undefined where a folder takes the place of WeCom, which has no one to ask. */
  readonly book: AddressBook | undefined
}

/**
 * The message archive of a corporation, page after page, and again after a pause.
 * @param pauseMs Between two questions while there is nothing new, and no callback says that there is.
 */
export function collectArchive({ pauseMs = 10_000 } = {}): Collection {
  const books = new AddressBooks()
  return {
    remains: waitingIn,

    async collect(account: ChannelAccount, session: Session): Promise<SessionEnd> {
      // An employee's account receives through the corporation's, which alone has an archive.
      const corporation = account.source ? undefined : corporationOf(account)
      const archive = corporation && openArchive(corporation, session.limits, session.signal)
      if (!archive) return { outcome: 'refused', reason: 'not-configured' }
      const { corpId, privateKeys } = corporation
      const book = isAsked(session.limits) ? books.of(account.id, corporation) : undefined
      const collecting = { session, archive, keys: messageKeysOf(privateKeys), corpId, book }
      try {
        await follow(collecting, pauseMs)
        return { outcome: 'again' }
      } catch (error) {
        return session.signal.aborted ? { outcome: 'again' } : endOf(error)
      } finally {
        await archive.close()
      }
    },
  }
}

async function follow(collecting: Collecting, pauseMs: number): Promise<void> {
  const { session, archive } = collecting
  let cursor = cursorFrom(session.cursor, session.now())
  const end = performance.now() + sessionMs
  let isConnected = false
  while (!session.signal.aborted && performance.now() < end) {
    const askedAt = session.now().getTime()
    const answer = await archive.messages(cursor.seq, pageSize)
    const page = answer.filter(({ seq }) => seq > cursor.seq)
    if (!isConnected) {
      isConnected = true
      await session.connected()
      cursor = await keepGap(collecting, cursor)
      cursor = await openSealed(collecting, cursor)
    }
    if (page.length > 0) {
      const isEnd = answer.length < pageSize
      cursor = await keepPage(collecting, { cursor, endAt: isEnd ? askedAt : undefined }, page)
      if (isEnd) session.capturedUntil(new Date(askedAt))
    } else {
      cursor = await keepTime(collecting, cursor, askedAt)
      session.capturedUntil(new Date(askedAt))
      await session.rest(pauseMs)
    }
  }
}

/** What was sent while nothing was read for longer than WeCom keeps it is lost, which the thread of the corporation says. */
async function keepGap({ session, corpId }: Collecting, cursor: Cursor): Promise<Cursor> {
  const now = session.now().getTime()
  if (cursor.at === undefined || now - cursor.at <= keptMs) return cursor
  const after = { ...cursor, at: now }
  await session.keep([gapNote(corpId, { from: cursor.at, to: now - keptMs })], after)
  return after
}

/** Who talked with customers, alone and in rooms. */
function outsideIn(messages: readonly ArchiveMessage[]): { pairs: Pair[]; rooms: OutsideRoom[] } {
  const pairs = new Map<string, Pair>()
  const rooms = new Map<string, OutsideRoom>()
  for (const message of messages) {
    const { from, to, room } = talkOf(message)
    const people = [from, ...to]
    const employees = employeesIn({ from, to })
    const [customer, [employee]] = [people.find(isOutside), employees]
    if (!customer || !employee) continue
    if (room) rooms.set(room, { room, employees })
    else pairs.set(`${employee}|${customer}`, { employee, customer })
  }
  return { pairs: [...pairs.values()], rooms: [...rooms.values()] }
}

/** While nothing comes, it is kept once an hour that the archive was read. */
async function keepTime({ session }: Collecting, cursor: Cursor, endAt: number): Promise<Cursor> {
  const after = { ...marked(cursor, endAt), at: session.now().getTime() }
  if (after.marks === cursor.marks) return cursor
  await session.keep([], after)
  return after
}

interface Read {
  readonly cursor: Cursor
  /** When it was asked for, if the archive had nothing more then. */
  readonly endAt: number | undefined
}

async function keepPage(
  collecting: Collecting,
  { cursor, endAt }: Read,
  page: readonly SealedMessage[],
): Promise<Cursor> {
  const { session, corpId } = collecting
  const { opened, unopened } = await openAll(collecting, page)
  const seq = Math.max(...page.map((message) => message.seq))
  const talks = opened
    .map(({ text }) => archiveMessageOf(Buffer.from(text)))
    .filter((one) => one !== undefined)
  const names = await collecting.book?.namesOf(
    talks.flatMap(({ from, tolist }) => [from, ...tolist]),
    session,
  )
  const consents = (await collecting.book?.consentsOf(outsideIn(talks), session)) ?? []
  const deliveries = [
    ...opened.map(({ sealed, text }) =>
      messageDelivery(corpId, { seq: sealed.seq, text, since: cursor.since, ...(names && { names }) }),
    ),
    ...consents.map((consent) => consentNote(corpId, consent)),
  ]
  const read = { ...cursor, seq, at: session.now().getTime() }
  const moved = endAt === undefined ? read : marked(read, endAt)
  const [first] = unopened
  if (!first) {
    await session.keep(deliveries, moved)
    return moved
  }
  // First aside, then the cursor that says so: what is aside twice is opened once.
  await session.keys.set([{ type: sealedType, id: String(first.seq), value: toBytes(unopened) }])
  const sealed = [...new Set([...cursor.sealed, first.seq])]
  const aside = numbersOf(seqsOf(unopened), cursor.aside)
  const after = { ...moved, sealed, aside }
  await session.keep([...deliveries, sealedNote(corpId, unopened)], after)
  return after
}

/** Messages that were put aside, with the keys that we have now. */
async function openSealed(collecting: Collecting, before: Cursor): Promise<Cursor> {
  const { session, corpId } = collecting
  let cursor = before
  const left: number[] = []
  for (const place of before.sealed) {
    const id = String(place)
    const stored = (await session.keys.get(sealedType, [id])).get(id)
    const messages = stored ? sealedMessagesOf(Buffer.from(stored).toString('utf8')) : []
    const { opened, unopened } = await openAll(collecting, messages)
    left.push(...seqsOf(unopened))
    if (unopened.length > 0 && opened.length === 0) continue
    const isDone = unopened.length === 0
    cursor = { ...cursor, sealed: cursor.sealed.filter((one) => one !== place || !isDone) }
    const deliveries = opened.map(({ sealed, text }) =>
      messageDelivery(corpId, { seq: sealed.seq, text, since: cursor.since }),
    )
    await session.keep(deliveries, cursor)
    await session.keys.set([{ type: sealedType, id, value: isDone ? null : toBytes(unopened) }])
  }
  return { ...cursor, aside: numbersOf(left) }
}

const seqsOf = (messages: readonly SealedMessage[]) => messages.map(({ seq }) => seq)

const toBytes = (messages: readonly SealedMessage[]) => Buffer.from(JSON.stringify(messages))

/** The texts of messages, and those that no key opens now. */
async function openAll({ keys, archive }: Collecting, messages: readonly SealedMessage[]) {
  const opened: { readonly sealed: SealedMessage; readonly text: string }[] = []
  const unopened: SealedMessage[] = []
  for (const sealed of messages) {
    const text = await openOne(keys, archive, sealed)
    if (text === undefined) unopened.push(sealed)
    else opened.push({ sealed, text })
  }
  return { opened, unopened }
}
