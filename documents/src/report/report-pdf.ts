import { inner, margin, openPaper, type Paper } from './paper.ts'
import {
  mostOf,
  type Report,
  type ReportBlock,
  type ReportFigures,
  type ReportParts,
  type ReportSeries,
  type ReportTable,
} from './report.ts'

/** The bytes of a report as a PDF: figures as tiles, days as lines, parts as bars and people as tables, all drawn as vectors. */
export function reportPdf(report: Report): Promise<Buffer> {
  const { title, over, madeAt } = report
  const paper = openPaper({ title: `${title} · ${over}`, author: over, madeAt })
  writeHead(paper, report)
  for (const block of report.blocks) drawBlock(paper, block)
  return paper.finish((page, of) => `${title} · ${over} · page ${page} of ${of}`)
}

function drawBlock(paper: Paper, block: ReportBlock): void {
  switch (block.kind) {
    case 'figures':
      return writeFigures(paper, block)
    case 'series':
      return drawSeries(paper, block)
    case 'parts':
      return drawParts(paper, block)
    case 'table':
      return writeTable(paper, block)
    case 'text':
      return writeText(paper, block)
  }
}

function writeHead(paper: Paper, { title, over, notes, link }: Report): void {
  paper.write(over, { x: margin, y: paper.y, size: 9, color: 'dim', within: inner })
  paper.y += 15
  paper.write(title, { x: margin, y: paper.y, size: 20, weight: 600, within: inner })
  paper.y += 32
  for (const line of notes.flatMap((note) => paper.linesOf(note, { size: 9, within: inner }))) {
    paper.write(line, { x: margin, y: paper.y, size: 9, color: 'dim' })
    paper.y += 13
  }
  const words = 'Open these figures in Verbatim'
  paper.write(words, { x: margin, y: paper.y, size: 9, color: 'line' })
  paper.link({ x: margin, y: paper.y, width: paper.widthOf(words, { size: 9 }), height: 13 }, link)
  paper.y += 25
}

const columns = 3
const gap = 12
const tileWidth = (inner - (columns - 1) * gap) / columns
const tileHeight = 50

function writeFigures(paper: Paper, { figures }: ReportFigures): void {
  for (let at = 0; at < figures.length; at += columns) {
    paper.need(tileHeight)
    for (const [place, { name, text, change }] of figures.slice(at, at + columns).entries()) {
      const x = margin + place * (tileWidth + gap)
      const { y } = paper
      paper.line(
        [
          [x, y],
          [x + tileWidth, y],
        ],
        { color: 'faint', width: 0.75 },
      )
      paper.write(name, { x, y: y + 5, size: 8.5, color: 'dim', within: tileWidth })
      paper.write(text, { x, y: y + 17, size: 14, weight: 600, within: tileWidth })
      paper.write(change, { x, y: y + 36, size: 8, color: 'dim', within: tileWidth })
    }
    paper.y += tileHeight + 6
  }
  paper.y += 10
}

function writeTitle(paper: Paper, title: string, note?: string): void {
  paper.write(title, { x: margin, y: paper.y, size: 11, weight: 600, within: inner })
  if (note !== undefined)
    paper.write(note, { x: margin + inner, y: paper.y + 2, size: 8, color: 'dim', align: 'right' })
  paper.y += 20
}

const chartHeight = 110
const axisWidth = 62

/** The period as a line, the period before dashed, on a baseline of zero. */
function drawSeries(paper: Paper, series: ReportSeries): void {
  const { title, days, values, previous, zeroText, mostText } = series
  paper.need(chartHeight + 56)
  writeTitle(paper, title, 'Dashed: the period before')
  const most = mostOf(series)
  const [left, right] = [margin + axisWidth, margin + inner]
  const [top, bottom] = [paper.y, paper.y + chartHeight]
  const xOf = (at: number) =>
    days.length < 2 ? (left + right) / 2 : left + ((right - left) * at) / (days.length - 1)
  const yOf = (value: number) => bottom - (most === 0 ? 0 : (chartHeight * value) / most)
  for (const value of most === 0 ? [0] : [0, most / 2, most])
    paper.line(
      [
        [left, yOf(value)],
        [right, yOf(value)],
      ],
      { color: 'faint', width: 0.5 },
    )
  for (const [value, text] of [[0, zeroText] as const, ...(most === 0 ? [] : [[most, mostText] as const])])
    paper.write(text, { x: left - 6, y: yOf(value) - 6, size: 7.5, color: 'dim', align: 'right' })
  for (const points of stretchesOf(previous, xOf, yOf))
    paper.line(points, { color: 'before', width: 1, isDashed: true })
  for (const points of stretchesOf(values, xOf, yOf)) paper.line(points, { color: 'line', width: 1.5 })
  paper.write(days[0] ?? '', { x: left, y: bottom + 5, size: 7.5, color: 'dim' })
  if (days.length > 1)
    paper.write(days.at(-1) ?? '', { x: right, y: bottom + 5, size: 7.5, color: 'dim', align: 'right' })
  paper.y = top + chartHeight + 34
}

