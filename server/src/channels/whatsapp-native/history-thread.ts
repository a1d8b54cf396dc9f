/** The program of the thread that reads a file of the history: it divides it into parts of a bounded size. */
import { parentPort } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import { processHistoryMessage, proto } from 'baileys'
import { pagesOf } from './batch.ts'

/** Phones divide the history into files of a few MB. */
const mostBytes = 64 * 1024 * 1024

parentPort?.on('message', (file: Uint8Array) => {
  parentPort?.postMessage(partsOf(file))
})
parentPort?.postMessage('ready')

/** Undefined if it is no history. */
function partsOf(file: Uint8Array): unknown[] | undefined {
  try {
    const bytes = inflateSync(file, { maxOutputLength: mostBytes })
    const history = processHistoryMessage(proto.HistorySync.decode(bytes))
    return pagesOf('messaging-history.set', history, new Date(0)).map(({ data }) => data)
  } catch {
    return undefined
  }
}
