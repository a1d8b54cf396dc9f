import { statfs } from 'node:fs/promises'
import type { Config } from '#platform/config.ts'
import type { DbContext } from '#platform/db.ts'
import type { FileStore } from '#platform/files/store.ts'
import { rememberFor } from '#platform/remember.ts'
import type { Health, Part } from '#platform/processes/supervised.ts'
import { within } from '#platform/within.ts'
import { beat, countProcesses, type ProcessLife } from './beat.ts'
import { type Figures, readFigures } from './figures.ts'

export interface HealthContext extends DbContext {
  readonly config: Config
  readonly files: FileStore
}

/** When a part counts as degraded. */
const marks = {
  backlogSeconds: 60,
  readingSeconds: 15 * 60,
  mailSeconds: 15 * 60,
  diskShare: 0.05,
  databaseMs: 5_000,
} as const

export interface HealthCheck {
  check(): Promise<Health>
  figures(): Promise<Figures>
  /** From now on this process is not ready, even if all checks succeed. */
  drain(): void
}

/**
 * Checks whether this process can work now by doing some work: it writes and commits a row, and stores a file.
 * Without its database the process is not ready. Other problems are reported, but do not remove it from its load balancer.
 */
export function openHealth(ctx: HealthContext, life: ProcessLife): HealthCheck {
  let draining = false
  const figures = rememberFor(10_000, () => within(marks.databaseMs, readFigures(ctx.db, ctx.now())))
  const canWrite = rememberFor(1_000, () => answers(() => within(marks.databaseMs, beat(ctx.db, life))))
  // Files are checked less often: checks are slower, and the process can work without files.
  const filesAnswer = rememberFor(15_000, () => answers(() => within(10_000, ctx.files.probe())))
  const others = rememberFor(5_000, () => findDegraded(ctx, figures, filesAnswer))
  return {
    figures,
    drain: () => void (draining = true),
    async check() {
      if (draining) return { state: 'draining', degraded: [] }
      if (!(await canWrite())) return { state: 'not-ready', degraded: ['database'] }
      const degraded = await others().catch((): Part[] => ['database'])
      return { state: degraded.length > 0 ? 'degraded' : 'ready', degraded }
    },
  }
}

async function findDegraded(
  ctx: HealthContext,
  figures: () => Promise<Figures>,
  filesAnswer: () => Promise<boolean>,
): Promise<Part[]> {
  const { config, db } = ctx
  const sendsMail = config.SMTP_URL !== undefined
  const isLocal = config.VERBATIM_ENVIRONMENT === 'local'
  const [now, processes, files, disks] = await Promise.all([
    figures(),
    countProcesses(db),
    filesAnswer(),
    Promise.all(foldersOf(config).map(findDiskSpace)),
  ])
  const ageOf = (work: string) => now.work.get(work)?.ageSeconds ?? 0
  const amiss: readonly (readonly [Part, boolean])[] = [
    ['files', !files],
    ['absent-files', now.absent > 0],
    ['disk', disks.some(({ freeBytes, sizeBytes }) => freeBytes < sizeBytes * marks.diskShare)],
    ['worker', !processes.has('worker')],
    ['backlog', ageOf('backlog') > marks.backlogSeconds],
    ['reading', ageOf('reading') > marks.readingSeconds],
    ['mail', sendsMail ? ageOf('mail') > marks.mailSeconds : !isLocal],
  ]
  return amiss.flatMap(([part, isAmiss]) => (isAmiss ? [part] : []))
}

/** The folders whose disks fill up: the home, and the folder of files if it is elsewhere. */
export function foldersOf(config: Config): string[] {
  const files = config.BLOBS_S3_BUCKET === undefined ? [config.BLOBS_FOLDER] : []
  return [...new Set([config.VERBATIM_HOME, ...files])]
}

export async function findDiskSpace(folder: string): Promise<{ freeBytes: number; sizeBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch {
    return false // the next check reports the error
  }
}
