/** The text of Word, PowerPoint and OpenDocument files: zip files of XML. Only the parts with text are opened. */
import { UnreadableZip, unzipPart, type ZipPart } from '#zip/unzip.ts'
import { type FileText, TextTaker, UnreadableFile } from './file-text.ts'
import { readMarkup } from './markup.ts'

/** Bytes that the opened parts of a file may have together once inflated. */
const mostInflated = 100 * 1024 * 1024

/** Opens parts within one common limit. */
export function openParts(): (part: ZipPart) => string {
  let left = mostInflated
  return (part) => {
    try {
      const bytes = unzipPart(part, left)
      left -= bytes.length
      return decodeXml(bytes)
    } catch (error) {
      if (!(error instanceof UnreadableZip)) throw error
      throw new UnreadableFile(error.problem, error)
    }
  }
}

function decodeXml(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2)
  return bytes.toString('utf8')
}

/** The parts of a document in reading order; other parts come after them. */
const wordParts = [
  /^word\/document\d*\.xml$/,
  /^word\/(?:footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/,
]
const slideParts = [
  /^ppt\/slides\/slide\d+\.xml$/,
  /^ppt\/(?:notesSlides\/notesSlide\d+|comments\/[^/]+|diagrams\/data\d+)\.xml$/,
]

export const readWord = (parts: readonly ZipPart[]): FileText => readRuns(parts, wordParts)
export const readSlides = (parts: readonly ZipPart[]): FileText => readRuns(parts, slideParts)

function readRuns(parts: readonly ZipPart[], wanted: readonly RegExp[]): FileText {
  const taker = new TextTaker()
  const open = openParts()
  for (const part of chosen(parts, wanted)) {
    if (taker.isFull) taker.cut()
    else takeRuns(open(part), taker)
  }
  return taker.done()
}

/** The parts with the given names, in that order; numbers in numerical order. */
export function chosen(parts: readonly ZipPart[], wanted: readonly RegExp[]): ZipPart[] {
  const numbered = new Intl.Collator('en', { numeric: true })
  return wanted.flatMap((pattern) =>
    parts.filter(({ name }) => pattern.test(name)).toSorted((a, b) => numbered.compare(a.name, b.name)),
  )
}

/**
 * The text of runs, one paragraph per line, including text deleted under tracked changes. Text that is duplicated
 * for older programs is read once.
 */
export function takeRuns(xml: string, taker: TextTaker): void {
  let inText = false
  let inFallback = 0
  readMarkup(xml, {
    open(name) {
      if (name === 'Fallback') inFallback++
      if (inFallback > 0) return
      if (name === 't' || name === 'delText') inText = true
      else if (name === 'tab') taker.write('\t')
      else if (name === 'br' || name === 'cr') taker.write('\n')
      else if (name === 'noBreakHyphen') taker.write('-')
    },
    close(name) {
      if (name === 'Fallback') inFallback--
      if (name === 't' || name === 'delText') inText = false
      else if (inFallback === 0 && name === 'p') taker.write('\n')
    },
    text(text) {
      if (inText && inFallback === 0) taker.write(text)
    },
    isDone: () => taker.isFull && cutBy(taker),
  })
}

/** A text that stops at the limit has more after it. */
function cutBy(taker: TextTaker): true {
  taker.cut()
  return true
}

/** The text of an OpenDocument file: of its paragraphs, headings, cells and notes. */
export function readOpenDocument(parts: readonly ZipPart[]): FileText {
  const open = openParts()
  const manifest = parts.find(({ name }) => name === 'META-INF/manifest.xml')
  if (manifest && open(manifest).includes('encryption-data')) throw new UnreadableFile('encrypted')
  const content = parts.find(({ name }) => name === 'content.xml')
  if (!content) throw new UnreadableFile('damaged')
  const taker = new TextTaker()
  let depth = 0
  readMarkup(open(content), {
    open(name, tag) {
      if (name === 'p' || name === 'h') depth++
      else if (name === 'tab') taker.write('\t')
      else if (name === 'line-break') taker.write('\n')
      else if (name === 's' && tag.startsWith('text:')) taker.write(' ')
    },
    close(name) {
      if (name !== 'p' && name !== 'h') return
      depth--
      taker.write('\n')
    },
    text(text) {
      if (depth > 0) taker.write(text.replace(/\s+/g, ' '))
    },
    isDone: () => taker.isFull && cutBy(taker),
  })
  return taker.done()
}
