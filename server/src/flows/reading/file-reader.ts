import { openThreads, ThreadLost } from '#platform/threads.ts'
import type { FileText } from './file-text.ts'
import { mostFileBytes } from './read-file.ts'

export interface FileReader {
  /**
   * What is written in a file, read in a thread of its own; one that takes too much time or memory is unreadable.
   * @throws ThreadLost `closed`
   */
  read(bytes: Uint8Array): Promise<FileText>
  close(): Promise<void>
}

export interface FileReaderOptions {
  readonly threads: number
  readonly timeoutMs: number
  readonly memoryMb: number
  readonly buffersMb: number
}

/** Strangers' files are read beside everything else, so that one that hangs or swells harms no other. */
export const fileReading: FileReaderOptions = { threads: 2, timeoutMs: 30_000, memoryMb: 512, buffersMb: 768 }

export function openFileReader(options: FileReaderOptions = fileReading): FileReader {
  const threads = openThreads<Uint8Array, FileText>({
    ...options,
    program: new URL('./reading-thread.ts', import.meta.url),
  })
  return {
    async read(bytes) {
      if (bytes.length > mostFileBytes) return { state: 'unreadable', reason: 'too-large' }
      try {
        return await threads.ask(bytes)
      } catch (error) {
        if (!(error instanceof ThreadLost) || error.reason === 'closed') throw error
        return { state: 'unreadable', reason: 'limits' }
      }
    },
    close: () => threads.close(),
  }
}
