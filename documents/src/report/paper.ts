/** Paper to write on: single lines of text in several fonts, lines and boxes. */
import PDFDocument from 'pdfkit'
import { cutToFit } from './cut.ts'
import { directedRuns, rightToLeft } from './direction.ts'
import { type FontRun, openFonts, type Weight } from './fonts.ts'

/** A4 in points. */
const [width, height] = [595.28, 841.89]
export const margin = 42
export const inner = width - 2 * margin
/** Below it nothing but the foot is written. */
const lowest = height - margin - 18

const ink = {
  text: '#1a1b25',
  dim: '#5c5f73',
  faint: '#d5d7e2',
  line: '#3d47c9',
  before: '#8c90a6',
  bar: '#6b74e0',
} as const
type Ink = keyof typeof ink

interface Written {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly weight?: Weight
  readonly color?: Ink
  /** The text ends there with an ellipsis. */
  readonly within?: number
  readonly align?: 'left' | 'right'
}

export interface Paper {
  /** Where the next thing begins. */
  y: number
  readonly write: (text: string, how: Written) => void
  readonly widthOf: (text: string, how: Pick<Written, 'size' | 'weight'>) => number
  /** The lines of a text that is broken at spaces and between Chinese signs. */
  readonly linesOf: (
    text: string,
    how: Pick<Written, 'size' | 'weight'> & { readonly within: number },
  ) => string[]
  readonly line: (points: readonly (readonly [x: number, y: number])[], how: LineStyle) => void
  readonly box: (at: { x: number; y: number; width: number; height: number }, color: Ink) => void
  readonly link: (at: { x: number; y: number; width: number; height: number }, url: string) => void
  /** Begins a page if less than this is left. @returns Whether it did. */
  readonly need: (points: number) => boolean
  readonly finish: (foot: (page: number, of: number) => string) => Promise<Buffer>
}

interface LineStyle {
  readonly color: Ink
  readonly width: number
  readonly isDashed?: boolean
}

interface About {
  readonly title: string
  readonly author: string
  readonly madeAt: Date
}

export function openPaper({ title, author, madeAt }: About): Paper {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, Producer: 'Verbatim', Creator: 'Verbatim', CreationDate: madeAt },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  const paper: Paper = {
    ...writing(pdf),
    y: margin,
    line(points, { color, width: thick, isDashed }) {
      const [first, ...others] = points
      if (!first || others.length === 0) return
      pdf.save().lineWidth(thick).strokeColor(ink[color]).lineJoin('round')
      if (isDashed) pdf.dash(3, { space: 2 })
      pdf.moveTo(...first)
      for (const point of others) pdf.lineTo(...point)
      pdf.stroke().restore()
    },
    box: ({ x, y, width: wide, height: high }, color) =>
      void pdf.save().rect(x, y, wide, high).fill(ink[color]).restore(),
    link: ({ x, y, width: wide, height: high }, url) => void pdf.link(x, y, wide, high, url),
    need(points) {
      if (paper.y + points <= lowest) return false
      pdf.addPage()
      paper.y = margin
      return true
    },
    async finish(foot) {
      const { count } = pdf.bufferedPageRange()
      for (let page = 0; page < count; page += 1) {
        pdf.switchToPage(page)
        const y = height - margin - 8
        paper.write(foot(page + 1, count), { x: margin, y, size: 7.5, color: 'dim', within: inner })
      }
      pdf.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
  return paper
}

/** Text in the fonts that have its signs. */
function writing(pdf: PDFKit.PDFDocument): Pick<Paper, 'widthOf' | 'write' | 'linesOf'> {
  const fonts = openFonts()
  const known = new Set<string>()
  const use = (file: string, size: number) => {
    if (!known.has(file)) pdf.registerFont(file, fonts.bytesOf(file))
    known.add(file)
    return pdf.font(file).fontSize(size)
  }
  /** From left to right. The font turns the signs of its own script around, and no others. */
  const placedRuns = (text: string, weight: Weight): FontRun[] =>
    directedRuns(text).flatMap(({ text: part, isRightToLeft }) => {
      const runs = fonts.runsOf(part, weight)
      if (!isRightToLeft) return runs
      return runs
        .toReversed()
        .map((run) =>
          rightToLeft.test(run.text) ? run : { ...run, text: Array.from(run.text).toReversed().join('') },
        )
    })
  const widthOf: Paper['widthOf'] = (text, { size, weight = 400 }) =>
    fonts.runsOf(text, weight).reduce((sum, run) => sum + use(run.file, size).widthOfString(run.text), 0)
  const cut = (text: string, how: Written) => {
    const { within } = how
    return within === undefined ? text : cutToFit(text, (shown) => widthOf(shown, how) <= within)
  }
  return {
    widthOf,
    write(text, how) {
      const { x, y, size, weight = 400, color = 'text', align } = how
      const shown = cut(text, how)
      let left = align === 'right' ? x - widthOf(shown, how) : x
      for (const run of placedRuns(shown, weight)) {
        use(run.file, size).fillColor(ink[color])
        pdf.text(run.text, left, y + size, { lineBreak: false, baseline: 'alphabetic' })
        left += pdf.widthOfString(run.text)
      }
    },
    linesOf(text, { within, ...how }) {
      const lines: string[] = []
      let line = ''
      for (const word of text.match(/[\p{Script=Han}]|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? []) {
        if (line !== '' && widthOf((line + word).trimEnd(), how) > within) {
          lines.push(line.trimEnd())
          line = ''
        }
        line += word
      }
      return line === '' ? lines : [...lines, line.trimEnd()]
    },
  }
}
