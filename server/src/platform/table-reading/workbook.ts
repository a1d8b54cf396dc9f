/** The first sheet of a workbook (.xlsx) that has something in it, read only after its parts have proven to be of a bearable size. */
import { inflateRawSync } from 'node:zlib'
import readSheets from 'read-excel-file/node'
import { UnreadableTable } from './unreadable-table.ts'

/** Bytes that the parts of a workbook may have together once inflated, and how many parts there may be. */
const most = { inflatedBytes: 100 * 1024 * 1024, parts: 2000 }

/** @throws UnreadableTable `bad-workbook` */
export async function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  checkParts(file)
  try {
    const sheets = await readSheets(file)
    const sheet = sheets.find(({ data }) => data.some((row) => row.some((cell) => cellText(cell) !== '')))
    return sheet?.data.map((row) => row.map(cellText)) ?? []
  } catch (error) {
    throw new UnreadableTable('bad-workbook', 'one of its sheets is damaged.', error)
  }
}

/** Numbers without an exponent: they may be telephone numbers. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : dateText(cell)
  if (typeof cell === 'number' && Number.isInteger(cell) && Math.abs(cell) < 1e21)
    return BigInt(cell).toString()
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return String(cell as string | number)
}

const dateText = (date: Date) => date.toISOString().replace(/T00:00:00\.000Z$/, '')

/** Inflates every part without keeping it, so that a bomb is met before anything is built of it. */
function checkParts(file: Buffer): void {
  let left = most.inflatedBytes
  let parts = 0
  for (const { method, packed } of partsOf(file)) {
    if (++parts > most.parts) throw new UnreadableTable('bad-workbook', 'it has too many parts.')
    const part = method === 0 ? packed : inflated(packed, left)
    left -= part.length
    if (left < 0) throw new UnreadableTable('bad-workbook', 'it is too large once unpacked.')
    if (part.subarray(0, 4096).includes('<!DOCTYPE') || part.includes('<!ENTITY'))
      throw new UnreadableTable('bad-workbook', 'it declares a document type.')
  }
}

function inflated(packed: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxOutputLength) })
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    const explanation = isTooLarge ? 'it is too large once unpacked.' : 'it is damaged.'
    throw new UnreadableTable('bad-workbook', explanation, error)
  }
}

/** The parts that the directory at the end of a zip file names. Source: PKWARE's APPNOTE.TXT 4.3. */
function* partsOf(file: Buffer): Generator<{ method: number; packed: Buffer }> {
  const broken = () => new UnreadableTable('bad-workbook', 'it is damaged.')
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > file.length) throw broken()
  let at = file.readUInt32LE(end + 16)
  for (let count = file.readUInt16LE(end + 10); count > 0; count--) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x0201_4b50) throw broken()
    const [flags, method, size] = [
      file.readUInt16LE(at + 8),
      file.readUInt16LE(at + 10),
      file.readUInt32LE(at + 20),
    ]
    if ((flags & 1) === 1) throw new UnreadableTable('bad-workbook', 'it is protected by a password.')
    const local = file.readUInt32LE(at + 42)
    if (local + 30 > file.length || (method !== 0 && method !== 8)) throw broken()
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    if (start + size > file.length) throw broken()
    yield { method, packed: file.subarray(start, start + size) }
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
}
