import { type Cell, type Sheet, workbookFile } from '#tables/xlsx.ts'
import type { Report, ReportParts } from './report.ts'

/** The bytes of a report as an .xlsx file: its figures, each by day, and each divided by its dimensions. */
export function reportWorkbook(report: Report): AsyncIterable<Uint8Array> {
  return workbookFile([
    sheetOf('About', [{ name: report.title, width: 100 }], aboutRows(report)),
    sheetOf('Figures', figureColumns, figureRows(report)),
    ...(report.series.length > 0 ? [sheetOf('By day', dayColumns(report), dayRows(report))] : []),
    ...report.parts.map((parts) => sheetOf(parts.title, partColumns(parts), partRows(parts))),
  ])
}

function sheetOf(name: string, columns: Sheet['columns'], rows: readonly (readonly Cell[])[]): Sheet {
  // oxlint-disable-next-line typescript/require-await -- the rows are all there
  const batches = async function* () {
    yield rows
  }
  return { name, columns, batches: batches() }
}

const aboutRows = ({ over, notes, link }: Report) => [over, ...notes, link].map((text) => [text])

const figureColumns = [
  { name: 'Figure', width: 28 },
  { name: 'This period' },
  { name: 'Period before' },
  { name: 'Unit', width: 14 },
  { name: 'Change', width: 24 },
  { name: 'Meaning', width: 60 },
  { name: 'Formula', width: 90 },
]

const figureRows = ({ figures }: Report) =>
  figures.map(({ name, value, previous, unit, change, meaning, formula }) => [
    name,
    value,
    previous,
    unit,
    change,
    meaning,
    formula,
  ])

const dayColumns = ({ series }: Report) => [
  { name: 'Day', width: 12 },
  ...series.flatMap(({ title }) => [
    { name: title, width: 22 },
    { name: `${title}, before`, width: 28 },
  ]),
]

const dayRows = ({ series }: Report) =>
  (series[0]?.days ?? []).map((day, at) => [
    day,
    ...series.flatMap(({ values, previous }) => [values[at], previous[at]]),
  ])

const partColumns = ({ first, further }: ReportParts) => [
  { name: first, width: 32 },
  { name: 'This period' },
  { name: 'Period before' },
  ...(further === undefined ? [] : [{ name: further }]),
]

const partRows = ({ parts, further }: ReportParts) =>
  parts.map(({ label, value, previous, further: more }) => [
    label,
    value,
    previous,
    ...(further === undefined ? [] : [more?.value]),
  ])