type Points = (readonly [x: number, y: number])[]

/** The lines between days without a value; a day between two of them is a short dash. */
function stretchesOf(
  values: readonly (number | null)[],
  xOf: (at: number) => number,
  yOf: (value: number) => number,
): Points[] {
  const stretches: Points[] = []
  let current: Points = []
  for (const [at, value] of values.entries()) {
    if (value === null) current = []
    else {
      if (current.length === 0) stretches.push(current)
      current.push([xOf(at), yOf(value)])
    }
  }
  return stretches.map((points) => {
    const [only, ...others] = points
    return only && others.length === 0
      ? [
          [only[0] - 2, only[1]],
          [only[0] + 2, only[1]],
        ]
      : points
  })
}

const rowHeight = 17
const labelWidth = 170
const numbersWidth = 190

/** A bar for each part, from zero, with its number and its change. */
function drawParts(paper: Paper, { title, parts, further }: ReportParts): void {
  paper.need(rowHeight * Math.min(parts.length, 4) + 40)
  writeTitle(paper, title, further)
  if (parts.length === 0)
    paper.write('None in this period.', { x: margin, y: paper.y, size: 9, color: 'dim' })
  if (parts.length === 0) paper.y += rowHeight
  const most = Math.max(1, ...parts.map(({ value }) => value))
  const left = margin + labelWidth
  const barWidth = inner - labelWidth - numbersWidth
  for (const { label, value, text, change, further: more } of parts) {
    paper.need(rowHeight)
    const { y } = paper
    paper.write(label, { x: margin, y, size: 9, within: labelWidth - 8 })
    if (value > 0) paper.box({ x: left, y: y + 2, width: (barWidth * value) / most, height: 9 }, 'bar')
    const x = left + barWidth
    paper.write(text, { x: x + 46, y, size: 9, weight: 600, align: 'right' })
    paper.write(change, { x: x + 52, y: y + 1, size: 8, color: 'dim', within: 90 })
    if (more) paper.write(more.text, { x: margin + inner, y, size: 9, align: 'right' })
    paper.y += rowHeight
  }
  paper.y += 18
}

/** The rows that are drawn; a workbook has further ones. */
const mostRows = 50

/** Rows on lines, with the heading again on each page. */
function writeTable(paper: Paper, { title, columns: named, rows, total }: ReportTable): void {
  paper.need(rowHeight * Math.min(rows.length + 1, 4) + 40)
  const drawn = rows.slice(0, mostRows)
  writeTitle(
    paper,
    title,
    drawn.length < total ? `The first ${drawn.length} of ${total.toLocaleString('en')}` : undefined,
  )
  if (rows.length === 0) {
    paper.write('None in this period.', { x: margin, y: paper.y, size: 9, color: 'dim' })
    paper.y += rowHeight + 18
    return
  }
  const all = named.reduce((sum, { part }) => sum + part, 0)
  const places = named.map(({ part, isNumber }, at) => {
    const before = named.slice(0, at).reduce((sum, { part: earlier }) => sum + earlier, 0)
    const [left, within] = [margin + (inner * before) / all, (inner * part) / all - 10]
    return isNumber
      ? ({ x: left + within, within, align: 'right' } as const)
      : ({ x: left, within, align: 'left' } as const)
  })
  const writeRow = (
    texts: readonly string[],
    how: { readonly size: number; readonly color: 'dim' | 'text' },
  ) => {
    for (const [at, place] of places.entries()) paper.write(texts[at] ?? '', { ...place, ...how, y: paper.y })
    paper.y += rowHeight
  }
  const writeHeading = () => {
    writeRow(
      named.map(({ name }) => name),
      { size: 8, color: 'dim' },
    )
    paper.line(
      [
        [margin, paper.y - 4],
        [margin + inner, paper.y - 4],
      ],
      { color: 'faint', width: 0.75 },
    )
  }
  writeHeading()
  for (const row of drawn) {
    if (paper.need(rowHeight)) writeHeading()
    writeRow(
      row.map(({ text }) => text),
      { size: 9, color: 'text' },
    )
  }
  paper.y += 18
}

function writeText(paper: Paper, { title, text }: { readonly title?: string; readonly text: string }): void {
  const lines = text
    .split('\n')
    .flatMap((part) => (part === '' ? [''] : paper.linesOf(part, { size: 10, within: inner })))
  paper.need(14 * Math.min(lines.length, 3) + (title === undefined ? 0 : 20))
  if (title !== undefined) writeTitle(paper, title)
  for (const line of lines) {
    paper.need(14)
    paper.write(line, { x: margin, y: paper.y, size: 10 })
    paper.y += 14
  }
  paper.y += 14
}
