/** The cells of an Excel workbook, row by row: only those that are there, however far apart they stand. */
import type { ZipPart } from '#zip/unzip.ts'
import { type FileText, TextTaker } from './file-text.ts'
import { attributeOf, readMarkup } from './markup.ts'
import { chosen, openParts, takeRuns } from './office.ts'

/** Every sheet under its name, then comments and what is written in drawings. Days are written as 2026-01-31. */
export function readWorkbookText(parts: readonly ZipPart[]): FileText {
  const open = openParts()
  const read = (pattern: RegExp) => chosen(parts, [pattern]).map((part) => open(part))
  const names = sheetNames(read(/^xl\/workbook\.xml$/)[0] ?? '')
  const strings = sharedStrings(read(/^xl\/sharedStrings\.xml$/)[0] ?? '')
  const isDay = dayStyles(read(/^xl\/styles\.xml$/)[0] ?? '')
  const taker = new TextTaker()
  chosen(parts, [/^xl\/worksheets\/sheet\d+\.xml$/]).forEach((part, at) => {
    if (taker.isFull) return taker.cut()
    taker.write(`${names[at] ?? `Sheet ${at + 1}`}\n`)
    takeCells(open(part), { strings, isDay, taker })
    taker.write('\n')
  })
  for (const part of chosen(parts, [
    /^xl\/(?:threadedC|c)omments\/?[^/]*\.xml$/,
    /^xl\/drawings\/[^/]+\.xml$/,
  ])) {
    if (taker.isFull) taker.cut()
    else takeNotes(open(part), taker)
  }
  return taker.done()
}

function takeNotes(xml: string, taker: TextTaker): void {
  takeRuns(xml.replaceAll(/<(\/?)(?:\w+:)?text\b/g, '<$1t'), taker)
  taker.write('\n')
}

function sheetNames(xml: string): string[] {
  const names: string[] = []
  readMarkup(xml, {
    open(name, tag) {
      if (name === 'sheet') names.push(attributeOf(tag, 'name') ?? '')
    },
  })
  return names
}

/** The texts that cells name by number; how a word is read aloud, which stands beside it, is left out. */
function sharedStrings(xml: string): string[] {
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
      if (name === 'si') strings.push(current)
      else if (name === 't') inText = false
      else if (name === 'rPh') inReading = false
    },
    text(text) {
      if (inText && !inReading) current += text
    },
  })
  return strings
}

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

const isDayFormat = (code: string) => /[dy]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

interface Cells {
  readonly strings: readonly string[]
  readonly isDay: (style: number) => boolean
  readonly taker: TextTaker
}

function takeCells(xml: string, { strings, isDay, taker }: Cells): void {
  let kind = ''
  let style = -1
  let value = ''
  let inValue = false
  let isFirst = true
  readMarkup(xml, {
    open(name, tag) {
      if (name === 'row') isFirst = true
      else if (name === 'c') {
        kind = attributeOf(tag, 't') ?? 'n'
        style = Number(attributeOf(tag, 's') ?? -1)
        value = ''
      } else if (name === 'v' || name === 't') inValue = true
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'row') taker.write('\n')
      else if (name === 'c' && value !== '') {
        if (!isFirst) taker.write('\t')
        isFirst = false
        taker.write(
          kind === 's'
            ? (strings[Number(value)] ?? '')
            : kind === 'n' && isDay(style)
              ? dayText(value)
              : value,
        )
        value = ''
      }
    },
    text(text) {
      if (inValue) value += text
    },
    isDone() {
      if (taker.isFull) taker.cut()
      return taker.isFull
    },
  })
}

/** Days are counted from the end of 1899; the time of day is the fraction. */
function dayText(value: string): string {
  const days = Number(value)
  const time = Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000
  if (!Number.isFinite(days) || days < 1 || days > 2_958_465) return value
  return new Date(time)
    .toISOString()
    .replace('T', ' ')
    .replace(/(?: 00:00:00)?\.000Z$/, '')
}
