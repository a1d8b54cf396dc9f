/**
 * A file that is written before the database: whole frames that survive a kill, each with its length and a checksum. A write that was
 * cut ends the file, and was never promised to anyone. Any other bytes that are no frame are damage, and what follows them still counts.
 */
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { syncFolder } from '#platform/paths.ts'

const headBytes = 8
/** Larger ones are not written, so bytes that claim more are no frame. */
const mostFrameBytes = 64 * 1024 * 1024

export interface AheadFile {
  /** Durable once it resolves. @throws if the disk refuses, or one is too large; nothing of it is kept then. */
  append(payloads: readonly Uint8Array[]): Promise<void>
  /** The oldest frames that are not done, up to a size; at least one if there is any. */
  next(most: Most): Promise<Frames>
  /** Frames up to there are elsewhere; once all are, the file is emptied, unless it is damaged. */
  done(end: number): Promise<void>
  /** Nothing takes the frames up to there. They stay in the file, which counts as damaged. */
  giveUp(end: number): Promise<void>
  /** How many bytes wait. */
  readonly waiting: number
  /** Some of it could not be read, or was given up. Such a file only grows, so another one should follow it. */
  readonly isDamaged: boolean
  close(): Promise<void>
}

interface Most {
  readonly frames: number
  readonly bytes: number
  /** Whether a payload may begin so. Behind damage it spares reading what only looks like a frame. */
  readonly isStart?: (start: Buffer) => boolean
}

interface Frames {
  readonly payloads: readonly Buffer[]
  /** Where to read on. */
  readonly end: number
  /** Between these frames, or after them, are bytes that were written whole and are not whole any more. */
  readonly isDamaged: boolean
}

/** Makes a file that only this process writes. @throws if there is one already */
export async function createAheadFile(path: string): Promise<AheadFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'ax+', 0o600)
  await syncFolder(dirname(path))
  let start = 0
  let end = 0
  let isDamaged = false
  /** A write failed in its middle, and what is there of it could not be removed yet. */
  let hasRest = false
  let last: Promise<unknown> = Promise.resolve()
  /** One after another, so that emptying never meets an append. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(act)
    last = turn.catch(() => {})
    return turn
  }
  const removeRest = async () => {
    if (hasRest) await file.truncate(end)
    hasRest = false
  }
  return {
    append: (payloads) =>
      inTurn(async () => {
        if (payloads.some(({ byteLength }) => byteLength > mostFrameBytes))
          throw new Error('too large for a file')
        await removeRest()
        const bytes = Buffer.concat(payloads.flatMap((payload) => [headOf(payload), payload]))
        hasRest = true
        try {
          await file.appendFile(bytes)
          await file.datasync()
        } catch (error) {
          await removeRest().catch(() => {})
          throw error
        }
        hasRest = false
        end += bytes.length
      }),
    next: (most) =>
      inTurn(async () => {
        const frames = await readFrames(file, start, most, end)
        // Here all of it was written whole.
        const isStuck = frames.end === start && start < end
        isDamaged ||= frames.isDamaged || isStuck
        return isStuck ? { payloads: [], end, isDamaged: true } : frames
      }),
    done: (to) =>
      inTurn(async () => {
        start = to
        if (start < end || isDamaged) return
        await file.truncate(0)
        start = end = 0
        await file.datasync()
      }),
    giveUp: (to) =>
      inTurn(async () => {
        start = to
        isDamaged = true
      }),
    get waiting() {
      return end - start
    },
    get isDamaged() {
      return isDamaged
    },
    close: () => inTurn(() => file.close()),
  }
}

/**
 * Reads on from a place in a file. Bytes that are no frame are passed over if a whole one follows them, so that one flipped bit costs no
 * more than its own frame. At the end of the file they are a write that was cut, if they look like one: reading ends before them.
 * @param size Where the file ends; by default all of it.
 */
