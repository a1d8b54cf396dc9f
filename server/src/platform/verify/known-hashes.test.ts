import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
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
  const program = fileURLToPath(new URL('../../testing/bytes-of-hashes.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program])
  expect(Number(stdout)).toBeGreaterThan(32)
  expect(Number(stdout)).toBeLessThan(64)
})
