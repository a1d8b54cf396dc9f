import { hourMs } from '@verbatim/contract/durations.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { openShares } from '#platform/shares.ts'
import { openThreads, ThreadLost } from '#platform/processes/threads.ts'
import type { FileText } from '@verbatim/documents/text/file-text.ts'
import { mostFileBytes } from '@verbatim/documents/text/read-file.ts'

export interface FileReader {
  /**
   * The text of a file, read in a separate thread; a file that takes too much time or memory is unreadable.
   * @param open Returns its bytes when the organization has its turn, so few files are in memory at once. Its errors are passed
   * on.
   * @throws ThreadLost `closed`
   */
  read(tenantId: TenantId, open: () => Promise<Uint8Array>): Promise<FileText>
  close(): Promise<void>
}

interface FileReaderOptions {
  readonly threads: number
  readonly timeoutMs: number
  readonly memoryMb: number
  readonly buffersMb: number
  /** The program of the thread; the reader of files by default. */
  readonly program?: URL
}

/**
 * Strangers' files are read in separate threads, so that one that hangs or grows harms no other. A third thread is
 * started only if another organization has files while one has two in progress.
 */
export const fileReading: FileReaderOptions = { threads: 3, timeoutMs: 30_000, memoryMb: 512, buffersMb: 768 }

export function openFileReader(options: FileReaderOptions = fileReading): FileReader {
  const threads = openThreads<Uint8Array, FileText>({
    program: new URL('./reading-thread.ts', import.meta.url),
    ...options,
  })
  // One organization gets all threads except one, so its hanging files do not delay those of others.
  const perTenant = Math.max(1, options.threads - 1)
  const shares = openShares({
    total: options.threads,
    perTenant,
    perPerson: perTenant,
    waitingPerPerson: Infinity,
    waitingPerTenant: Infinity,
    waitMs: longestWaitMs,
  })
  return {
    read: (tenantId, open) =>
      shares.run({ tenantId, userId: tenantId }, async () => {
        const bytes = await open()
        if (bytes.length > mostFileBytes) return { state: 'unreadable', reason: 'too-large' }
        try {
          return await threads.ask(bytes)
        } catch (error) {
          if (!(error instanceof ThreadLost) || error.reason === 'closed') throw error
          return { state: 'unreadable', reason: 'limits' }
        }
      }),
    close: () => threads.close(),
  }
}

/** Longer than all reads that may run before it. */
const longestWaitMs = hourMs
