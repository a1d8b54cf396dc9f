/**
 * A file that is written before the database: whole frames that survive a kill, each with its length and a checksum. What was
 * cut in the middle of a write ends the file, and was never promised to anyone.
 */
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'

const headBytes = 8
const mostFrameBytes = 512 * 1024 * 1024

export interface AheadFile {
  /** Durable once it resolves. @throws if the disk refuses; nothing of it is kept then. */
  append(payloads: readonly Uint8Array[]): Promise<void>
  /** The oldest frames that are not done, up to a size; at least one if there is any. */
  next(most: { readonly frames: number; readonly bytes: number }): Promise<Frames>
  /** Frames up to there are elsewhere; once all are, the file is emptied. */
  done(end: number): Promise<void>
  /** How many bytes wait. */
  readonly waiting: number
  close(): Promise<void>
}

interface Frames {
  readonly payloads: readonly Buffer[]
  readonly end: number
}

/** Opens a file that only this process writes; what it has from before waits. */
export async function openAheadFile(path: string): Promise<AheadFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a+', 0o600)
  await syncFolder(dirname(path))
  let end = await endOf(file)
  await file.truncate(end)
  let start = 0
  let last: Promise<unknown> = Promise.resolve()
  /** One after another, so that emptying never meets an append. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(act)
    last = turn.catch(() => {})
    return turn
  }
  return {
    append: (payloads) =>
      inTurn(async () => {
        const bytes = Buffer.concat(payloads.flatMap((payload) => [headOf(payload), payload]))
        try {
          await file.appendFile(bytes)
          await file.datasync()
          end += bytes.length
        } catch (error) {
          await file.truncate(end)
          throw error
        }
      }),
    next: (most) => inTurn(() => readFrames(file, start, most)),
    done: (to) =>
      inTurn(async () => {
        start = to
        if (start < end) return
        await file.truncate(0)
        await file.datasync()
        start = end = 0
      }),
    get waiting() {
      return end - start
    },
    close: () => inTurn(() => file.close()),
  }
}

/** Reads on from a place in a file, up to its first broken frame. */
export async function readFrames(
  file: FileHandle,
  from: number,
  most: { readonly frames: number; readonly bytes: number },
): Promise<Frames> {
  const { size } = await file.stat()
  const payloads: Buffer[] = []
  let end = from
  let bytes = 0
  while (payloads.length < most.frames) {
    const head = await readAt(file, end, headBytes)
    if (!head) break
    const length = head.readUInt32BE(0)
    if (length === 0 || length > mostFrameBytes || end + headBytes + length > size) break
    if (payloads.length > 0 && bytes + length > most.bytes) break
    const payload = await readAt(file, end + headBytes, length)
    if (!payload || crc32(payload) !== head.readUInt32BE(4)) break
    payloads.push(payload)
    bytes += length
    end += headBytes + length
  }
  return { payloads, end }
}

async function endOf(file: FileHandle): Promise<number> {
  for (let end = 0; ;) {
    const read = await readFrames(file, end, { frames: 1, bytes: 0 })
    if (read.end === end) return end
    end = read.end
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  const buffer = Buffer.alloc(length)
  for (let read = 0; read < length;) {
    const { bytesRead } = await file.read(buffer, read, length - read, position + read)
    if (bytesRead === 0) return undefined
    read += bytesRead
  }
  return buffer
}

function headOf(payload: Uint8Array): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(payload.byteLength, 0)
  head.writeUInt32BE(crc32(payload), 4)
  return head
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
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
