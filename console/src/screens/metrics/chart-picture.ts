/**
 * A chart as a picture to keep or to put into a report: drawn from the numbers in light colours, whatever the screen is, with what the
 * page says around it.
 */
import type { Tone } from '@verbatim/ui/colors.ts'
import type { Numbers } from './NumberTable.tsx'

/** How the numbers are drawn. */
type ChartForm = 'line' | 'columns' | 'bars'

export interface ChartPicture {
  readonly title: string
  /** The period, its zone and when it was counted. */
  readonly subtitle: string
  /** What the two columns of numbers are: `26 Oct – 24 Nov 2026`. */
  readonly legend: readonly string[]
  readonly form: ChartForm
  readonly numbers: Numbers
  /** The end of the axis, if it is always the same. */
  readonly most?: number | undefined
}

const width = 960
const margin = 32
const ink = { text: '#212529', dim: '#5c636a', line: '#dee2e6', now: '#4c6ef5', before: '#868e96' } as const
/** As bars on the screen, in the light scheme. */
const tones: Readonly<Partial<Record<Tone, string>>> = {
  'dark-grey': '#495057',
  violet: '#845ef7',
  blue: '#339af0',
  red: '#ff6b6b',
  green: '#51cf66',
  amber: '#ffd43b',
  indigo: '#5c7cfa',
}

/** The picture as the text of an SVG file. */
export function chartPicture(picture: ChartPicture): string {
  const { title, subtitle, legend, form } = picture
  const top = 112
  const { drawn, height } = form === 'bars' ? barsOf(picture, top) : daysOf(picture, top)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(title, { x: margin, y: 42, size: 20, weight: 600 }),
    text(subtitle, { x: margin, y: 64, size: 13, fill: ink.dim }),
    ...legendOf(legend, form),
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}

function legendOf(legend: readonly string[], form: ChartForm): string[] {
  let x = margin
  return legend.flatMap((words, at) => {
    const start = x
    // Letters are narrower than this, so names never run into each other.
    x += 40 + words.length * 7.5
    return [
      sampleOf(at === 0, { x: start, form }),
      text(words, { x: start + 32, y: 92, size: 13, fill: ink.dim }),
    ]
  })
}

function sampleOf(isNow: boolean, { x, form }: { readonly x: number; readonly form: ChartForm }): string {
  if (isNow && form !== 'line') return `<rect x="${x}" y="82" width="24" height="10" fill="${ink.now}"/>`
  if (isNow) return line([x, 87], [x + 24, 87], { stroke: ink.now, width: 2 })
  if (form === 'bars') return line([x + 12, 80], [x + 12, 94], { stroke: ink.text, width: 2 })
  return line([x, 87], [x + 24, 87], { stroke: ink.before, width: 2, isDashed: true })
}

interface Drawn {
  readonly drawn: readonly string[]
  readonly height: number
}

const mostTicks = 8

/** By day: from zero up, and the period before as a dashed line. */
function daysOf({ numbers: { columns, rows }, form, most: end }: ChartPicture, top: number): Drawn {
  const [left, plot] = [margin + 72, 300]
  const right = width - margin
  const bottom = top + plot
  const values = rows.flatMap((row) => row.values.filter((value) => value !== null))
  const step = end === undefined ? stepOf(Math.max(0, ...values), values.every(Number.isInteger)) : end / 4
  const most = end ?? step * Math.max(1, Math.ceil(Math.max(0, ...values) / step))
  const slot = (right - left) / Math.max(1, rows.length)
  const at = (index: number) => left + slot * (index + 0.5)
  const up = (value: number) => bottom - (value / most) * plot
  const every = Math.ceil(rows.length / mostTicks)
  const grid = Array.from({ length: Math.round(most / step) + 1 }, (_, index) => {
    const value = index * step
    return [
      line([left, up(value)], [right, up(value)], { stroke: ink.line, width: 1 }),
      text(columns[0]?.text(value) ?? '', { x: left - 8, y: up(value) + 4, fill: ink.dim, anchor: 'end' }),
    ].join('\n')
  })
  const days = rows.flatMap(({ label }, index) =>
    index % every === 0
      ? [text(label, { x: at(index), y: bottom + 20, fill: ink.dim, anchor: 'middle' })]
      : [],
  )
  const pointsOf = (column: number) =>
    rows.map(({ values: all }, index): Point | undefined => {
      const value = all[column]
      return value === null || value === undefined ? undefined : [at(index), up(value)]
    })
  const now = pointsOf(0)
  return {
    drawn: [
      ...grid,
      ...days,
      ...lineThrough(pointsOf(1), { stroke: ink.before, width: 2, isDashed: true }),
      ...(form === 'columns'
        ? now.flatMap((point) =>
            point ? [columnAt(point, { bottom, width: Math.min(24, slot * 0.7) })] : [],
          )
        : lineThrough(now, { stroke: ink.now, width: 2.5 })),
    ],
    height: bottom + 44,
  }
}

