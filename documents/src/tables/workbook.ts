/** The first sheet of a workbook (.xlsx) that has something in it, read only after its parts have proven to be of a bearable size. */
import readSheets from 'read-excel-file/node'
import { UnreadableZip, unzipPart, type ZipProblem, zipParts } from '#zip/unzip.ts'
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
  try {
    for (const part of zipParts(file)) {
      if (++parts > most.parts) throw new UnreadableTable('bad-workbook', 'it has too many parts.')
      const inflated = unzipPart(part, left)
      left -= inflated.length
      if (inflated.subarray(0, 4096).includes('<!DOCTYPE') || inflated.includes('<!ENTITY'))
        throw new UnreadableTable('bad-workbook', 'it declares a document type.')
    }
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error
    throw new UnreadableTable('bad-workbook', explanations[error.problem], error)
  }
}

const explanations: Record<ZipProblem, string> = {
  damaged: 'it is damaged.',
  encrypted: 'it is protected by a password.',
  'too-large': 'it is too large once unpacked.',
}
