/**
 * A parsing thread that obeys the first word of a mail: sleep forever, die, fail, fill its memory or external buffers, or
 * read.
 */
import { parentPort } from 'node:worker_threads'
import { readJournalMail } from '#channels/journal/journal-mail.ts'

parentPort?.on('message', (bytes: Uint8Array) => {
  const word = Buffer.from(bytes).toString('latin1').split(' ', 1)[0]
  if (word === 'sleep') for (;;);
  if (word === 'die') process.exit(1)
  if (word === 'fail') throw new Error('a bug')
  if (word === 'fill')
    for (const all: number[][] = []; ;) all.push(Array.from({ length: 1000 }, (_, at) => at))
  if (word === 'swell') return swell([])
  parentPort?.postMessage(readJournalMail(bytes))
})
/** Allocates more and more buffers outside the heap. */
function swell(held: Buffer[]): void {
  if (held.length < 200) held.push(Buffer.alloc(1024 * 1024, 1))
  setTimeout(() => swell(held), 5)
}

parentPort?.postMessage('ready')
