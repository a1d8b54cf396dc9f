/** The program of one reading thread: it returns the text of each file it gets. */
import { parentPort } from 'node:worker_threads'
import { readFile } from '@verbatim/documents/text/read-file.ts'

parentPort?.on('message', (bytes: Uint8Array) => {
  void readFile(bytes).then((text) => parentPort?.postMessage(text))
})
parentPort?.postMessage('ready')
