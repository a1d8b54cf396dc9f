/** The program of one reading thread: it reads one file, returns the result, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { readTableFile, type TableLimits } from '@verbatim/documents/tables/table.ts'
import { UnreadableTable } from '@verbatim/documents/tables/unreadable-table.ts'

const { bytes, limits } = workerData as { bytes: Uint8Array; limits: TableLimits }
try {
  parentPort?.postMessage({ table: readTableFile(bytes, limits) })
} catch (error) {
  if (!(error instanceof UnreadableTable)) throw error
  const { problem, explanation } = error
  parentPort?.postMessage({ problem, explanation })
}
