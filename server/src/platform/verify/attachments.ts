import { createHash } from 'node:crypto'
import { TenantId } from '@verbatim/contract/ids.ts'
import { referencesQuery } from '#platform/backup/attachments.ts'
import { Cursor, linesOf } from '#platform/backup/rows.ts'
import type { Snapshot } from '#platform/backup/snapshot.ts'
import type { Blobs } from '#platform/blobs.ts'
import { StoreAway } from '#platform/files/failures.ts'
import type { ReadBlob, Reading } from '#platform/files/patient-reader.ts'

interface CheckAttachments {
  readonly snapshot: Pick<Snapshot, 'client' | 'copy'>
  readonly read: ReadBlob
  readonly blobs: Pick<Blobs, 'list'>
  readonly now: Date
  /** How many of one kind are named; the others are only counted. */
  readonly most: number
  readonly tell: (text: string) => void
}

/** Reads every attachment that a row names, and finds files that no row names. A store that is away is a finding, too. */
export async function checkAttachments(
  checking: CheckAttachments,
): Promise<{ readonly count: number; readonly findings: string[] }> {
  const { snapshot, most } = checking
  const tenants = new Map<string, Set<string>>()
  const { rows } = await snapshot.client.query<{ id: string }>('select tenant_id as id from organization')
  for (const { id } of rows) tenants.set(id, new Set())
  const findings: string[] = []
  let [count, wrong] = [0, 0]
  let away: StoreAway | undefined
  try {
    for await (const [tenant, sha256, reading] of readAll(checking, tenants)) {
      count += 1
      if (count % 100 === 0) checking.tell(`${count.toLocaleString('en')} attachments`)
      const found = wrongOf(reading, sha256)
      if (found !== undefined && ++wrong <= most)
        findings.push(`The attachment ${sha256} of organization ${tenant} is ${found}.`)
    }
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error
    away = error
  }
  if (wrong > most) findings.push(`${wrong - most} more attachments are missing, damaged or unreadable.`)
  if (away) {
    const checked = `${count.toLocaleString('en')} attachments were checked, and the others were not.`
    return { count, findings: [...findings, `${away.message}. ${checked}`] }
  }
  for (const [tenant, known] of tenants) findings.push(...(await findLooseFiles(checking, tenant, known)))
  return { count, findings }
}

/** Notes in `tenants` which files each names. */
async function* readAll({ snapshot, read }: CheckAttachments, tenants: Map<string, Set<string>>) {
  // On the connection that nothing else uses: it stays busy if the rest is not read.
  const named = await Cursor.open(linesOf(snapshot.copy(referencesQuery, 'second')))
  for (; named.line !== undefined; await named.advance()) {
    const [tenant = '', sha256 = ''] = named.line.split('\t')
    const known = tenants.get(tenant) ?? new Set<string>()
    tenants.set(tenant, known.add(sha256))
    yield [tenant, sha256, await read(TenantId.parse(tenant), sha256)] as const
  }
}

function wrongOf(reading: Reading, sha256: string): string | undefined {
  if ('wrong' in reading) return reading.wrong
  return createHash('sha256').update(reading.bytes).digest('hex') === sha256 ? undefined : 'damaged'
}

async function findLooseFiles(
  { blobs, now, most }: CheckAttachments,
  tenant: string,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const loose: string[] = []
  try {
    for await (const { sha256, writtenAt } of blobs.list(TenantId.parse(tenant))) {
      // A file that was just written may still be waiting for its row.
      const isFresh = now.getTime() - writtenAt.getTime() < 60 * 60_000
      if (!isFresh && !known.has(sha256.toString('hex'))) loose.push(sha256.toString('hex'))
    }
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error
    return [`The files of organization ${tenant} cannot be listed. ${error.message}.`]
  }
  if (loose.length === 0) return []
  return [
    `Files of organization ${tenant} that are not referenced: ${loose.length} (${loose.slice(0, most).join(', ')}).`,
  ]
}
