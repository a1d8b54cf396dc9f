/** A reading thread that sleeps for ever over a file that says so, and reads any other as it is. */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString()
  if (text.startsWith('sleep')) for (;;);
  parentPort?.postMessage({ state: 'read', text })
})
parentPort?.postMessage('ready')
