import type { ImportSettings } from '@verbatim/contract/imports.ts'
import { nameKey, requiredText } from '@verbatim/contract/text.ts'
import type { ImportColumn, ImportKind, ReadRow } from './kind.ts'

/** Field to the index of its column. */
export type Mapping = Readonly<Record<string, number>>

/** The mapping of the columns by their headings. Of two columns with the same meaning, the first counts. */
export function suggestMapping(columns: readonly ImportColumn[], headings: readonly string[]): Mapping {
  const named = headings.map(headingKey)
  const found = columns.flatMap(({ field, label, aliases }) => {
    const names = new Set([headingKey(field), headingKey(label), ...aliases.map(headingKey)])
    const index = named.findIndex((name) => names.has(name))
    return index < 0 ? [] : [[field, index] as const]
  })
  return Object.fromEntries(found)
}

/** `First name`, `first_name` and `firstName` are the same. */
const headingKey = (heading: string) => nameKey(heading).replace(/[\s_\-.*:]+/g, '')

/** A heading that names a secret of the kind. Its values would be kept as they are. */
export function findSecretHeading(
  { secretColumns = [] }: Pick<ImportKind<unknown>, 'secretColumns'>,
  headings: readonly string[],
): string | undefined {
  const names = new Set(secretColumns.map(headingKey))
  return headings.find((heading) => names.has(headingKey(heading)))
}

/** The required fields for which there is neither a column nor a default. */
export function missingFields(
  columns: readonly ImportColumn[],
  mapping: Mapping,
  { defaults }: Pick<ImportSettings, 'defaults'>,
): string[] {
  return columns
    .filter(({ field, isRequired }) => isRequired && mapping[field] === undefined && !defaults[field]?.trim())
    .map(({ label }) => label)
}

/** Our files have an apostrophe before what a spreadsheet would calculate, such as a number with a plus sign. */
const cellText = (cell = '') => cell.trim().replace(/^'(?=[=+\-@])/, '')

/** Reads one row of a file for its kind; returns a text if the row is not possible. */
export function readRow<Value>(
  kind: Pick<ImportKind<Value>, 'columns' | 'parseRow'>,
  cells: readonly string[],
  mapping: Mapping,
  { defaults }: Pick<ImportSettings, 'defaults'>,
): ReadRow<Value> | string {
  const named: Record<string, string> = {}
  for (const { field, label, isRequired } of kind.columns) {
    const index = mapping[field]
    const value = cellText(index === undefined ? '' : cells[index]) || (defaults[field]?.trim() ?? '')
    if (value === '' && isRequired) return requiredText(label)
    named[field] = value
  }
  return kind.parseRow(named)
}

/** The names in a cell with several. */
export const namesIn = (cell = ''): string[] =>
  cell
    .split(/[;|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
