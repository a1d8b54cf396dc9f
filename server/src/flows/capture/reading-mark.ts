/**
 * Which records a worker is reading, in a file of its home. What ends a process is no error that it could catch, such as a record that
 * takes all memory, so only this file tells the next process where the last one ended.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RecordId, TenantId } from '@verbatim/contract/ids.ts'
import type { Log } from '#platform/log.ts'
import type { Lane } from './read-backlog.ts'

/** Those of a tenant from one record to another. */
interface MarkedRecords {
  readonly tenantId: TenantId
  readonly first: RecordId
  readonly last: RecordId
}

export interface ReadingMark {
  /** What the last process of this home was reading when it ended, if it was this tenant's. */
  leftOf(tenantId: TenantId): MarkedRecords | undefined
  /** What was left has been read. */
  forget(): void
  /** Resolves before they may be read. */
  set(records: MarkedRecords): Promise<void>
  clear(): Promise<void>
}

/**
 * Each lane has a mark of its own, because both are read at once. A home that cannot be read or written, such as a full disk, keeps
 * no record from being read.
 */
export async function openReadingMark(home: string, lane: Lane, log: Log): Promise<ReadingMark> {
  const file = join(home, `reading-${lane}`)
  const warn = (error: unknown) =>
    log.warn({ err: error }, 'the mark of what is being read could not be kept')
  await mkdir(home, { recursive: true }).catch(warn)
  const write = (text: string) => writeFile(file, text, { mode: 0o600 }).catch(warn)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') warn(error)
  })
  let left = parseMark(text ?? '')
  return {
    leftOf: (tenantId) => (left?.tenantId === tenantId ? left : undefined),
    forget: () => void (left = undefined),
    set: ({ tenantId, first, last }) => write(`${tenantId} ${first} ${last}\n`),
    clear: () => write(''),
  }
}

/** Undefined for one that was cleared, or not written whole. */
function parseMark(text: string): MarkedRecords | undefined {
  const [tenant, from, to] = text.endsWith('\n') ? text.trimEnd().split(' ') : []
  const tenantId = TenantId.safeParse(tenant).data
  const first = RecordId.safeParse(from).data
  const last = RecordId.safeParse(to).data
  return tenantId && first && last ? { tenantId, first, last } : undefined
}
