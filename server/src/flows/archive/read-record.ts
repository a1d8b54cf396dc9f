import type { TenantId } from '@verbatim/contract/ids.ts'
import { filesByRevision, inTime } from '#domains/messages/version-files.ts'
import type { Blobs } from '#platform/blobs.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'
import { FileDamaged } from '#platform/files/failures.ts'
import type { Row } from '#platform/work/due-rows.ts'
import {
  type AboutMessage,
  type Queued,
  readFacts,
  type RecordWithoutFiles,
  versionOf,
} from './read-facts.ts'
import { readMembership } from './read-membership.ts'
import type { ArchivedFile, ArchiveRecord } from './record.ts'

interface ReadContext {
  readonly db: Db
  readonly blobs: Pick<Blobs, 'get'>
}
type Attachment = Row<'attachment'>
interface Read {
  readonly record: RecordWithoutFiles
  /** Those that come with the message, or with the edit. */
  readonly files: readonly Attachment[]
}

/** Read by one transaction. */
const together = 25

/** What a mail states; `pending` while a file of the message is still being fetched. */
export const readRecord = (
  ctx: ReadContext,
  tenantId: TenantId,
  mail: Queued,
): Promise<ArchiveRecord | 'pending'> => openRecords(ctx, tenantId, [mail])(mail)

/**
 * Reads what mails state, in their order. The question about one of them also reads those that follow it, because one mail after
 * the other would take several round trips to the database for each. Several may be asked about at once.
 */
export function openRecords<Mail extends Queued>(
  ctx: ReadContext,
  tenantId: TenantId,
  mails: readonly Mail[],
): (mail: Mail) => Promise<ArchiveRecord | 'pending'> {
  const about = mails.filter(isAboutMessage)
  const reading = new Map<Queued, { readonly found: Promise<readonly Read[]>; readonly place: number }>()
  const findFrom = (mail: Queued) => {
    const from = about.findIndex((one) => one === mail)
    const asked = about.slice(from, from + together).filter((one) => one === mail || !reading.has(one))
    const found = inTenant(ctx.db, tenantId, (tx) => readTogether(tx, asked)).then((records) => {
      // Large texts are not read with others: those after them are asked for again.
      for (const one of asked.slice(records.length))
        if (reading.get(one)?.found === found) reading.delete(one)
      return records
    })
    for (const [place, one] of asked.entries()) reading.set(one, { found, place })
    return found
  }
  const find = async (mail: Mail & AboutMessage): Promise<Read | undefined> => {
    const known = reading.get(mail)
    try {
      return (known && (await known.found)[known.place]) ?? (await findFrom(mail))[0]
    } catch {
      // One of those that were read together cannot be read, perhaps another one.
      return (await inTenant(ctx.db, tenantId, (tx) => readTogether(tx, [mail])))[0]
    }
  }
  return async (mail) => {
    if (!isAboutMessage(mail)) return inTenant(ctx.db, tenantId, (tx) => readMembership(tx, mail.ref))
    const one = await find(mail)
    reading.delete(mail)
    if (!one) throw new Error('The message of a mail is gone')
    const { files } = one
    const { isCrowded, ...record } = one.record
    if (files.some(({ state }) => state === 'pending')) return 'pending'
    const attachments = files.map((file) => fileOf(ctx.blobs, tenantId, file))
    if (!isCrowded) return { ...record, attachments }
    // All of them are read for one mail at a time: together they could fill the memory.
    const moreRecipients = await inTenant(ctx.db, tenantId, (tx) => findFurther(tx, mail, record))
    return { ...record, attachments, moreRecipients }
  }
}

/** The recipients of a mail after those that were read. */
async function findFurther(
  tx: TenantTx,
  mail: AboutMessage,
  { recipients }: Pick<ArchiveRecord, 'recipients'>,
) {
  const [whole] = await readFacts(tx, [mail], { most: undefined })
  const known = new Set(recipients.map(({ address }) => address))
  return whole?.recipients.filter(({ address }) => !known.has(address)) ?? []
}

