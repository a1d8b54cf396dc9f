import { inflateSync } from 'node:zlib'

/**
 * The tables of a packed font, unpacked, as TrueType. The library that draws fonts unpacks them by itself, but takes some for damaged.
 * Source: WOFF File Format 1.0, sections 3 to 5; OpenType, “Organization of an OpenType Font”.
 */
export function unpackFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = 44 + 20 * at
    const [from, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(from, from + packed)
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  const power = Math.floor(Math.log2(count))
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(16 * 2 ** power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(16 * (count - 2 ** power), 10)
  const parts: Uint8Array[] = [head]
  let end = head.length
  for (const [at, { tag, checksum, bytes }] of tables.entries()) {
    const record = 12 + 16 * at
    tag.copy(head, record)
    head.writeUInt32BE(checksum, record + 4)
    head.writeUInt32BE(end, record + 8)
    head.writeUInt32BE(bytes.length, record + 12)
    // Each begins at a multiple of 4.
    const padding = Buffer.alloc(-bytes.length & 3)
    parts.push(bytes, padding)
    end += bytes.length + padding.length
  }
  return Buffer.concat(parts)
}
