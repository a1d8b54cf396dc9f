/** A reading thread that sleeps for ever over a file that asks for it, and reads any other normally. */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString()
  if (text.startsWith('sleep')) for (;;);
  parentPort?.postMessage({ state: 'read', text })
})
parentPort?.postMessage('ready')