type Point = readonly [x: number, y: number]

const columnAt = (
  [x, y]: Point,
  { bottom, width: wide }: { readonly bottom: number; readonly width: number },
) =>
  `<rect x="${round(x - wide / 2)}" y="${round(y)}" width="${round(wide)}" height="${round(bottom - y)}" fill="${ink.now}"/>`

/** Broken where a day has no value; a day between two such ones is a dot. */
function lineThrough(points: readonly (Point | undefined)[], style: LineStyle): string[] {
  const runs: Point[][] = [[]]
  for (const point of points) {
    if (point) runs.at(-1)?.push(point)
    else runs.push([])
  }
  return runs.flatMap(([first, ...others]) => {
    if (!first) return []
    if (others.length === 0)
      return [`<circle cx="${round(first[0])}" cy="${round(first[1])}" r="3" fill="${style.stroke}"/>`]
    const path = [first, ...others].map(([x, y]) => `${round(x)},${round(y)}`).join(' ')
    return [`<polyline points="${path}" fill="none" ${strokeOf(style)}/>`]
  })
}

const longestLabel = 40

/** Parts below each other, each from zero; a tick marks the period before. */
function barsOf({ numbers: { columns, rows } }: ChartPicture, top: number): Drawn {
  const [left, row] = [margin + 280, 32]
  const room = width - margin - 120 - left
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const drawn = rows.flatMap(({ label, values: [value = null, before = null], tone = 'indigo' }, index) => {
    const y = top + index * row
    const tick = left + ((before ?? 0) / most) * room
    return [
      text(label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label, {
        x: margin,
        y: y + 16,
        size: 13,
      }),
      `<rect x="${left}" y="${y + 4}" width="${round(((value ?? 0) / most) * room)}" height="16" fill="${tones[tone] ?? '#adb5bd'}"/>`,
      ...(before ? [line([tick, y], [tick, y + 24], { stroke: ink.text, width: 2 })] : []),
      text(columns[0]?.text(value) ?? '', {
        x: width - margin,
        y: y + 16,
        size: 13,
        weight: 500,
        anchor: 'end',
      }),
    ]
  })
  return { drawn, height: top + rows.length * row + margin }
}

/** A round step of which some four reach the largest value; whole numbers have whole steps. */
export function stepOf(largest: number, isWhole: boolean): number {
  const raw = Math.max(largest, Number.MIN_VALUE) / 4
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 2.5, 5].find((one) => one * power >= raw) ?? 10) * power || 1
  if (largest === 0) return 1
  return isWhole ? Math.max(1, Math.ceil(step)) : step
}

interface LineStyle {
  readonly stroke: string
  readonly width: number
  readonly isDashed?: boolean
}

const strokeOf = ({ stroke, width: wide, isDashed }: LineStyle) =>
  `stroke="${stroke}" stroke-width="${wide}"${isDashed ? ' stroke-dasharray="5 4"' : ''}`

const line = ([x1, y1]: Point, [x2, y2]: Point, style: LineStyle) =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" ${strokeOf(style)}/>`

interface TextStyle {
  readonly x: number
  readonly y: number
  readonly size?: number
  readonly weight?: number
  readonly fill?: string
  readonly anchor?: 'middle' | 'end'
}

const text = (words: string, { x, y, size = 12, weight = 400, fill = ink.text, anchor }: TextStyle) =>
  `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}"${anchor ? ` text-anchor="${anchor}"` : ''}>${escaped(words)}</text>`

const round = (value: number) => Math.round(value * 10) / 10

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** XML has neither control characters nor halves of a character. */
const escaped = (words: string) =>
  words
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign)
