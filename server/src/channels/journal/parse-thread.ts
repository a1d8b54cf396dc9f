/** The program of one parsing thread: it reads each mail it gets, and returns the result. */
import { parentPort } from 'node:worker_threads'
import { readJournalMail } from './journal-mail.ts'

parentPort?.on('message', (bytes: Uint8Array) => {
  const read = readJournalMail(bytes)
  const attached = [...read.mail.parts, ...read.extraParts].map((part) => part.bytes.buffer as ArrayBuffer)
  parentPort?.postMessage(read, attached)
})
parentPort?.postMessage('ready')
