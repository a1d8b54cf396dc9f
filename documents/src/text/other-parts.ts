/**
 * What an Office document holds beside the parts that its reader opens: embedded files, charts, data, pictures, and whatever
 * else is in the zip file. A part is skipped only if it describes the document; what cannot be read makes it `partly`.
 */
import type { ZipPart } from '#zip/unzip.ts'
import { type ReadInside, takeInside, type Within, zipFiles } from './archive.ts'
import { type TextTaker, UnreadableFile } from './file-text.ts'
import { attributeOf, decodeXml, readMarkup } from './markup.ts'

/** How the files within a file are read. */
export interface Inside {
  readonly within: Within
  readonly read: ReadInside
}

/** XML that describes the document: its texts are values of programs, and the placeholders of masters. */
const descriptions = new RegExp(
  [
    /^(?:docProps|META-INF|Configurations2)\/|^manifest\.rdf$/,
    /^(?:Object [^/]*\/)?(?:meta|settings)\.xml$|^Object [^/]*\/styles\.xml$/,
    /^ppt\/(?:slideMasters|slideLayouts|notesMasters|handoutMasters)\/[^/]+$/,
    /\/diagrams\/(?:layout|quickStyle|colors|drawing)[^/]*\.xml$|\.vml$/, // the words of a drawing are in its data
  ]
    .map(({ source }) => source)
    .join('|'),
)
/** XML of the formats, whose attributes say nothing, and most of which has no texts. */
const ownXml =
  /^(?:\[Content_Types\]\.xml|(?:.*\/)?_rels\/[^/]*\.rels|(?:word|xl|ppt|customXml|Object [^/]*)\/.*\.xml)$/
/** The copies of a table's values that a pivot table keeps, in attributes. */
const pivotXml = /^xl\/pivotCache\/[^/]+\.xml$/
/** Pictures, sound, fonts and macros, in which no text is expected. */
const wordless =
  /(?:^|\/)(?:media|Pictures|Thumbnails|ObjectReplacements|fonts|Fonts|printerSettings)\/|^docProps\/thumbnail\.|\/vba(?:Project|Data)[^/]*\.bin$|^layout-cache$/

/** Takes the words of these parts, and records if some cannot be read. */
export async function takeOthers(taker: TextTaker, parts: readonly ZipPart[], inside: Inside): Promise<void> {
  // Pictures come last, because they may use up the budget.
  const [others, last] = [
    parts.filter(({ name }) => !wordless.test(name)),
    parts.filter(({ name }) => wordless.test(name)),
  ]
  for (const { name, open } of zipFiles([...others, ...last], inside.within)) {
    const take = wordless.test(name) ? takeIfText : takeInside
    if (taker.isFull) {
      if (take === takeInside) taker.cut()
      return
    }
    await take(taker, () => readPart(name, open(), taker, inside))
  }
}

function readPart(
  name: string,
  bytes: Uint8Array,
  taker: TextTaker,
  { within, read }: Inside,
): ReturnType<ReadInside> {
  if (name === 'mimetype' && bytes.length < longestType) return noWords
  const isWordless = wordless.test(name)
  if (isMarkup(bytes)) {
    if (descriptions.test(name)) return noWords
    if (isWordless || ownXml.test(name)) {
      takeWords(bytes, pivotXml.test(name), taker)
      return noWords
    }
  }
  if (!isWordless) taker.write(`${name}\n`)
  return read(bytes, within)
}

/** In bytes: the name of a type of files. */
const longestType = 100
const noWords = { state: 'read', text: '' } as const

const isMarkup = (bytes: Uint8Array) =>
  /^(?:\ufeff|\xef\xbb\xbf|\xff\xfe)?\s*</.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'))

/** Adds the text of a file that has one, although its name promises none. */
async function takeIfText(taker: TextTaker, read: () => ReturnType<ReadInside>): Promise<void> {
  try {
    const file = await read()
    if ('text' in file) await takeInside(taker, () => file)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
  }
}

/** The texts of XML except formulas and styles, with the runs of a paragraph together; of a pivot table's copies, their values. */
function takeWords(bytes: Uint8Array, isPivot: boolean, taker: TextTaker): void {
  const line = (said: string) => {
    if (/\S/.test(said)) taker.write(`\n${said.trim()}\n`)
  }
  let unseen = 0
  let inRun = false
  readMarkup(decodeXml(bytes), {
    open(name, tag) {
      if (name === 'f' || name === 'style') unseen++
      else if (name === 't') inRun = true
      else if (isPivot && name === 's') line(attributeOf(tag, 'v') ?? '')
    },
    close(name) {
      if (name === 'f' || name === 'style') unseen--
      else if (name === 't') inRun = false
      else if (name === 'p' || name === 'is') taker.write('\n')
    },
    text(said) {
      if (inRun) taker.write(said)
      else if (unseen <= 0) line(said)
    },
    isDone() {
      if (taker.isFull) taker.cut()
      return taker.isFull
    },
  })
}
