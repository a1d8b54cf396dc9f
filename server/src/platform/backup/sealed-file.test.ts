import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Damaged, digestOf, readSealed, writeSealed } from './sealed-file.ts'

const key = Buffer.alloc(32, 3)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verbatim-sealed-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
async function seal(chunks: readonly Uint8Array[], name = 'a/rows') {
  const path = join(folder, String((count += 1)))
  const written = await writeSealed(path, { key, name }, streamOf(chunks))
  return { path, written }
}
async function* streamOf(chunks: readonly Uint8Array[]) {
  yield* chunks
}
async function open(path: string, name = 'a/rows', with_ = key): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of readSealed(path, { key: with_, name })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('sealed data of any length can be opened, and reveals nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }), async (chunks) => {
      const { path, written } = await seal(chunks)
      expect(await open(path)).toEqual(Buffer.concat(chunks))
      expect(await digestOf(path)).toEqual(written)
    }),
    { numRuns: 25 },
  )
  const { path } = await seal([Buffer.from('a secret word '.repeat(1_000))])
  expect((await readFile(path)).includes('secret')).toBe(false)
})

test('a file of several frames does not open if it is cut, changed, or has another name, key or order', async () => {
  // Random bytes do not get shorter.
  const plain = createHash('shake256', { outputLength: 2_800_000 }).update('7').digest()
  const { path } = await seal([plain])
  const whole = await readFile(path)
  expect(whole.length).toBeGreaterThan(2 * 1024 * 1024)
  expect((await open(path)).equals(plain)).toBe(true)
  const frame = 4 + 1024 * 1024 + 16
  const begin = 20
  const spoilt = {
    'cut within a frame': whole.subarray(0, whole.length - 5),
    'cut between frames': whole.subarray(0, begin + 2 * frame),
    'cut to its head': whole.subarray(0, begin),
    empty: Buffer.alloc(0),
    'with something behind it': Buffer.concat([whole, Buffer.from('x')]),
    'with a bit turned': Buffer.concat([
      whole.subarray(0, 500_000),
      Buffer.of(whole[500_000]! ^ 1),
      whole.subarray(500_001),
    ]),
    'with frames in another order': Buffer.concat([
      whole.subarray(0, begin),
      whole.subarray(begin + frame, begin + 2 * frame),
      whole.subarray(begin, begin + frame),
      whole.subarray(begin + 2 * frame),
    ]),
  }
  for (const [what, bytes] of Object.entries(spoilt)) {
    await writeFile(path, bytes)
    await expect(open(path), what).rejects.toThrow(Damaged)
    await expect(open(path), what).rejects.toThrow(path)
  }
  await writeFile(path, whole)
  await expect(open(path, 'b/rows')).rejects.toThrow(Damaged)
  await expect(open(path, 'a/rows', Buffer.alloc(32, 4))).rejects.toThrow(Damaged)
})

test('a file that is missing is damaged', async () => {
  const path = join(folder, 'missing')
  await expect(digestOf(path)).rejects.toThrow(Damaged)
  await expect(open(path)).rejects.toThrow(Damaged)
})

test('a file that is there, and that the machine cannot open or read, is not called damaged', async () => {
  // For any user, the file of a socket does not open, and a folder opens and is not read.
  const path = join(folder, 'socket')
  const server = createServer().listen(path)
  await once(server, 'listening')
  await mkdir(join(folder, 'in its place'))
  try {
    for (const [name, why] of [
      ['socket', 'ENXIO: no such device or address'],
      ['in its place', 'EISDIR: illegal operation on a directory'],
    ] as const)
      for (const read of [digestOf, open])
        await expect(read(join(folder, name))).rejects.toMatchObject({
          name: 'Unreadable',
          message: `${join(folder, name)} cannot be read (${why}).`,
        })
  } finally {
    server.close()
  }
})
