/** Reads files within files: archives and compressed files, within limits that a zip bomb reaches early. */
import { gunzipSync } from 'node:zlib'
import { UnreadableZip, unzipPart, type ZipPart } from '#zip/unzip.ts'
import { type FileText, TextTaker, UnreadableFile } from './file-text.ts'

const deepest = 5
const mostFiles = 2_000
/** For all files within a file together, unpacked. */
const mostBytes = 100 * 1024 * 1024
/** After this time no further one is opened, because the thread's own limit would leave nothing. */
const softMs = 15_000

/** How deep a file is inside others, and the remaining budget for all of them. */
export class Within {
  readonly #depth: number
  readonly #left: { files: number; bytes: number; readonly until: number }

  constructor(depth = 0, left = { files: mostFiles, bytes: mostBytes, until: performance.now() + softMs }) {
    this.#depth = depth
    this.#left = left
  }

  get bytesLeft(): number {
    return this.#left.bytes
  }

  /** @throws UnreadableFile `limits` if it is too deep, if too many were opened, or if they took too long */
  deeper(): Within {
    if (this.#depth >= deepest || this.#left.files-- <= 0 || performance.now() > this.#left.until)
      throw new UnreadableFile('limits')
    return new Within(this.#depth + 1, this.#left)
  }

  spend(bytes: number): void {
    this.#left.bytes -= bytes
  }
}

/** Reads a file inside another one. @throws UnreadableFile */
export type ReadInside = (bytes: Uint8Array, within: Within) => FileText | Promise<FileText>

interface ArchivedFile {
  readonly name: string
  /** Whether the archive ends before the file does. */
  readonly isCut?: boolean
  /** @throws UnreadableFile */
  readonly open: () => Uint8Array
}

/** The names of the files of an archive, each with its text. An unreadable file makes it `partly`. */
export async function archived(
  files: Iterable<ArchivedFile>,
  within: Within,
  read: ReadInside,
): Promise<FileText> {
  const taker = new TextTaker()
  for (const { name, isCut = false, open } of files) {
    if (isCut || taker.isFull) taker.cut()
    if (taker.isFull) break
    taker.write(`${name}\n`)
    await takeInside(taker, () => read(open(), within))
  }
  return taker.done()
}

/** Adds the text of an inner file, and records if it is incomplete. */
export async function takeInside(taker: TextTaker, read: () => FileText | Promise<FileText>): Promise<void> {
  try {
    const file = await read()
    if (!('text' in file) || file.state === 'partly') taker.cut()
    if ('text' in file) taker.write(`${file.text}\n\n`)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    if (error.reason !== 'no-text') taker.cut()
  }
}

export function* zipFiles(parts: readonly ZipPart[], within: Within): Generator<ArchivedFile> {
  for (const part of parts) {
    if (part.name.endsWith('/') && part.packed.length <= emptyBytes) continue
    yield { name: part.name, open: () => unpacked(part, within) }
  }
}

/** Nothing may be packed as two bytes. */
const emptyBytes = 2

/** The bytes of a part of a zip file. @throws UnreadableFile */
export function unpacked(part: ZipPart, within: Within): Buffer {
  return spent(within, () => unzipPart(part, within.bytesLeft))
}

/** @throws UnreadableFile */
export function gzipped(file: Buffer, within: Within): Uint8Array {
  return spent(within, () => gunzipSync(file, { maxOutputLength: Math.max(1, within.bytesLeft) }))
}

function spent(within: Within, unpack: () => Buffer): Buffer {
  try {
    const bytes = unpack()
    within.spend(bytes.length)
    return bytes
  } catch (error) {
    if (error instanceof UnreadableZip) throw new UnreadableFile(error.problem, error)
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new UnreadableFile(isTooLarge ? 'too-large' : 'damaged', error)
  }
}

const blockBytes = 512

export const isTar = (file: Buffer) => file.toString('latin1', 257, 262) === 'ustar'

/** Kinds of entries without content of their own: links, devices and folders, and those that describe the next one. */
const contentless = /^[1-6xgLKV]$/

/** The files of a tar archive. Of a kind that we do not know, it cannot be read. Source: POSIX, "ustar Interchange Format". */
export function* tarFiles(file: Buffer): Generator<ArchivedFile> {
  const field = (at: number, length: number) => file.toString('utf8', at, at + length).replace(/\0[^]*$/, '')
  for (let at = 0; at + blockBytes <= file.length && file[at] !== 0;) {
    const size = sizeIn(file.subarray(at + 124, at + 136))
    const start = at + blockBytes
    const kind = field(at + 156, 1)
    const isCut = start + size > file.length
    if (!contentless.test(kind)) {
      const isPlain = kind === '' || kind === '0' || kind === '7'
      yield {
        name: field(at, 100),
        isCut,
        open: () => (isPlain ? file.subarray(start, start + size) : unknown()),
      }
    }
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
}

/** In octal digits; a large one in binary, after a set bit. */
function sizeIn(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) === 0) return Number.parseInt(field.toString('latin1').trim(), 8) || 0
  return field.subarray(1).reduce((size, byte) => size * 256 + byte, (field[0] ?? 0) & 0x7f)
}

function unknown(): never {
  throw new UnreadableFile('damaged')
}
