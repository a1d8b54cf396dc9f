/** Reads files within files: archives and compressed files, within limits that a zip bomb reaches early. */
import { gunzipSync } from 'node:zlib'
import { UnreadableZip, unzipPart, type ZipPart } from '#zip/unzip.ts'
import { type FileText, TextTaker, UnreadableFile } from './file-text.ts'

const deepest = 5
const mostFiles = 2_000
/** For all files within a file together, unpacked. */
const mostBytes = 100 * 1024 * 1024

/** How deep a file is inside others, and the remaining budget for all of them. */
export class Within {
  readonly #depth: number
  readonly #left: { files: number; bytes: number }

  constructor(depth = 0, left = { files: mostFiles, bytes: mostBytes }) {
    this.#depth = depth
    this.#left = left
  }

  get bytesLeft(): number {
    return this.#left.bytes
  }

  /** @throws UnreadableFile `limits` if it is too deep, or too many were opened */
  deeper(): Within {
    if (this.#depth >= deepest || this.#left.files-- <= 0) throw new UnreadableFile('limits')
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
  for (const { name, open } of files) {
    taker.write(`${name}\n`)
    await takeInside(taker, () => read(open(), within))
    if (taker.isFull) break
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
    if (part.name.endsWith('/')) continue
    yield { name: part.name, open: () => spent(within, () => unzipPart(part, within.bytesLeft)) }
  }
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

/** The plain files of a tar archive. Source: POSIX, "ustar Interchange Format". */
export function* tarFiles(file: Buffer): Generator<ArchivedFile> {
  const field = (at: number, length: number) => file.toString('utf8', at, at + length).replace(/\0[^]*$/, '')
  for (let at = 0; at + blockBytes <= file.length && file[at] !== 0;) {
    const size = Number.parseInt(field(at + 124, 12).trim(), 8) || 0
    const start = at + blockBytes
    const kind = field(at + 156, 1)
    if (kind === '' || kind === '0')
      yield { name: field(at, 100), open: () => file.subarray(start, start + size) }
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
}
