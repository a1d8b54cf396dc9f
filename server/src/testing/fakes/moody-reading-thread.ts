/** A reading thread that sleeps forever on files that ask for it, and reads other files normally. */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString()
  if (text.startsWith('sleep')) for (;;);
  parentPort?.postMessage({ state: 'read', text })
})
parentPort?.postMessage('ready')
