import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { linesOf } from '#platform/backup/rows.ts'
import { KnownHashes } from './known-hashes.ts'

const hashOf = (n: number) => createHash('sha256').update(String(n)).digest('hex')
const hashes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => hashOf(from + n)).toSorted()

test('each organization has the hashes that were added for it, and no others', () => {
  const known = new KnownHashes()
  const [ofOne, ofOther] = [hashes(0, 300), hashes(200, 201)]
  for (const sha256 of ofOne) known.add('one', sha256)
  for (const sha256 of ofOther) known.add('other', sha256)
  const has = (tenant: string, n: number) => known.has(tenant, Buffer.from(hashOf(n), 'hex'))
  for (let n = 0; n < 600; n += 1)
    expect([n, has('one', n), has('other', n), has('a third', n)]).toEqual([n, n < 300, n === 200, false])
  expect([...known.tenants()]).toEqual(['one', 'other'])
})

test('a hash that is out of order is no quiet gap, and one of another length has no file', () => {
  const known = new KnownHashes()
  known.add('one', '02'.repeat(32))
  expect(() => known.add('one', '01'.repeat(32))).toThrow('out of order')
  known.add('other', '01'.repeat(32))
  expect(() => known.add('one', '03'.repeat(32))).toThrow('out of order')
  known.add('other', '02')
  expect(known.has('other', Buffer.of(2))).toBe(false)
})

test('a hundred thousand hashes take little more than their bytes', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const count = 100_000
  async function* chunks() {
    for (let n = 0; n < count; n += 500) {
      const lines = Array.from(
        { length: 500 },
        (_, i) => `tenant\t${(n + i).toString(16).padStart(64, '0')}\n`,
      )
      yield Buffer.from(lines.join(''))
    }
  }
  const before = used()
  const known = new KnownHashes()
  for await (const lines of linesOf(chunks()))
    for (const line of lines) {
      const [tenant = '', sha256 = ''] = line.split('\t')
      known.add(tenant, sha256)
    }
  expect((used() - before) / count).toBeLessThan(64)
  expect(known.has('tenant', Buffer.alloc(32))).toBe(true)
})
