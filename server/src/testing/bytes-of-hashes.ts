/**
 * A program that prints how many bytes one of a hundred thousand known hashes takes, read as a file of a backup is. In a process
 * of its own: collecting the garbage of all tests of a worker took 19 seconds.
 */
import { setImmediate } from 'node:timers/promises'
import { linesOf } from '#platform/backup/rows.ts'
import { KnownHashes } from '#platform/verify/known-hashes.ts'

const count = 100_000

async function* chunks() {
  for (let n = 0; n < count; n += 500) {
    const lines = Array.from({ length: 500 }, (_, i) => `tenant\t${(n + i).toString(16).padStart(64, '0')}\n`)
    yield Buffer.from(lines.join(''))
  }
}

/** Buffers that are no longer used are given back after the collection that finds them. */
async function used(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.()
    await setImmediate()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function readAll(): Promise<KnownHashes> {
  const known = new KnownHashes()
  for await (const lines of linesOf(chunks()))
    for (const line of lines) {
      const [tenant = '', sha256 = ''] = line.split('\t')
      known.add(tenant, sha256)
    }
  return known
}

await readAll() // what the code itself takes is not counted
const before = await used()
const known = await readAll()
const after = await used()
if (!globalThis.gc || !known.has('tenant', Buffer.alloc(32))) throw new Error('Nothing was measured.')
process.stdout.write(String((after - before) / count))
