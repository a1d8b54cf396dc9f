import { appendFile, type FileHandle, mkdtemp, open, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAheadFile, readFrames } from './ahead-file.ts'

let folder: string
let count = 0
let anyHandle: FileHandle
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verbatim-ahead-'))
  anyHandle = await open(folder, 'r')
})
afterAll(async () => {
  await anyHandle.close()
  await rm(folder, { recursive: true, force: true })
})

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
async function readLeft(path: string, most: Parameters<typeof readFrames>[2] = all) {
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

test('a truncated file has exactly the frames before the cut', async () => {
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

/** What is done instead of reading, or before. */
function watchReads(onRead: (length: number, position: number) => void): Disposable {
  const handle = Object.getPrototypeOf(anyHandle) as FileHandle
  const read = Reflect.get(handle, 'read') as (...given: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(handle, 'read').mockImplementation(async function (
    this: FileHandle,
    ...given: unknown[]
  ) {
    const [, , length, position] = given as [Buffer, number, number, number]
    onRead(length, position)
    return read.apply(this, given)
  } as never)
  return { [Symbol.dispose]: () => spy.mockRestore() }
}

/** From now on the disk fails to read this sector of every file. */
const failAt = (sector: number) =>
  watchReads((length, position) => {
    if (sector < position + length && sector + 4096 > position)
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
  })

test('an unreadable disk sector loses only its own frames', async () => {
  const long = Array.from({ length: 12 }, (_, index) => `{"${index}":"${'x'.repeat(2_000)}"}`)
  const path = await leave(long)
  const sizes = long.map((text) => text.length + 8)
  const beginOf = (index: number) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0)
  for (const place of [5_000, beginOf(4) + 1, beginOf(12) - 1]) {
    const sector = Math.floor(place / 4096) * 4096
    using _ = failAt(sector)
    const read = await readLeft(path)
    expect(read.isDamaged).toBe(true)
    const whole = long.filter((_, index) => beginOf(index + 1) <= sector || beginOf(index) >= sector + 4096)
    expect(texts(read.payloads).map((text) => text.slice(0, 6))).toEqual(
      whole.map((text) => text.slice(0, 6)),
    )
  }
})

test('an unreadable disk sector does not stop a file that is being written', async () => {
  const file = await createAheadFile(newPath())
  await file.append(['{"a":1}', '{"b":1}'].map((text) => Buffer.from(text)))
  {
    using _ = failAt(0)
    const read = await file.next(all)
    expect([texts(read.payloads), read.isDamaged]).toEqual([[], true])
    await file.done(read.end)
  }
  await file.append([Buffer.from('later')])
  expect(texts((await file.next(all)).payloads)).toEqual(['later'])
  await file.close()
})

test('bytes that only look like a frame are not read', async () => {
  const body = Buffer.alloc(40_000)
  for (let place = 0; place < body.length; place += 4) body.writeUInt32BE(30_000, place)
  const path = await leave([body, body, '{"after":1}'])
  await flip(path, 2_000)
  await flip(path, 42_000)
  let bytes = 0
  using _ = watchReads((length) => void (bytes += length))
  const read = await readLeft(path, { ...all, isStart: (start) => start[0] === 0x7b })
  expect([texts(read.payloads), read.isDamaged]).toEqual([['{"after":1}'], true])
  expect(bytes).toBeLessThan(10_000_000)
})

test('a frame over the limit is refused, and existing frames stay', async () => {
  const file = await createAheadFile(newPath())
  await file.append([Buffer.from('kept')])
  await expect(file.append([Buffer.alloc(64 * 1024 * 1024 + 1)])).rejects.toThrow('too large')
  expect(texts((await file.next(all)).payloads)).toEqual(['kept'])
  await file.close()
})
