import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Absence } from '@verbatim/contract/attachments.ts'
import { findTexts } from '#domains/messages/attachment-text-queries.ts'
import {
  holdUnread,
  keepTexts,
  type KeptText,
  markRead,
  putOffReading,
  takeUnread,
  unreadAttachments,
  type UnreadAttachment,
} from '#domains/messages/reading-commands.ts'
import { indexWhole } from '#domains/messages/whole-search.ts'
import { breachesInAttachments, type Examiner, raiseBreaches } from '#flows/examine/examine.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import type { Blobs } from '#platform/blobs.ts'
import { announce } from '#platform/changes.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import { isPassing, isRefusal, isTooLong } from '#platform/db-errors.ts'
import { FileDamaged, FileMissing } from '#platform/files/failures.ts'
import type { Log } from '#platform/log.ts'
import { ThreadLost } from '#platform/processes/threads.ts'
import type { FileReader } from './file-reader.ts'
import type { FileText } from '@verbatim/documents/text/file-text.ts'
import { mostFileBytes, readerVersion } from '@verbatim/documents/text/read-file.ts'

export interface ReadingContext extends DbContext {
  readonly blobs: Blobs
  readonly examiner: Examiner
  readonly fileReader: Pick<FileReader, 'read'>
  readonly log: Log
}

/** How many attachments of one organization are taken at once: even if each of them hangs, all finish within the lease. */
const batch = 4
/** How many of them are read at once. */
const lanes = 2
/** UTF-16 units of text examined and indexed in one transaction. */
const unitsAtOnce = 2_000_000

/**
 * Reads due attachments. Then one transaction stores their texts, adds them to the search and examines them: a text is
 * examined or not read yet, and a worker killed at any point repeats the rest. Known bytes are not read again. A file that
 * cannot be read gets a state with its reason.
 * @returns How many were taken.
 */
export async function readAttachments(ctx: ReadingContext, tenantId: TenantId): Promise<number> {
  const { due, known } = await inTenant(ctx.db, tenantId, async (tx) => {
    const taken = await takeUnread(tx, ctx.now(), batch)
    return { due: taken, known: await findTexts(tx, [...new Set(taken.map(hexOf))]) }
  })
  try {
    await readAll(ctx, tenantId, due, known)
  } catch (error) {
    if (isInterruption(error)) await putOffAfter(ctx, tenantId, due, error)
    throw error
  }
  return due.length
}

async function readAll(
  ctx: ReadingContext,
  tenantId: TenantId,
  due: readonly UnreadAttachment[],
  known: ReadonlyMap<string, KeptText>,
): Promise<void> {
  const found: FoundText[] = []
  const waiting = [...due]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const before = known.get(hexOf(next))
      const file = before?.reader === readerVersion ? before : await readOne(ctx, tenantId, next, before)
      if (file) found.push({ attachment: next, file: before ? asKept(before, file) : file })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  for (const part of inParts(found)) await settle(ctx, tenantId, part)
}

/** Whether it says nothing about any file: the database was busy or away, or this worker ends. */
const isInterruption = (error: unknown) =>
  isPassing(error) || (error instanceof ThreadLost && error.reason === 'closed')

/** A file would otherwise be given up after some such interruptions, as if it had killed its readers. */
async function putOffAfter(
  ctx: ReadingContext,
  tenantId: TenantId,
  due: readonly UnreadAttachment[],
  error: unknown,
): Promise<void> {
  try {
    await inTenant(ctx.db, tenantId, (tx) => putOffReading(tx, due, undefined, ctx.now()))
  } catch (again) {
    ctx.log.warn({ err: again, cause: error }, 'interrupted readings of attachments could not be put off')
  }
}

const hexOf = ({ sha256 }: { readonly sha256: Buffer }) => sha256.toString('hex')

/**
 * A kept text does not change, because evidence refers to it. If an earlier version of the reader extracted it, and this one
 * reads otherwise, the file is only partly examined.
 */
function asKept(before: KeptText, file: FileText | KeptText): KeptText {
  const isSame = 'text' in file && file.text === before.text
  return { ...before, state: isSame ? file.state : 'partly' }
}

interface FoundText {
  readonly attachment: UnreadAttachment
  readonly file: FileText | KeptText
}

/**
 * Undefined if it must be tried again later.
 * @param before A known text, which is enough if the bytes are lost.
 */
