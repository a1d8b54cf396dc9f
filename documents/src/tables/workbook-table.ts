/** The first sheet with content of a workbook (.xlsx). */
import { UnreadableZip, unzipPart, type ZipPart, type ZipProblem, zipParts } from '#zip/unzip.ts'
import { type Sheet, sheetsOf } from '#workbook/sheets.ts'
import type { Line } from './delimited.ts'
import type { TableLimits } from './table.ts'
import { UnreadableTable } from './unreadable-table.ts'

/** Bytes that the opened parts of a workbook may have together once inflated, and how many parts there may be. */
const most = { inflatedBytes: 100 * 1024 * 1024, parts: 2000 }

/** @throws UnreadableTable `bad-workbook`, `too-many-rows`, `too-many-columns` */
export function readWorkbookTable(bytes: Uint8Array, limits: TableLimits): Line[] {
  try {
    const parts = [...zipParts(bytes)]
    if (parts.length > most.parts) throw new UnreadableTable('bad-workbook', 'it has too many parts.')
    const sheets = sheetsOf(parts, opening())
    if (sheets.length === 0) throw new UnreadableTable('bad-workbook', 'it has no sheets.')
    for (const sheet of sheets) {
      const lines = linesOf(sheet, limits)
      if (lines.length > 0) return lines
    }
    return []
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error
    throw new UnreadableTable('bad-workbook', explanations[error.problem], error)
  }
}

/** Opens parts within one common limit. */
function opening(): (part: ZipPart) => string {
  let left = most.inflatedBytes
  return (part) => {
    const inflated = unzipPart(part, left)
    left -= inflated.length
    if (inflated.subarray(0, 4096).includes('<!DOCTYPE') || inflated.includes('<!ENTITY'))
      throw new UnreadableTable('bad-workbook', 'it declares a document type.')
    return inflated.toString('utf8')
  }
}

/** The rows that are not empty, up to the limit: a few cells can be a million rows apart. */
function linesOf(sheet: Sheet, limits: TableLimits): Line[] {
  const lines: { line: number; cells: string[] }[] = []
  sheet.read({
    cell(line, column, text) {
      if (text.trim() === '') return
      if (column >= limits.columns) throw new UnreadableTable('too-many-columns')
      let row = lines.at(-1)
      if (row?.line !== line) lines.push((row = { line, cells: [] }))
      if (lines.length > limits.rows + 1) throw new UnreadableTable('too-many-rows') // the heading does not count
      while (row.cells.length < column) row.cells.push('')
      row.cells[column] = text
    },
  })
  return lines
}

const explanations: Record<ZipProblem, string> = {
  damaged: 'it is damaged.',
  encrypted: 'it is protected by a password.',
  'too-large': 'it is too large once unpacked.',
}
