/** The program of one parsing thread: it reads each mail it is sent, and sends back what it read. */
import { parentPort } from 'node:worker_threads'
import { readJournalMail } from './journal-mail.ts'

parentPort?.on('message', (bytes: Uint8Array) => {
  void readJournalMail(bytes).then((read) => {
    const attached = [...read.mail.parts, ...read.extraParts].map((part) => part.bytes.buffer as ArrayBuffer)
    parentPort?.postMessage(read, [...new Set(attached)])
  })
})
parentPort?.postMessage('ready')
