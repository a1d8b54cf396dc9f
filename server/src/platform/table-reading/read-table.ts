import { Worker } from 'node:worker_threads'
import type { Table, TableLimits } from '@verbatim/documents/tables/table.ts'
import { type TableProblem, UnreadableTable } from '@verbatim/documents/tables/unreadable-table.ts'

/** Limits for one file, so that a hostile one harms only its own thread. */
const allowed = { timeoutMs: 20_000, memoryMb: 512 }

type Said = { readonly table: Table } | { readonly problem: TableProblem; readonly explanation: string }

/**
 * Reads the table in an uploaded file, in a separate thread with limits on time and memory.
 * @throws UnreadableTable
 */
export async function readTable(bytes: Uint8Array, limits: TableLimits): Promise<Table> {
  const worker = new Worker(new URL('./read-thread.ts', import.meta.url), {
    workerData: { bytes, limits },
    resourceLimits: { maxOldGenerationSizeMb: allowed.memoryMb },
  })
  const lost = (cause?: unknown) =>
    new UnreadableTable('bad-workbook', 'it takes too much time or memory to read.', cause)
  const { promise, resolve, reject } = Promise.withResolvers<Said>()
  worker.once('message', resolve)
  worker.once('error', (error) => reject(lost(error)))
  worker.once('exit', () => reject(lost()))
  const timer = setTimeout(() => reject(lost()), allowed.timeoutMs)
  try {
    const said = await promise
    if ('table' in said) return said.table
    throw new UnreadableTable(said.problem, said.explanation)
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
