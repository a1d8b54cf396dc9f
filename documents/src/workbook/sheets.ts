/**
 * Reads the cells of an Excel workbook one after the other: only existing ones, however far apart they are, and no more than
 * its reader wants. Source: ECMA-376 part 1, 18.
 */
import type { ZipPart } from '#zip/unzip.ts'
import { attributeOf, readMarkup } from '#text/markup.ts'

export interface Sheet {
  readonly name: string
  readonly read: (to: SheetReader) => void
}

/** Gets the cells of a sheet that have a text, in order. */
interface SheetReader {
  /** @param line Counted from 1. @param column Counted from 0. */
  cell(line: number, column: number, text: string): void
  /** Called regularly: whether enough was read. */
  isDone?(): boolean
}

/** The sheets in the order of their tabs, hidden ones too. A part is opened when it is needed. */
export function sheetsOf(parts: readonly ZipPart[], open: (part: ZipPart) => string): Sheet[] {
  const read = (name: string) => {
    const part = parts.find((one) => one.name === name)
    return part ? open(part) : ''
  }
  const { tabs, daysFrom } = readTabs(read('xl/workbook.xml'))
  const targets = readTargets(read('xl/_rels/workbook.xml.rels'))
  const strings = readStrings(read('xl/sharedStrings.xml'))
  const dates = { isDay: dayStyles(read('xl/styles.xml')), daysFrom }
  const numbered = sheetParts(parts)
  const found = tabs.flatMap(({ name, id }, at) => {
    const part = parts.find((one) => one.name === targets.get(id)) ?? numbered[at]
    return part ? [{ name, part }] : []
  })
  const all = found.length > 0 ? found : numbered.map((part, at) => ({ name: `Sheet ${at + 1}`, part }))
  return all.map(({ name, part }) => ({
    name,
    read: (to) => readCells(open(part), { strings, dates }, to),
  }))
}

function sheetParts(parts: readonly ZipPart[]): ZipPart[] {
  const byNumber = new Intl.Collator('en', { numeric: true })
  return parts
    .filter(({ name }) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .toSorted((a, b) => byNumber.compare(a.name, b.name))
}

/** Day 0 of the two calendars that workbooks have. */
const since1900 = Date.UTC(1899, 11, 30)
const since1904 = Date.UTC(1904, 0, 1)

function readTabs(xml: string) {
  const tabs: { name: string; id: string }[] = []
  let daysFrom = since1900
  readMarkup(xml, {
    open(name, tag) {
      if (name === 'sheet')
        tabs.push({ name: attributeOf(tag, 'name') ?? '', id: attributeOf(tag, 'id') ?? '' })
      else if (name === 'workbookPr' && /^(?:1|true)$/.test(attributeOf(tag, 'date1904') ?? ''))
        daysFrom = since1904
    },
  })
  return { tabs, daysFrom }
}

/** The names of parts by the ids that tabs have. */
function readTargets(xml: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>()
  readMarkup(xml, {
    open(name, tag) {
      const target = name === 'Relationship' && attributeOf(tag, 'Target')
      if (!target) return
      targets.set(attributeOf(tag, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  return targets
}

/** The texts that cells refer to by number, without phonetic guides. */
function readStrings(xml: string): string[] {
  const strings: string[] = []
  let current = ''
  let inText = false
  let inReading = false
  readMarkup(xml, {
    open(name) {
      if (name === 'si') current = ''
      else if (name === 't') inText = true
      else if (name === 'rPh') inReading = true
    },
    close(name) {
      if (name === 'si') strings.push(unescaped(current))
      else if (name === 't') inText = false
      else if (name === 'rPh') inReading = false
    },
    text(text) {
      if (inText && !inReading) current += text
    },
  })
  return strings
}

/** Characters that XML cannot hold, and what looks like one of them, are written as `_x0001_`. */
const unescaped = (text: string) =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Which styles of cells show a number as a day. Source: ECMA-376 part 1, 18.8.30. */
function dayStyles(xml: string): (style: number) => boolean {
  const custom = new Set<number>()
  const styles: boolean[] = []
  let inCells = false
  readMarkup(xml, {
    open(name, tag) {
      const id = Number(attributeOf(tag, 'numFmtId') ?? Number.NaN)
      if (name === 'numFmt' && isDayFormat(attributeOf(tag, 'formatCode') ?? '')) custom.add(id)
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) styles.push((id >= 14 && id <= 22) || custom.has(id))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return (style) => styles[style] ?? false
}

/** Spreadsheets allow 255 characters. */
const isDayFormat = (code: string) =>
  /[dy]/i.test(code.slice(0, 1_000).replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

interface Meanings {
  readonly strings: readonly string[]
  readonly dates: Dates
}

interface Dates {
  readonly isDay: (style: number) => boolean
  readonly daysFrom: number
}

/** A cell as written: its type and style decide the meaning of its value. */
interface RawCell {
  readonly kind: string
  readonly style: number
  value: string
}

function readCells(xml: string, meanings: Meanings, to: SheetReader): void {
  let line = 0
  let column = -1
  let cell: RawCell = { kind: 'n', style: -1, value: '' }
  let inValue = false
  let inReading = false
  readMarkup(xml, {
    open(name, tag) {
      if (name === 'row') {
        line = Number(attributeOf(tag, 'r') ?? line + 1)
        column = -1
      } else if (name === 'c') {
        column = columnOf(attributeOf(tag, 'r')) ?? column + 1
        const kind = attributeOf(tag, 't') ?? 'n'
        cell = { kind, style: Number(attributeOf(tag, 's') ?? -1), value: '' }
      } else if (name === 'v' || name === 't') inValue = true
      else if (name === 'rPh') inReading = true
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'rPh') inReading = false
      else if (name === 'c' && cell.value !== '') to.cell(line, column, textOf(cell, meanings))
    },
    text(text) {
      if (inValue && !inReading) cell.value += text
    },
    isDone: () => to.isDone?.() ?? false,
  })
}

/** `AB12` is in column 27. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function textOf({ kind, style, value }: RawCell, { strings, dates }: Meanings): string {
  if (kind === 's') return strings[Number(value)] ?? ''
  if (kind === 'b') return value === '1' ? 'yes' : 'no'
  if (kind !== 'n') return unescaped(value)
  return dates.isDay(style) ? dayText(value, dates.daysFrom) : numberText(value)
}

/** Without an exponent, because it may be a phone number. */
function numberText(value: string): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  return Number.isInteger(number) && Math.abs(number) < 1e21 ? BigInt(number).toString() : String(number)
}

/** A day as 2026-01-31; the fraction is the time of day. */
function dayText(value: string, daysFrom: number): string {
  const days = Number(value)
  const time = daysFrom + Math.round(days * 86_400) * 1000
  if (!Number.isFinite(days) || days < 1 || days > 2_958_465) return value
  return new Date(time)
    .toISOString()
    .replace('T', ' ')
    .replace(/(?: 00:00:00)?\.000Z$/, '')
}
