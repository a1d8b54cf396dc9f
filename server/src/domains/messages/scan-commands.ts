/** Scans of files for malware: which bytes wait for one, and the results. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import { insertMany } from '#platform/bulk.ts'
import type { Scanned } from '#platform/clamd.ts'
import type { TenantTx } from '#platform/db.ts'
import { doubling } from '#platform/work/back-off.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { takeDue, type Try } from '#platform/work/tries.ts'

/** Files that were stored and have not been scanned. Without a scanner they wait until there is one. */
export const unscannedFiles: DueRows<'file_scan'> = {
  name: 'scanning',
  table: 'file_scan',
  waits: () => sql`state = 'waiting'`,
  from: 'scan_after',
  leaseMs: 5 * 60_000,
  tries: 'scan_attempts',
  order: sql`scan_after, added_at`,
  // For bytes that cannot be read from the store, or that the scanner breaks off at: one that is away does not count.
  backOff: doubling({ firstMs: 60_000, mostMs: hourMs, tries: 12 }),
  givingUp: (reason, now) => ({
    state: 'unscannable',
    reason: reason === 'refused' ? reason : 'unreadable',
    is_away: false,
    scanned_at: now,
  }),
  failing: () => ({ is_away: true }),
  figures: {
    // Where no scanner is configured, nothing is tried, and nothing is late.
    counted: () => sql`state = 'waiting' and scan_attempts > 0`,
    oldest: sql`min(added_at)`,
  },
}

/** Notes stored bytes to be scanned; known ones stay as they are. */
export async function expectScans(tx: TenantTx, digests: readonly Uint8Array[]): Promise<void> {
  const rows = digests.map((sha256) => ({ sha256: Buffer.from(sha256) }))
  await insertMany(
    tx,
    { table: 'file_scan', conflict: sql`on conflict do nothing` },
    { sha256: 'bytea' },
    rows,
  )
}

export interface UnscannedFile {
  readonly sha256: Buffer
  readonly tried: Try<'file_scan'>
}

export async function takeUnscanned(tx: TenantTx, now: Date, most: number): Promise<UnscannedFile[]> {
  const taken = await takeDue(tx, unscannedFiles, most, now)
  return taken.map(({ row: { sha256 }, tried }) => ({ sha256, tried }))
}

/** The columns of a result. */
export function resultOf({ verdict, engine }: Scanned, now: Date) {
  return {
    state: verdict.state,
    malware: verdict.state === 'infected' ? verdict.malware : null,
    reason: verdict.state === 'unscannable' ? verdict.reason : null,
    engine,
    scanned_at: now,
    is_away: false,
  }
}

/** Keeps the result of a scan that no worker had taken; one that is known stays. */
export async function keepScan(tx: TenantTx, sha256: Uint8Array, scanned: Scanned, now: Date): Promise<void> {
  const result = resultOf(scanned, now)
  await tx
    .insertInto('file_scan')
    .values({ sha256: Buffer.from(sha256), ...result })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'sha256']).doUpdateSet(result).where('file_scan.state', '=', 'waiting'),
    )
    .execute()
}