export async function readFrames(file: FileHandle, from: number, most: Most, size?: number): Promise<Frames> {
  const before = size ?? (await file.stat()).size
  const payloads: Buffer[] = []
  let end = from
  let bytes = 0
  let isDamaged = false
  while (payloads.length < most.frames && end < before) {
    const length = await lengthAt(file, end, before)
    if (length !== undefined && payloads.length > 0 && bytes + length > most.bytes) break
    const payload = length === undefined ? undefined : await payloadAt(file, end, length)
    if (payload) {
      payloads.push(payload)
      bytes += payload.length
      end += headBytes + payload.length
      continue
    }
    const next = await nextFrame(file, end + 1, before, most.isStart)
    if (next === undefined && (await isCut(file, end, before))) break
    end = next ?? before
    isDamaged = true
  }
  return { payloads, end, isDamaged }
}

/** The length that a head claims; undefined if no frame of that length fits there. */
async function lengthAt(file: FileHandle, at: number, before: number): Promise<number | undefined> {
  const head = at + headBytes <= before ? await readAt(file, at, headBytes) : undefined
  const length = head?.readUInt32BE(0) ?? 0
  return length > 0 && length <= mostFrameBytes && at + headBytes + length <= before ? length : undefined
}

/** Undefined if its checksum is another one. */
async function payloadAt(file: FileHandle, at: number, length: number): Promise<Buffer | undefined> {
  const whole = await readAt(file, at, headBytes + length)
  const payload = whole?.subarray(headBytes)
  return payload && crc32(payload) === whole?.readUInt32BE(4) ? payload : undefined
}

const windowBytes = 1024 * 1024

/** The first bytes of a payload that tell whether it may be one. */
const startBytes = 64

/** Where the next whole frame begins. Few places claim a length that fits and begin like a payload, so few are read. */
async function nextFrame(
  file: FileHandle,
  from: number,
  before: number,
  isStart: Most['isStart'],
): Promise<number | undefined> {
  for (let start = from; start + headBytes < before; start += windowBytes) {
    const window = await readAt(file, start, Math.min(windowBytes + 3, before - start))
    if (!window) return undefined
    for (let index = 0; index + 4 <= window.length; index += 1) {
      const length = window.readUInt32BE(index)
      const at = start + index
      if (length === 0 || length > mostFrameBytes || at + headBytes + length > before) continue
      const head = isStart && (await readAt(file, at + headBytes, Math.min(startBytes, length)))
      if (head && !isStart(head)) continue
      if (await payloadAt(file, at, length)) return at
    }
  }
  return undefined
}

/** Whether the bytes from there on are of a write that was not finished: less than it claims, or nothing but zeros. */
async function isCut(file: FileHandle, at: number, before: number): Promise<boolean> {
  if (before - at < headBytes) return true
  const length = (await readAt(file, at, 4))?.readUInt32BE(0) ?? 0
  if (length > 0 && length <= mostFrameBytes) return at + headBytes + length > before
  for (let start = at; start < before; start += windowBytes) {
    const window = await readAt(file, start, Math.min(windowBytes, before - start))
    if (window?.some((byte) => byte !== 0)) return false
  }
  return true
}

/** Bytes that the disk cannot read are all ones, which are neither a length nor a write that was cut. */
const unreadable = 0xff
const sectorBytes = 4096

/** Undefined if the file ends before. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  const buffer = Buffer.alloc(length)
  for (let read = 0; read < length;) {
    const bytesRead = await readSome(file, buffer.subarray(read), position + read)
    if (bytesRead === 0) return undefined
    read += bytesRead
  }
  return buffer
}

async function readSome(file: FileHandle, into: Buffer, position: number): Promise<number> {
  try {
    return (await file.read(into, 0, into.length, position)).bytesRead
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error
  }
  const sector = into.subarray(0, sectorBytes - (position % sectorBytes))
  // Of a longer part only this sector was asked for now: a disk refuses all of a part that has one bad sector.
  if (sector.length < into.length) return readSome(file, sector, position)
  into.fill(unreadable)
  return into.length
}

function headOf(payload: Uint8Array): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(payload.byteLength, 0)
  head.writeUInt32BE(crc32(payload), 4)
  return head
}

/** Files are named after the process that writes them. */
export const ownPid = process.pid

/** Whether another process of this id runs, which may still write its file. */
export function isOtherRunning(pid: number): boolean {
  if (pid === ownPid) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
