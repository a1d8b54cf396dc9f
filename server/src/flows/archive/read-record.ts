import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Blobs } from '#platform/blobs.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'
import { FileDamaged } from '#platform/files/failures.ts'
import type { Row } from '#platform/work/due-rows.ts'
import { type AboutMessage, type Queued, readFacts, type RecordWithoutFiles } from './read-facts.ts'
import { readMembership } from './read-membership.ts'
import type { ArchivedFile, ArchiveRecord } from './record.ts'

interface ReadContext {
  readonly db: Db
  readonly blobs: Pick<Blobs, 'get'>
}
type Attachment = Row<'attachment'>
interface Read {
  readonly record: RecordWithoutFiles
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
  return async (mail) => {
    if (!isAboutMessage(mail)) return inTenant(ctx.db, tenantId, (tx) => readMembership(tx, mail.ref))
    const known = reading.get(mail)
    const one = (known && (await known.found)[known.place]) ?? (await findFrom(mail))[0]
    reading.delete(mail)
    if (!one) throw new Error('The message of a mail is gone')
    const { record, files } = one
    if (files.some(({ state }) => state === 'pending')) return 'pending'
    return { ...record, attachments: files.map((file) => fileOf(ctx.blobs, tenantId, file)) }
  }
}

const isAboutMessage = <Mail extends Queued>(mail: Mail): mail is Mail & AboutMessage =>
  mail.message_id !== null && mail.event !== 'day'

async function readTogether(tx: TenantTx, mails: readonly AboutMessage[]): Promise<Read[]> {
  const records = await readFacts(tx, mails)
  const withFiles = mails.slice(0, records.length).filter(({ event }) => event === 'message')
  const files = Map.groupBy(await findFiles(tx, withFiles), ({ message_id: id }) => id)
  return records.map((record, index) => {
    const mail = mails[index]
    return { record, files: mail?.event === 'message' ? (files.get(mail.message_id) ?? []) : [] }
  })
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

function fileOf(blobs: Pick<Blobs, 'get'>, tenantId: TenantId, file: Attachment): ArchivedFile {
  const { sha256, gap_reason: reason } = file
  const sizeBytes = Number(file.size_bytes ?? 0)
  const about = {
    name: file.name ?? `file ${file.ordinal + 1}`,
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
