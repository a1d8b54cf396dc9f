/**
 * A spreadsheet, written as a stream. Texts are inline strings, which no reader calculates, and where
 * they look like a formula they are also marked as text, so that they stay text when a user edits the cell.
 * Source: ECMA-376, parts 1 (SpreadsheetML) and 2 (packaging).
 */
import { type ZipEntry, zipFile } from '#zip/zip.ts'
import { formulaStart } from './formula.ts'

export type Cell = string | number | boolean | Date | null | undefined

interface SheetColumn {
  readonly name: string
  readonly width?: number
}

/** A cell holds no more UTF-16 units than this. */
const longestText = 32_767
const cutMark = ' … (cut: the CSV file has all of it)'

export interface Sheet {
  /** At most 31 units, none of `[]:*?/\\` or control characters, no apostrophe at an end, and not `History`. */
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>
}

/** The bytes of an .xlsx file of one sheet: a bold heading that stays in view, then the rows. */
export function sheetFile(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncIterable<Uint8Array> {
  return workbookFile([{ name: 'Export', columns, batches }])
}

/** The bytes of an .xlsx file: each sheet with a bold heading that stays in view, then its rows. */
export function workbookFile(sheets: readonly Sheet[]): AsyncIterable<Uint8Array> {
  const fixed = Object.entries(partsOf(sheets)).map(([name, text]): ZipEntry => ({
    name,
    content: [Buffer.from(text)],
  }))
  const filled = sheets.map(({ columns, batches }, i): ZipEntry => ({
    name: `xl/worksheets/sheet${i + 1}.xml`,
    content: sheet(columns, batches),
  }))
  return zipFile([...fixed, ...filled])
}

const styles = { plain: 0, asText: 1, time: 2, heading: 3 } as const

async function* sheet(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  const widths = columns
    .map(({ width = 16 }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  const letters = columns.map((_, i) => columnName(i))
  const heading = columns.map(({ name }, i) => textCell(`${letters[i]}1`, name, styles.heading)).join('')
  yield Buffer.from(
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `<cols>${widths}</cols><sheetData><row r="1">${heading}</row>`,
  )
  let row = 1
  for await (const rows of batches) {
    let text = ''
    for (const cells of rows) {
      row++
      text += `<row r="${row}">${cells.map((value, i) => cell(`${letters[i]}${row}`, value)).join('')}</row>`
    }
    if (text !== '') yield Buffer.from(text)
  }
  yield Buffer.from('</sheetData></worksheet>')
}

/** A to Z, then AA. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/** Many readers want the position of each cell, although it could be counted. */
function cell(at: string, value: Cell): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (value instanceof Date) return timeCell(at, value)
  return textCell(at, value, formulaStart.test(value) ? styles.asText : styles.plain)
}

/** Days since 30 December 1899. The calendar of spreadsheets starts in 1900, so older dates are text. */
function timeCell(at: string, time: Date): string {
  const days = time.getTime() / 86_400_000 + 25_569
  return days < 61
    ? textCell(at, time.toISOString(), styles.plain)
    : `<c r="${at}" s="${styles.time}"><v>${days}</v></c>`
}

function textCell(at: string, text: string, style: number): string {
  const short =
    text.length > longestText ? text.slice(0, longestText - cutMark.length).toWellFormed() + cutMark : text
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escape(short)}</t></is></c>`
}

const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** XML allows no control characters; spreadsheets write them as `_x0001_`, and a text that looks like that as `_x005F_x0001_`. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(/_x[0-9A-Fa-f]{4}_/g, (match) => `_x005F${match}`)
    .replace(/[&<>]/g, (sign) => markup[sign] ?? sign)
    .replace(unwritable, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
}
const escapeAttribute = (text: string) => escape(text).replaceAll('"', '&quot;')

// A carriage return would be read as a line feed.
// oxlint-disable-next-line no-control-regex -- these are what XML cannot hold
const unwritable = /[\x00-\x08\x0b-\x1f\ufffe\uffff]/g

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const partsOf = (sheets: readonly Sheet[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml':
    `${declaration}<Types xmlns="${packaged}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/>` +
    `${eachOf(sheets, (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${kind}.worksheet+xml"/>`)}</Types>`,
  '_rels/.rels':
    `${declaration}<Relationships xmlns="${packaged}/relationships">` +
    `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}">` +
    `<sheets>${eachOf(sheets, (n, { name }) => `<sheet name="${escapeAttribute(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `${declaration}<Relationships xmlns="${packaged}/relationships">` +
    eachOf(
      sheets,
      (n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
    ) +
    `<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  // In the order of `styles`
  'xl/styles.xml':
    `${declaration}<styleSheet xmlns="${main}">` +
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>' +
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>',
})

const eachOf = (sheets: readonly Sheet[], text: (number: number, sheet: Sheet) => string) =>
  sheets.map((one, i) => text(i + 1, one)).join('')
