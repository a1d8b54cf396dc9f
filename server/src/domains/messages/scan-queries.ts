import type { FileScan } from '@verbatim/contract/file-scans.ts'
import type { Selectable } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import type { FileScanTable } from '#schema/files.ts'

const scanColumns = ['sha256', 'state', 'malware', 'reason', 'engine', 'scanned_at'] as const
type ScanRow = Pick<Selectable<FileScanTable>, (typeof scanColumns)[number]>

/** The results of scans, and the files that wait for a scanner that is away, by the digest of their bytes, in hexadecimal. */
export async function findScans(
  tx: TenantTx,
  digests: readonly Uint8Array[],
): Promise<ReadonlyMap<string, FileScan>> {
  if (digests.length === 0) return new Map()
  const rows = await tx
    .selectFrom('file_scan')
    .select([...scanColumns])
    .where((is) => is.or([is('state', '<>', 'waiting'), is('is_away', '=', true)]))
    .where(
      'sha256',
      'in',
      digests.map((digest) => Buffer.from(digest)),
    )
    .execute()
  return new Map(rows.map((row) => [row.sha256.toString('hex'), toFileScan(row)]))
}

function toFileScan({ state, malware, reason, engine, scanned_at }: ScanRow): FileScan {
  return {
    state,
    ...(malware !== null && { malware }),
    ...(reason !== null && { reason }),
    ...(engine !== null && { engine }),
    ...(scanned_at && { at: scanned_at.toISOString() }),
  }
}
