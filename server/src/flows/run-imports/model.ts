import { type ImportSettings, isFieldMissing } from '@verbatim/contract/imports.ts'
import { nameKey, requiredText } from '@verbatim/contract/text.ts'
import type { ImportColumn, ImportKind, ReadRow } from './kind.ts'

/** Field to the index of its column. */
export type Mapping = Readonly<Record<string, number>>

/**
 * The mapping of the columns by their headings. Of two columns with the same meaning, the first counts.
 * @param rows What uncertain headings are judged by.
 */
export function suggestMapping(
  columns: readonly ImportColumn[],
  headings: readonly string[],
  rows: readonly (readonly string[])[] = [],
): Mapping {
  const keys = headings.map(headingKey)
  const find = (names: readonly string[], isOne = (_index: number) => true) => {
    const known = new Set(names.map(headingKey))
    return keys.findIndex((key, index) => known.has(key) && isOne(index))
  }
  const found = columns.flatMap(({ field, label, aliases, uncertain }) => {
    const certain = find([field, label, ...aliases])
    const index =
      certain < 0 && uncertain
        ? find(uncertain.aliases, (at) => doMostFit(rows, at, uncertain.fits))
        : certain
    return index < 0 ? [] : [[field, index] as const]
  })
  return Object.fromEntries(found)
}

function doMostFit(
  rows: readonly (readonly string[])[],
  index: number,
  fits: (cell: string) => boolean,
): boolean {
  const written = rows.map((cells) => cellText(cells[index])).filter((cell) => cell !== '')
  const others = written.filter((cell) => !fits(cell))
  return others.length === 0 || others.length * 2 < written.length
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

/** The required fields for which there is neither a column nor a default, nor other fields that make them. */
export function missingFields(
  columns: readonly ImportColumn[],
  mapping: Mapping,
  settings: Pick<ImportSettings, 'defaults'>,
): string[] {
  const labelOf = (part: string) => columns.find(({ field }) => field === part)?.label ?? part
  return columns
    .filter((column) => isFieldMissing(column, { mapping, settings }))
    .map(({ label, madeOf }) => (madeOf ? `${label} (or ${madeOf.map(labelOf).join(' and ')})` : label))
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
  const written = (field: string) => {
    const index = mapping[field]
    return cellText(index === undefined ? '' : cells[index])
  }
  const fallback = (field: string) => defaults[field]?.trim() ?? ''
  const made = (parts: readonly string[]) =>
    parts
      .map((part) => written(part) || fallback(part))
      .filter((text) => text !== '')
      .join(' ')
  const named: Record<string, string> = {}
  for (const { field, label, isRequired, madeOf = [] } of kind.columns) {
    const value = written(field) || made(madeOf) || fallback(field)
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
