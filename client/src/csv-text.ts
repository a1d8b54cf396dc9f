type Cell = string | number | null | undefined

/** Rows as the text of a CSV file. A text that a spreadsheet would read as a formula gets an apostrophe. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')
}

/** The same as a file. The mark at its start makes spreadsheets read it as UTF-8. */
export function csvFile(rows: readonly (readonly Cell[])[]): Blob {
  return new Blob(['\uFEFF', csvText(rows)], { type: 'text/csv;charset=utf-8' })
}

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
