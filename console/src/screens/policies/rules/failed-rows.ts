import { csvFile } from '@verbatim/client/csv-text.ts'
import type { RowError } from '@verbatim/contract/policy-rules.ts'

/** The invalid rows of a file, as a CSV file for correction. */
export const failedRowsFile = (errors: readonly RowError[]): Blob =>
  csvFile([
    ['row', 'pattern', 'error'],
    ...errors.map(({ row, pattern, message }) => [String(row), pattern, message]),
  ])
