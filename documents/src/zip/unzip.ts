/** Reads zip files of strangers: it inflates nothing before it is requested, and never more than allowed. */
import { inflateRawSync } from 'node:zlib'

/** A file within a zip file, still packed. */
export interface ZipPart {
  readonly name: string
  readonly method: number
  readonly packed: Buffer
}

/** Why a zip file is not opened. */
export type ZipProblem = 'damaged' | 'encrypted' | 'too-large'

export class UnreadableZip extends Error {
  override name = 'UnreadableZip'
  readonly problem: ZipProblem

  constructor(problem: ZipProblem, cause?: unknown) {
    super(`The zip file is ${problem}`, { cause })
    this.problem = problem
  }
}

/**
 * The parts that the directory at the end of a zip file names. Source: PKWARE's APPNOTE.TXT 4.3.
 * @throws UnreadableZip `damaged`; `encrypted` at the first part that is
 */
export function* zipParts(bytes: Uint8Array): Generator<ZipPart> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > file.length) throw new UnreadableZip('damaged')
  let at = file.readUInt32LE(end + 16)
  for (let count = file.readUInt16LE(end + 10); count > 0; count--) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x0201_4b50) throw new UnreadableZip('damaged')
    const [flags, method, size] = [
      file.readUInt16LE(at + 8),
      file.readUInt16LE(at + 10),
      file.readUInt32LE(at + 20),
    ]
    if ((flags & 1) === 1) throw new UnreadableZip('encrypted')
    const local = file.readUInt32LE(at + 42)
    if (local + 30 > file.length || (method !== 0 && method !== 8)) throw new UnreadableZip('damaged')
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    if (start + size > file.length) throw new UnreadableZip('damaged')
    const nameLength = file.readUInt16LE(at + 28)
    yield {
      name: file.toString('utf8', at + 46, at + 46 + nameLength),
      method,
      packed: file.subarray(start, start + size),
    }
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
}

/** The bytes of a part. @throws UnreadableZip `too-large` beyond `most` bytes, `damaged` */
export function unzipPart({ method, packed }: ZipPart, most: number): Buffer {
  if (method === 0) {
    if (packed.length > most) throw new UnreadableZip('too-large')
    return packed
  }
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new UnreadableZip(isTooLarge ? 'too-large' : 'damaged', error)
  }
}
