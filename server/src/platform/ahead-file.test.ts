import { mkdtemp, open, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAheadFile } from './ahead-file.ts'

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verbatim-ahead-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const newPath = () => join(folder, `${(count += 1)}.log`)
const all = { frames: 1_000, bytes: 1_000_000 }
const texts = (payloads: readonly Buffer[]) => payloads.map((one) => one.toString('utf8'))

test('a file that was cut anywhere has exactly the frames before the cut, and takes new ones', async () => {
  const payloads = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(payloads, fc.double({ min: 0, max: 1, noNaN: true }), async (given, share) => {
      const path = newPath()
      const file = await openAheadFile(path)
      for (const one of given) await file.append([one])
      await file.close()
      const cut = Math.floor((await stat(path)).size * share)
      await truncate(path, cut)
      let size = 0
      const whole = given.filter((one) => (size += one.length + 8) <= cut)
      const again = await openAheadFile(path)
      await again.append([Buffer.from('new')])
      const { payloads: read, end } = await again.next(all)
      expect(read.map((one) => [...one])).toEqual([...whole.map((one) => [...one]), [...Buffer.from('new')]])
      await again.done(end)
      expect([again.waiting, (await stat(path)).size]).toEqual([0, 0])
      await again.close()
    }),
    { numRuns: 40 },
  )
})

test('bytes that a crash left as zeros or garbage end the file', async () => {
  for (const junk of [Buffer.alloc(64), Buffer.from('\0\0\0\x03abcdxyz-and-more')]) {
    const path = newPath()
    const file = await openAheadFile(path)
    await file.append([Buffer.from('whole')])
    await file.close()
    const raw = await open(path, 'a')
    await raw.write(junk)
    await raw.close()
    const again = await openAheadFile(path)
    expect(texts((await again.next(all)).payloads)).toEqual(['whole'])
    await again.close()
  }
})

test('frames are read by parts, and an append during that is not lost', async () => {
  const file = await openAheadFile(newPath())
  await file.append(['a', 'bb', 'ccc'].map((text) => Buffer.from(text)))
  const first = await file.next({ frames: 2, bytes: 1_000 })
  await Promise.all([file.append([Buffer.from('d')]), file.done(first.end)])
  const second = await file.next({ frames: 9, bytes: 3 })
  expect([texts(first.payloads), texts(second.payloads)]).toEqual([['a', 'bb'], ['ccc']])
  await file.done(second.end)
  expect(texts((await file.next(all)).payloads)).toEqual(['d'])
  await file.close()
})