const isAboutMessage = <Mail extends Queued>(mail: Mail): mail is Mail & AboutMessage =>
  mail.message_id !== null && mail.event !== 'day'

async function readTogether(tx: TenantTx, mails: readonly AboutMessage[]): Promise<Read[]> {
  const records = await readFacts(tx, mails)
  const about = mails.slice(0, records.length).filter(isVersion)
  const files = Map.groupBy(await findFiles(tx, about), ({ message_id: id }) => id)
  const versions = Map.groupBy(await findVersions(tx, about), ({ message_id: id }) => id)
  return records.map((record, index) => {
    const mail = mails[index]
    if (!mail || !isVersion(mail)) return { record, files: [] }
    const { fresh, gone } = changeOf(
      mail,
      versions.get(mail.message_id) ?? [],
      files.get(mail.message_id) ?? [],
    )
    return { record: { ...record, ...(gone.length > 0 && { filesBefore: gone.map(nameOf) }) }, files: fresh }
  })
}

const isVersion = ({ event }: Queued) => event === 'message' || event === 'edit'

/** The files that a version has and the one before it had not, and those of that one that it has no more. */
function changeOf(
  { ref }: AboutMessage,
  versions: readonly Pick<Row<'message_revision'>, 'revision' | 'at' | 'sequence' | 'files' | 'brought'>[],
  files: readonly Attachment[],
): { readonly fresh: readonly Attachment[]; readonly gone: readonly Attachment[] } {
  const revision = versionOf(ref)
  // The first version has a row only once there is a second one.
  if (versions.length === 0) return { fresh: files, gone: [] }
  const ordinals = filesByRevision(
    versions,
    files.map(({ ordinal }) => ordinal),
  )
  // Before it in time: an edit that came late is not the one after the newest.
  const order = inTime(versions).map((version) => version.revision)
  const earlier = revision > 1 ? order[order.indexOf(revision) - 1] : undefined
  const [now, before] = [revision, earlier ?? 0].map((one) => new Set(ordinals.get(one)))
  const brought = versions.find((version) => version.revision === revision)?.brought ?? []
  return {
    fresh: files.filter(
      ({ ordinal }) => now?.has(ordinal) && (!before?.has(ordinal) || brought.includes(ordinal)),
    ),
    gone: files.filter(({ ordinal }) => before?.has(ordinal) && !now?.has(ordinal)),
  }
}

async function findVersions(tx: TenantTx, mails: readonly AboutMessage[]) {
  if (mails.length === 0) return []
  const ids = mails.map(({ message_id: id }) => id)
  return tx
    .selectFrom('message_revision')
    .select(['message_id', 'revision', 'at', 'sequence', 'files', 'brought'])
    .where('message_id', 'in', ids)
    .execute()
}

async function findFiles(tx: TenantTx, mails: readonly AboutMessage[]): Promise<Attachment[]> {
  if (mails.length === 0) return []
  const ids = mails.map(({ message_id: id }) => id)
  return tx
    .selectFrom('attachment')
    .selectAll()
    .where('message_id', 'in', ids)
    .orderBy('message_id')
    .orderBy('ordinal')
    .execute()
}

const nameOf = ({ name, ordinal }: Attachment) => name ?? `file ${ordinal + 1}`

function fileOf(blobs: Pick<Blobs, 'get'>, tenantId: TenantId, file: Attachment): ArchivedFile {
  const { sha256, gap_reason: reason } = file
  const sizeBytes = Number(file.size_bytes ?? 0)
  const about = {
    name: nameOf(file),
    type: file.mime_detected ?? file.mime_declared ?? 'application/octet-stream',
    sizeBytes,
  }
  if (!sha256) return { ...about, content: { missing: reason ?? 'It was not received.' } }
  const hash = sha256.toString('hex')
  const read = async () => {
    const bytes = await blobs.get(tenantId, sha256)
    if (bytes.byteLength !== sizeBytes) throw new FileDamaged(hash)
    return bytes
  }
  return { ...about, content: { read, sha256: hash } }
}
