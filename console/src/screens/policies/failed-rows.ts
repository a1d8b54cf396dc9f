import type { RowError } from '@verbatim/contract/policy-rules.ts'

/** The invalid rows of a file, as a CSV file for correction. */
export function failedRowsFile(errors: readonly RowError[]): Blob {
  return new Blob(['\uFEFF', failedRowsText(errors)], { type: 'text/csv;charset=utf-8' })
}

export function failedRowsText(errors: readonly RowError[]): string {
  const rows = errors.map(({ row, pattern, message }) => [String(row), pattern, message])
  return [['row', 'pattern', 'error'], ...rows]
    .map((cells) => `${cells.map(cellText).join(',')}\r\n`)
    .join('')
}

/** A cell that a spreadsheet would read as a formula gets an apostrophe. */
function cellText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
