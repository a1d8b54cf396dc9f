import { type Cell, type Sheet, workbookFile } from '#tables/xlsx.ts'
import { blocksOf, type Report, type ReportParts, type ReportSeries, type ReportTable } from './report.ts'

/** The bytes of a report as an .xlsx file: its figures, each by day, each divided by its dimensions, and its tables. */
export function reportWorkbook(report: Report): AsyncIterable<Uint8Array> {
  const series = blocksOf(report, 'series')
  const sheets = [
    sheetOf('About', [{ name: report.title, width: 100 }], aboutRows(report)),
    sheetOf('Figures', figureColumns, figureRows(report)),
    ...(series.length > 0 ? [sheetOf('By day', dayColumns(series), dayRows(series))] : []),
    ...report.blocks.flatMap((block) => {
      if (block.kind === 'parts') return [sheetOf(block.title, partColumns(block), partRows(block))]
      return block.kind === 'table' ? [sheetOf(block.title, tableColumns(block), tableRows(block))] : []
    }),
  ]
  return workbookFile(namedApart(sheets))
}

function sheetOf(name: string, columns: Sheet['columns'], rows: readonly (readonly Cell[])[]): Sheet {
  // oxlint-disable-next-line typescript/require-await -- the rows are all there
  const batches = async function* () {
    yield rows
  }
  return { name, columns, batches: batches() }
}

const longestName = 31

/** Sheets need names of their own, whatever people call their tiles. */
function namedApart(sheets: readonly Sheet[]): Sheet[] {
  // Spreadsheets keep this name for themselves.
  const taken = new Set(['history'])
  return sheets.map((sheet) => {
    const plain = sheet.name.toWellFormed().replaceAll(/[[\]:*?/\\\p{Cc}\ufffe\uffff]/gu, ' ')
    let name = cutTo(plain, longestName) || 'Sheet'
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      const ending = ` (${count})`
      name = (cutTo(plain, longestName - ending.length) || 'Sheet') + ending
    }
    taken.add(name.toLowerCase())
    return { ...sheet, name }
  })
}

/** Cut at whole signs. At neither end is a space or an apostrophe: spreadsheets quote names with those. */
function cutTo(text: string, most: number): string {
  let cut = ''
  for (const sign of text.replace(/^[\s']+/, '')) {
    if (cut.length + sign.length > most) break
    cut += sign
  }
  return cut.replace(/[\s']+$/, '')
}

/** Also the words between the figures. */
const aboutRows = (report: Report) =>
  [
    report.over,
    ...report.notes,
    report.link,
    ...blocksOf(report, 'text').map(({ title, text }) => (title === undefined ? text : `${title}: ${text}`)),
  ].map((text) => [text])

const figureColumns = [
  { name: 'Figure', width: 28 },
  { name: 'This period' },
  { name: 'Previous period' },
  { name: 'Unit', width: 14 },
  { name: 'Change', width: 24 },
  { name: 'Meaning', width: 60 },
  { name: 'Formula', width: 90 },
]

const figureRows = (report: Report) =>
  blocksOf(report, 'figures').flatMap(({ figures }) =>
    figures.map(({ name, value, previous, unit, change, meaning, formula }) => [
      name,
      value,
      previous,
      unit,
      change,
      meaning,
      formula,
    ]),
  )

const dayColumns = (series: readonly ReportSeries[]) => [
  { name: 'Day', width: 12 },
  ...series.flatMap(({ title }) => [
    { name: title, width: 22 },
    { name: `${title}, before`, width: 28 },
  ]),
]

const dayRows = (series: readonly ReportSeries[]) =>
  (series[0]?.days ?? []).map((day, at) => [
    day,
    ...series.flatMap(({ values, previous }) => [values[at], previous[at]]),
  ])

const partColumns = ({ first, further }: ReportParts) => [
  { name: first, width: 32 },
  { name: 'This period' },
  { name: 'Previous period' },
  ...(further === undefined ? [] : [{ name: further }]),
]

const partRows = ({ parts, further }: ReportParts) =>
  parts.map(({ label, value, previous, further: more }) => [
    label,
    value,
    previous,
    ...(further === undefined ? [] : [more?.value]),
  ])

const tableColumns = ({ columns }: ReportTable) =>
  columns.map(({ name, isNumber }) => ({ name, width: isNumber ? 14 : 28 }))

const tableRows = ({ columns, rows, total }: ReportTable) => [
  ...rows.map((row) => row.map(({ text, value }) => value ?? text)),
  ...(rows.length < total
    ? [[`The first ${rows.length} of ${total}`, ...columns.slice(1).map(() => '')]]
    : []),
]
