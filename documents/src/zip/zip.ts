import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** A zip file's limit without its 64-bit extension, which not every reader knows. */
const mostBytes = 0xffff_ffff

/**
 * A zip file, entry by entry, without knowing their sizes beforehand. Times in it are fixed, so equal entries
 * make equal files. Source: PKWARE's APPNOTE.TXT 6.3.
 * @throws RangeError where an entry or the file exceeds 4 GiB
 */
export async function* zipFile(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const nameBytes = Buffer.from(name)
    const header = localHeader(nameBytes)
    const start = offset
    yield header
    offset += header.length
    const sums = { crc: 0, size: 0, packed: 0 }
    for await (const chunk of deflated(content, sums)) {
      sums.packed += chunk.length
      offset += chunk.length
      yield chunk
    }
    if (sums.size > mostBytes || offset > mostBytes) throw new RangeError('A zip file of more than 4 GiB')
    const descriptor = fields([
      [4, 0x0807_4b50],
      [4, sums.crc],
      [4, sums.packed],
      [4, sums.size],
    ])
    yield descriptor
    offset += descriptor.length
    directory.push(directoryEntry(nameBytes, sums, start))
  }
  const listed = Buffer.concat(directory)
  yield listed
  yield fields([
    [4, 0x0605_4b50],
    [4, 0],
    [2, directory.length],
    [2, directory.length],
    [4, listed.length],
    [4, offset],
    [2, 0],
  ])
}

async function* deflated(
  content: ZipEntry['content'],
  sums: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw()
  const fed = pipeline(Readable.from(measured(content, sums), { objectMode: true }), packer)
  fed.catch(() => {}) // the error comes out of the packer, too
  for await (const chunk of packer) yield chunk as Buffer
  await fed
}

async function* measured(
  content: ZipEntry['content'],
  sums: { crc: number; size: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    sums.crc = crc32(chunk, sums.crc)
    sums.size += chunk.length
    yield chunk
  }
}

/** Deflated, its sizes after it, its name in UTF-8; midnight of 1 January 1980. */
const method = [
  [2, 20],
  [2, 0x0808],
  [2, 8],
  [2, 0],
  [2, 0x21],
] as const

function localHeader(name: Buffer): Buffer {
  return Buffer.concat([
    fields([[4, 0x0403_4b50], ...method, [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]]),
    name,
  ])
}

function directoryEntry(
  name: Buffer,
  { crc, size, packed }: { crc: number; size: number; packed: number },
  offset: number,
): Buffer {
  const sizes = [
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
  ] as const
  const rest = [
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  ] as const
  return Buffer.concat([fields([[4, 0x0201_4b50], [2, 20], ...method, ...sizes, ...rest]), name])
}

/** Little-endian numbers of two or four bytes. */
function fields(values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of values) {
    if (bytes === 2) buffer.writeUInt16LE(value, at)
    else buffer.writeUInt32LE(value, at)
    at += bytes
  }
  return buffer
}
