import { createHash } from 'node:crypto'
import { TenantId } from '@verbatim/contract/ids.ts'
import { referencesQuery } from '#platform/backup/attachments.ts'
import { Cursor, linesOf } from '#platform/backup/rows.ts'
import type { Snapshot } from '#platform/backup/snapshot.ts'
import type { Blobs } from '#platform/blobs.ts'
import { StoreAway } from '#platform/files/failures.ts'
import type { ReadBlob, Reading } from '#platform/files/patient-reader.ts'
import { KnownHashes } from './known-hashes.ts'

interface CheckAttachments {
  readonly snapshot: Pick<Snapshot, 'client' | 'copy'>
  readonly read: ReadBlob
  readonly blobs: Pick<Blobs, 'list'>
  readonly now: Date
  /** How many of one kind are named; the others are only counted. */
  readonly most: number
  /** Gets each finding at once. */
  readonly note: (finding: string) => void
  readonly tell: (text: string) => void
}

/**
 * Reads every attachment that a row names, and finds files that no row names. A store that is away is a finding, too.
 * @returns How many were read.
 */
export async function checkAttachments(checking: CheckAttachments): Promise<number> {
  const { snapshot, most, note } = checking
  const known = new KnownHashes()
  const { rows } = await snapshot.client.query<{ id: string }>('select tenant_id as id from organization')
  let [count, wrong] = [0, 0]
  const noteMore = () => {
    if (wrong > most) note(`${wrong - most} more attachments are missing, damaged or unreadable.`)
  }
  try {
    for await (const [tenant, sha256, reading] of readAll(checking, known)) {
      count += 1
      if (count % 100 === 0) checking.tell(`${count.toLocaleString('en')} attachments`)
      const found = wrongOf(reading, sha256)
      if (found !== undefined && ++wrong <= most)
        note(`The attachment ${sha256} of organization ${tenant} is ${found}.`)
    }
    noteMore()
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error
    noteMore()
    const checked = `${count.toLocaleString('en')} attachments were checked, and the others were not.`
    note(`${error.message}. ${checked}`)
    return count
  }
  for (const tenant of new Set([...rows.map(({ id }) => id), ...known.tenants()]))
    await noteLooseFiles(checking, tenant, known)
  return count
}

/** Notes in `known` which files are named. */
async function* readAll({ snapshot, read }: CheckAttachments, known: KnownHashes) {
  // On the connection that nothing else uses: it stays busy if the rest is not read.
  const named = await Cursor.open(linesOf(snapshot.copy(referencesQuery, 'second')))
  for (; named.line !== undefined; await named.advance()) {
    const [tenant = '', sha256 = ''] = named.line.split('\t')
    known.add(tenant, sha256)
    yield [tenant, sha256, await read(TenantId.parse(tenant), sha256)] as const
  }
}

function wrongOf(reading: Reading, sha256: string): string | undefined {
  if ('wrong' in reading) return reading.wrong
  return createHash('sha256').update(reading.bytes).digest('hex') === sha256 ? undefined : 'damaged'
}

async function noteLooseFiles(
  { blobs, now, most, note }: CheckAttachments,
  tenant: string,
  known: KnownHashes,
): Promise<void> {
  const some: string[] = []
  let count = 0
  try {
    for await (const { sha256, writtenAt } of blobs.list(TenantId.parse(tenant))) {
      // A file that was just written may still be waiting for its row.
      const isFresh = now.getTime() - writtenAt.getTime() < 60 * 60_000
      if (isFresh || known.has(tenant, sha256)) continue
      count += 1
      if (some.length < most) some.push(sha256.toString('hex'))
    }
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error
    note(`The files of organization ${tenant} cannot be listed. ${error.message}.`)
    return
  }
  if (count > 0)
    note(`Files of organization ${tenant} that are not referenced: ${count} (${some.join(', ')}).`)
}