async function readOne(
  ctx: ReadingContext,
  tenantId: TenantId,
  unread: UnreadAttachment,
  before: KeptText | undefined,
): Promise<FileText | KeptText | undefined> {
  const { id, sha256, sizeBytes, tried } = unread
  if (sizeBytes > mostFileBytes) return { state: 'unreadable', reason: 'too-large' }
  if (tried.attempt > unreadAttachments.mostTries) return { state: 'unreadable', reason: 'limits' }
  try {
    return await ctx.fileReader.read(tenantId, () => ctx.blobs.get(tenantId, sha256))
  } catch (error) {
    const absence = absenceOf(error)
    if (!absence) throw error
    if (before && absence !== 'away') return before
    ctx.log.warn({ err: error, attachmentId: id, absence }, 'the bytes of an attachment could not be read')
    await inTenant(ctx.db, tenantId, (tx) => putOffReading(tx, [unread], absence, ctx.now()))
    return undefined
  }
}

/** No error of a store makes an attachment unreadable: another node may have it, or this one a minute later. */
function absenceOf(error: unknown): Absence | undefined {
  if (error instanceof FileMissing) return 'missing'
  if (error instanceof FileDamaged) return 'changed'
  return isPassing(error) ? 'away' : undefined
}

function inParts(found: readonly FoundText[]): FoundText[][] {
  const parts: FoundText[][] = []
  let units = 0
  for (const one of found) {
    const length = 'text' in one.file ? one.file.text.length : 0
    if (parts.length === 0 || units + length > unitsAtOnce) {
      parts.push([])
      units = 0
    }
    parts.at(-1)?.push(one)
    units += length
  }
  return parts
}

/** One that cannot be stored does not delay the others, and is due again later. */
async function settle(ctx: ReadingContext, tenantId: TenantId, part: readonly FoundText[]): Promise<void> {
  try {
    await inTenant(ctx.db, tenantId, (tx) => store(ctx, tx, part))
  } catch (error) {
    if (isPassing(error)) throw error
    if (part.length > 1) for (const one of part) await settle(ctx, tenantId, [one])
    else if (part[0]) await putBack(ctx, tenantId, part[0].attachment, error)
  }
}

/** After a fault of the database, the attempt does not count. */
async function putBack(
  ctx: ReadingContext,
  tenantId: TenantId,
  attachment: UnreadAttachment,
  error: unknown,
): Promise<void> {
  ctx.log.error({ err: error, attachmentId: attachment.id }, 'an attachment could not be examined')
  if (isRefusal(error) || isTooLong(error)) return
  await inTenant(ctx.db, tenantId, (tx) => putOffReading(tx, [attachment], undefined, ctx.now()))
}

async function store(ctx: ReadingContext, tx: TenantTx, part: readonly FoundText[]): Promise<void> {
  await lockTenant(tx)
  const now = ctx.now()
  const held = new Map(
    (
      await holdUnread(
        tx,
        part.map(({ attachment }) => attachment),
      )
    ).map((said) => [said.id, said]),
  )
  const standing = part.flatMap(({ attachment, file }) => {
    const said = held.get(attachment.id)
    return said ? [{ attachment, file, said }] : []
  })
  if (standing.length === 0) return
  const texts = standing.flatMap(({ attachment: { sha256 }, file }) =>
    'text' in file ? [{ sha256, state: file.state, text: file.text, reader: readerVersion }] : [],
  )
  await keepTexts(tx, [...new Map(texts.map((text) => [hexOf(text), text])).values()], now)
  await markRead(
    tx,
    standing.map(({ attachment: { id }, file }) => ({
      id,
      state: file.state,
      reason: file.state === 'unreadable' ? file.reason : undefined,
    })),
  )
  await indexWhole(tx, [...new Set(standing.map(({ said }) => said.messageId))])
  const { compiled } = await ctx.examiner.compiledOf(tx)
  const read = standing.flatMap(({ said, file }) => ('text' in file ? [{ said, text: file.text }] : []))
  const { costlyTexts } = ctx.examiner
  const breaches = await breachesInAttachments(tx, { compiled, costlyTexts }, read)
  const raised = await raiseBreaches(tx, breaches, now)
  await announce(tx, ['messages', 'conversations', ...(raised > 0 ? (['cognitive-events'] as const) : [])])
}
