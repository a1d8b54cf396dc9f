/** Files are scanned for malware, where a scanner is configured. Source: docs/rules/malware.md. */
import type { TenantId } from '@verbatim/contract/ids.ts'
import {
  keepScan,
  resultOf,
  takeUnscanned,
  type UnscannedFile,
  unscannedFiles,
} from '#domains/messages/scan-commands.ts'
import { findScans } from '#domains/messages/scan-queries.ts'
import { Failure } from '#kernel/failure.ts'
import type { Blobs } from '#platform/blobs.ts'
import { announce } from '#platform/changes.ts'
import { type Scanned, type Scanner, ScannerAway, ScannerBroke } from '#platform/clamd.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { settle } from '#platform/work/tries.ts'

export interface ScanContext extends DbContext {
  readonly blobs: Pick<Blobs, 'stream'>
  /** Undefined where none is configured. */
  readonly scanner: Scanner | undefined
  readonly log: Log
}

/** Files of one organization at once. */
const batch = 4
/** A scanner that is away is asked again after so long. */
const awayMs = 60_000

/** Scans due files. @returns How many were taken. */
export async function scanFiles(ctx: ScanContext, tenantId: TenantId): Promise<number> {
  const { db, scanner, now } = ctx
  if (!scanner) return 0
  const due = await inTenant(db, tenantId, (tx) => takeUnscanned(tx, now(), batch))
  await Promise.all(due.map((file) => scanOne(ctx, tenantId, scanner, file)))
  if (due.length > 0)
    await inTenant(db, tenantId, (tx) => announce(tx, ['messages', 'conversations', 'cognitive-events']))
  return due.length
}

async function scanOne(
  { db, blobs, log, now }: ScanContext,
  tenantId: TenantId,
  scanner: Scanner,
  { sha256, tried }: UnscannedFile,
): Promise<void> {
  const outcome = await scanner
    .scan(() => blobs.stream(tenantId, sha256))
    .then(
      (scanned: Scanned) => ({ done: resultOf(scanned, now()) }),
      (error: unknown) => {
        log.warn(
          { err: error, work: unscannedFiles.name },
          'a file could not be scanned and will be tried again',
        )
        // One that breaks off over and over may mean this file.
        if (error instanceof ScannerBroke) return { failed: 'refused' }
        const isAway = error instanceof ScannerAway
        return isAway
          ? { putOff: new Date(now().getTime() + awayMs), also: { is_away: true } }
          : { failed: 'unreadable' }
      },
    )
  await inTenant(db, tenantId, (tx) => settle(tx, tried, outcome, now()))
}

/**
 * A file may be opened: it was scanned, now if it was not before, and has no malware. Without a scanner, one that has not been
 * scanned may be opened, and one that was found infected stays blocked.
 * @throws Failure `attachment.infected`, `attachment.not-scanned`
 */
export async function requireClean(
  { db, blobs, scanner, log, now }: ScanContext,
  tenantId: TenantId,
  sha256: Uint8Array,
): Promise<void> {
  const scans = await inTenant(db, tenantId, (tx) => findScans(tx, [sha256]))
  const known = scans.get(Buffer.from(sha256).toString('hex'))
  if (known?.state === 'infected') throw new Failure('attachment.infected', { malware: known.malware ?? '' })
  if (!scanner || (known && known.state !== 'waiting')) return
  const scanned = await scanNow(scanner, () => blobs.stream(tenantId, sha256), log)
  if (!scanned) throw new Failure('attachment.not-scanned')
  await inTenant(db, tenantId, (tx) => keepScan(tx, sha256, scanned, now()))
  if (scanned.verdict.state === 'infected')
    throw new Failure('attachment.infected', { malware: scanned.verdict.malware })
}

/** Undefined where the scanner is away. */
export async function scanNow(
  scanner: Scanner,
  open: Parameters<Scanner['scan']>[0],
  log: Log,
): Promise<Scanned | undefined> {
  try {
    return await scanner.scan(open)
  } catch (error) {
    if (!(error instanceof ScannerAway)) throw error
    log.warn({ err: error }, 'the malware scanner is not available')
    return undefined
  }
}
