/** The text of Word, PowerPoint and OpenDocument files: zip files of XML, and of files within them. */
import type { ZipPart } from '#zip/unzip.ts'
import { unpacked, type Within } from './archive.ts'
import { type FileText, TextTaker, UnreadableFile } from './file-text.ts'
import { decodeXml, readMarkup } from './markup.ts'
import { type Inside, takeOthers } from './other-parts.ts'

interface OpenParts {
  (part: ZipPart): string
  /** The parts that were not opened. */
  readonly others: () => ZipPart[]
}

/** Opens parts within the budget of the whole file. */
export function openParts(parts: readonly ZipPart[], within: Within): OpenParts {
  const opened = new Set<ZipPart>()
  const open = (part: ZipPart) => {
    opened.add(part)
    return decodeXml(unpacked(part, within))
  }
  return Object.assign(open, { others: () => parts.filter((part) => !opened.has(part)) })
}

/** The parts of a document in reading order; other parts come after them. */
const wordParts = [
  /^word\/document\d*\.xml$/,
  /^word\/(?:footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/,
  /^word\/diagrams\/data\d+\.xml$/,
]
const slideParts = [
  /^ppt\/slides\/slide\d+\.xml$/,
  /^ppt\/(?:notesSlides\/notesSlide\d+|comments\/[^/]+|diagrams\/data\d+)\.xml$/,
]

type ReadDocument = (parts: readonly ZipPart[], inside: Inside) => Promise<FileText>

export const readWord: ReadDocument = (parts, inside) => readRuns(parts, wordParts, inside)
export const readSlides: ReadDocument = (parts, inside) => readRuns(parts, slideParts, inside)

async function readRuns(
  parts: readonly ZipPart[],
  wanted: readonly RegExp[],
  inside: Inside,
): Promise<FileText> {
  const taker = new TextTaker()
  const open = openParts(parts, inside.within)
  for (const part of chosen(parts, wanted)) {
    if (taker.isFull) taker.cut()
    else takeRuns(open(part), taker)
  }
  await takeOthers(taker, open.others(), inside)
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

/** The text of an OpenDocument file: of its paragraphs, headings, cells and notes, then of its headers and footers. */
export const readOpenDocument: ReadDocument = async (parts, inside) => {
  const open = openParts(parts, inside.within)
  const named = (name: string) => parts.find((part) => part.name === name)
  const manifest = named('META-INF/manifest.xml')
  if (manifest && open(manifest).includes('encryption-data')) throw new UnreadableFile('encrypted')
  const content = named('content.xml')
  if (!content) throw new UnreadableFile('damaged')
  const taker = new TextTaker()
  for (const part of [content, named('styles.xml')]) {
    if (taker.isFull) taker.cut()
    else if (part) takeParagraphs(open(part), taker)
  }
  await takeOthers(taker, open.others(), inside)
  return taker.done()
}

function takeParagraphs(xml: string, taker: TextTaker): void {
  let depth = 0
  readMarkup(xml, {
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
}
