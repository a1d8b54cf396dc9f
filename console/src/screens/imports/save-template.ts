import { saveFile } from '@verbatim/client/save-file.ts'
import { importTemplates } from '@verbatim/contract/import-templates.ts'
import type { ImportKindName } from '@verbatim/contract/imports.ts'

/** Saves a CSV file with the headings that an import knows. The mark at its start declares the encoding for spreadsheets. */
export function saveTemplate(kind: ImportKindName): void {
  const text = `\uFEFF${importTemplates[kind].join(',')}\r\n`
  saveFile(`${kind}-template.csv`, new Blob([text], { type: 'text/csv' }))
}
