/** Rules from a CSV file: a pattern in the first column, optionally a name in the second. */
import { CsvError, parse } from 'csv-parse/sync'
import {
  policyLimits,
  type RowError,
  type RuleDraft,
  type RuleFileType,
  type RuleScope,
} from '@verbatim/contract/policy-rules.ts'
import { Failure } from '#kernel/failure.ts'
import { checkPatterns, checkRule, widest } from './model.ts'
import type { NewRule } from './rule-commands.ts'

export interface ReadRules {
  readonly rules: readonly NewRule[]
  /** Rows that are not rules. */
  readonly errors: readonly RowError[]
  /** Rows that are not empty, without the heading. */
  readonly total: number
}

/** The type of all rules of a file. */
export interface RuleFileKind {
  readonly fileType: RuleFileType
  readonly scope: RuleScope
  /** The default for a row without a value. */
  readonly alsoDisguised?: boolean | undefined
}

/** A heading is a first row that names its column instead of giving a pattern. */
const headings = new Set(['pattern', 'patterns', 'phrase', 'phrases', 'regex', 'regexes', 'rule', 'rules'])

/**
 * Reads the rules of a file and checks each. A repeated row counts, but does not add a second rule: the first one then finds what
 * either finds.
 * Ten thousand regexes take seconds, so users' files are read in a thread (`flows/judge`).
 * @throws Failure `policy.not-csv`, `policy.which-separator`, `policy.empty-file`, `policy.too-many-rows`, `request.too-large`
 */
export function readRuleFile(
  file: Uint8Array,
  { fileType, scope, alsoDisguised = true }: RuleFileKind,
): ReadRules {
  if (file.byteLength > policyLimits.fileBytes) throw new Failure('request.too-large')
  const rows = rowsOf(file)
  const type = fileType === 'regex_csv' ? 'regex' : 'phrase'
  const rules = new Map<string, NewRule>()
  const errors: RowError[] = []
  for (const { row, pattern, name, disguised } of rows) {
    const isDisguised = disguised === '' ? alsoDisguised : yesOrNo.get(disguised)
    const rule = {
      name,
      type,
      pattern,
      scope,
      alsoDisguised: isDisguised ?? true,
      conditions: {},
      fileType,
    } as const
    const message = isDisguised === undefined ? sayYesOrNo : problemOf(rule)
    if (message) errors.push({ row, pattern: pattern.slice(0, 200), message })
    else rules.set(pattern, widest(rules.get(pattern) ?? rule, rule))
  }
  return { rules: [...rules.values()], errors, total: rows.length }
}

interface Row {
  /** As a spreadsheet counts, from 1. */
  readonly row: number
  readonly pattern: string
  readonly name: string
  /** The row's value for disguises, in lower case; "" if empty. */
  readonly disguised: string
}

/** The heading of the column that decides whether a phrase is also found in disguise. */
const disguisedHeading = 'also disguised'
const yesOrNo: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['on', true],
  ['no', false],
  ['false', false],
  ['off', false],
])
const sayYesOrNo = 'Also disguised: enter yes or no.'

function rowsOf(file: Uint8Array): Row[] {
  const records = recordsOf(file)
  const [first] = records
  const hasHeading = isHeading(first?.[0])
  const column = hasHeading
    ? (first ?? []).findIndex((cell) => cell.trim().toLowerCase() === disguisedHeading)
    : -1
  const rows = records
    .map((cells, index): Row => ({
      row: index + 1,
      pattern: cells[0] ?? '',
      name: column === 1 ? '' : (cells[1]?.trim() ?? ''),
      disguised: cells[column]?.trim().toLowerCase() ?? '',
    }))
    .slice(hasHeading ? 1 : 0)
    .filter(({ pattern, name }) => pattern.trim() !== '' || name !== '')
  if (rows.length === 0) throw new Failure('policy.empty-file')
  if (rows.length > policyLimits.fileRows)
    throw new Failure('policy.too-many-rows', { most: policyLimits.fileRows })
  return rows
}

function recordsOf(file: Uint8Array): string[][] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    if (text.includes('\0')) throw new TypeError('binary')
    const records = split(text, separatorOf(text))
    requireOneReading(text, records)
    return records
  } catch (error) {
    if (error instanceof CsvError || error instanceof TypeError)
      throw new Failure('policy.not-csv', {}, error)
    throw error
  }
}

const split = (text: string, delimiter: string): string[][] =>
  parse(text, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: false })

const isHeading = (cell: string | undefined) => headings.has(cell?.trim().toLowerCase() ?? '')

/** Spreadsheets separate columns by another sign in many countries. Only a heading shows it, because a pattern may contain any of them. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1)
  const [start = '', sign] = /^"?[^",;\t|]*"?([,;\t|])?/.exec(line) ?? []
  return sign && isHeading(start.slice(0, -1).replaceAll('"', '')) ? sign : ','
}

/** Signs that patterns rarely contain; regexes often contain a bar. */
const signNames = { ';': 'semicolons', '\t': 'tabs' } as const

/**
 * Rows that all have the same number of columns if another sign separates them, and one column otherwise, may be either. Read
 * wrongly, they would be patterns that never match.
 * @throws Failure `policy.which-separator`
 */
function requireOneReading(text: string, records: readonly string[][]): void {
  const rows = records.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  if (rows.length === 0 || isHeading(rows[0]?.[0]) || rows.some((cells) => cells.length > 1)) return
  for (const [sign, signs] of Object.entries(signNames)) {
    const columns = new Set(
      split(text, sign)
        .filter((cells) => cells.some((cell) => cell.trim() !== ''))
        .map((cells) => cells.length),
    )
    if (columns.size === 1 && !columns.has(1)) throw new Failure('policy.which-separator', { signs })
  }
}

function problemOf(rule: RuleDraft): string | undefined {
  if (rule.pattern.length > policyLimits.pattern)
    return `A pattern can have at most ${policyLimits.pattern} characters.`
  if (rule.name.length > policyLimits.name) return `The name is longer than ${policyLimits.name} characters.`
  try {
    if (rule.pattern.trim() === '') throw new Failure('policy.empty')
    checkPatterns([rule])
    checkRule(rule, 'raise')
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}
