import { appendFile, mkdtemp, open, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAheadFile, readFrames } from './ahead-file.ts'

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verbatim-ahead-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const newPath = () => join(folder, `${(count += 1)}.log`)
const all = { frames: 1_000, bytes: 1_000_000 }
const texts = (payloads: readonly Buffer[]) => payloads.map((one) => one.toString('utf8'))

/** A file of a process that ended. */
async function leave(given: readonly (string | Uint8Array)[]): Promise<string> {
  const path = newPath()
  const file = await createAheadFile(path)
  for (const one of given) await file.append([Buffer.from(one)])
  await file.close()
  return path
}
async function readLeft(path: string, most = all) {
  const file = await open(path, 'r')
  try {
    const payloads: Buffer[] = []
    let isDamaged = false
    for (let from = 0; ;) {
      const frames = await readFrames(file, from, most)
      isDamaged ||= frames.isDamaged
      payloads.push(...frames.payloads)
      if (frames.end === from) return { payloads, isDamaged, rest: (await file.stat()).size - from }
      from = frames.end
    }
  } finally {
    await file.close()
  }
}
async function flip(path: string, place: number): Promise<void> {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, place)
  await file.write(Buffer.from([(byte[0] ?? 0) ^ 0x10]), 0, 1, place)
  await file.close()
}

test('a file that was cut anywhere has exactly the frames before the cut', async () => {
  const payloads = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(payloads, fc.double({ min: 0, max: 1, noNaN: true }), async (given, share) => {
      const path = await leave(given)
      const cut = Math.floor((await stat(path)).size * share)
      await truncate(path, cut)
      let size = 0
      const whole = given.filter((one) => (size += one.length + 8) <= cut)
      const read = await readLeft(path)
      expect(read.payloads.map((one) => [...one])).toEqual(whole.map((one) => [...one]))
      expect(read.isDamaged).toBe(false)
    }),
    { numRuns: 40 },
  )
})

test('a flipped byte anywhere costs only its own frame, and is noticed unless that was the last one', async () => {
  const texts3 = ['{"one":"first"}', '{"two":"second"}', '{"three":"third"}']
  const sizes = texts3.map((text) => text.length + 8)
  const [first = 0, second = 0, third = 0] = sizes
  for (let place = 0; place < first + second + third; place += 1) {
    const path = await leave(texts3)
    await flip(path, place)
    const hit = place < first ? 0 : place < first + second ? 1 : 2
    for (const most of [all, { frames: 1, bytes: 0 }]) {
      const read = await readLeft(path, most)
      expect(texts(read.payloads), `byte ${place}`).toEqual(texts3.filter((_, index) => index !== hit))
      // Of the last frame, a length that grew looks like a write that was cut.
      if (hit < 2 || place >= first + second + 4) expect([read.isDamaged, read.rest]).toEqual([true, 0])
    }
  }
})

test('zeros after the frames are a write that was cut; other bytes are damage', async () => {
  const after = async (junk: Buffer) => {
    const path = await leave(['whole'])
    await appendFile(path, junk)
    const { payloads, isDamaged } = await readLeft(path)
    return [texts(payloads), isDamaged]
  }
  expect(await after(Buffer.alloc(64))).toEqual([['whole'], false])
  expect(await after(Buffer.from('\0\0\x09\x03abcdxyz-and-more'))).toEqual([['whole'], false])
  expect(await after(Buffer.from('\0\0\0\x03abcdxyz-and-more'))).toEqual([['whole'], true])
})

test('a file that is damaged while it is written gives the other frames, and is not emptied', async () => {
  for (const place of [2, 10]) {
    const path = newPath()
    const file = await createAheadFile(path)
    await file.append(['{"a":1}', '{"b":1}', '{"c":1}'].map((text) => Buffer.from(text)))
    await flip(path, 15 + place)
    const read = await file.next(all)
    expect(texts(read.payloads)).toEqual(['{"a":1}', '{"c":1}'])
    await file.done(read.end)
    expect([file.waiting, file.isDamaged, (await stat(path)).size]).toEqual([0, true, 45])
    await file.append([Buffer.from('later')])
    const later = await file.next(all)
    expect([texts(later.payloads), later.isDamaged]).toEqual([['later'], false])
    await flip(path, 46)
    const stuck = await file.next(all)
    expect([stuck.payloads, stuck.isDamaged]).toEqual([[], true])
    await file.done(stuck.end)
    expect(file.waiting).toBe(0)
    await file.close()
  }
})

test('a file is never opened over another one', async () => {
  await expect(createAheadFile(await leave(['kept']))).rejects.toThrow('EEXIST')
})

test('frames are read by parts, and an append during that is not lost', async () => {
  const file = await createAheadFile(newPath())
  await file.append(['a', 'bb', 'ccc'].map((text) => Buffer.from(text)))
  const first = await file.next({ frames: 2, bytes: 1_000 })
  await Promise.all([file.append([Buffer.from('d')]), file.done(first.end)])
  const second = await file.next({ frames: 9, bytes: 3 })
  expect([texts(first.payloads), texts(second.payloads)]).toEqual([['a', 'bb'], ['ccc']])
  await file.done(second.end)
  expect(texts((await file.next(all)).payloads)).toEqual(['d'])
  await file.close()
})
