/** The text of a Rich Text (RTF) file. Source: Microsoft's Rich Text Format specification 1.9.1. */
import { type FileText, TextTaker, UnreadableFile } from './file-text.ts'
import { codePageOf, decoderOf } from './rich-text-charsets.ts'

const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi
const deepest = 1_000

export function readRichText(bytes: Uint8Array): FileText {
  const rtf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const taker = new TextTaker()
  const reader = new RichTextReader(taker, /\\ansicpg(\d+)/.exec(rtf.slice(0, 1000))?.[1])
  const tokens = new RegExp(token)
  for (let found = tokens.exec(rtf); found; found = tokens.exec(rtf)) {
    const [, word, number, hex, sign, brace, text] = found
    if (hex !== undefined) reader.text(String.fromCharCode(Number.parseInt(hex, 16)))
    else if (brace !== undefined) reader.brace(brace)
    else if (word === 'bin') tokens.lastIndex += reader.bytes(Number(number ?? 0))
    else if (word !== undefined) reader.word(word, number)
    else if (sign !== undefined) reader.sign(sign)
    else if (text !== undefined) reader.text(text)
    if (taker.isFull) break
  }
  reader.finish()
  return taker.done()
}

/**
 * Where the words of a group belong: in the text; aside, because they stand in the middle of other words and are no part of
 * them; in the name of a shape's property; nowhere.
 */
type Place = 'text' | 'aside' | 'name' | 'nowhere'

/** Groups by the word they begin with. A group in one that is `nowhere` may have another place. */
const places: Readonly<Record<string, Place>> = {
  // What describes the text.
  fonttbl: 'nowhere',
  colortbl: 'nowhere',
  stylesheet: 'nowhere',
  info: 'nowhere',
  pict: 'nowhere',
  object: 'nowhere',
  themedata: 'nowhere',
  datastore: 'nowhere',
  // What a reader sees beside the text.
  annotation: 'aside',
  footnote: 'aside',
  header: 'aside',
  headerl: 'aside',
  headerr: 'aside',
  headerf: 'aside',
  footer: 'aside',
  footerl: 'aside',
  footerr: 'aside',
  footerf: 'aside',
  shptxt: 'aside',
  dptxbxtext: 'aside',
  result: 'aside',
  shprslt: 'aside',
  ud: 'aside',
}

const spoken: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  lbr: '\n',
  row: '\n',
  nestrow: '\n',
  sect: '\n',
  page: '\n',
  column: '\n',
  tab: '\t',
  cell: '\t',
  nestcell: '\t',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
}
/** A sign before a line break is the end of a paragraph. */
const signs: Readonly<Record<string, string>> = { '~': ' ', _: '-', '\n': '\n', '\r': '\n' }

interface Group {
  place: Place
  /** How many characters for older programs follow a Unicode character. */
  substitutes: number
  font: number
}

/** The position of a reader of the file: within groups, each with settings that end with it. */
class RichTextReader {
  readonly #taker: TextTaker
  readonly #codePage: string | undefined
  readonly #codePages = new Map<number, string | undefined>()
  readonly #outer: Group[] = []
  #group: Group = { place: 'text', substitutes: 1, font: -1 }
  #skipped = 0
  /** Bytes of the code page, one a unit: a character may have two. */
  #raw = ''
  /** A box and what older programs show in its place mostly say the same. */
  readonly #asides = new Set<string>()
  #aside = ''
  #name = ''
  #defaultFont = -1

  constructor(taker: TextTaker, codePage: string | undefined) {
    this.#taker = taker
    this.#codePage = codePage
  }

  brace(brace: string): void {
    this.#flush()
    this.#skipped = 0
    if (brace === '{') {
      if (this.#outer.push(this.#group) > deepest) throw new UnreadableFile('damaged')
      this.#group = { ...this.#group }
      return
    }
    const { place } = this.#group
    this.#group = this.#outer.pop() ?? this.#group
    if (place === 'aside' && this.#group.place !== 'aside') this.#endAside()
  }

  word(word: string, number: string | undefined): void {
    this.#flush()
    const group = this.#group
    const value = Number(number ?? Number.NaN)
    if (word === 'u') {
      if (number !== undefined) this.#write(String.fromCharCode(value & 0xffff))
      this.#skipped = group.substitutes
    } else if (word === 'uc') group.substitutes = value >= 0 ? value : 1
    else if (word === 'f') group.font = value
    else if (word === 'deff') group.font = this.#defaultFont = value
    else if (word === 'plain') group.font = this.#defaultFont
    else if (word === 'fcharset') this.#codePages.set(group.font, codePageOf(value))
    else if (word === 'objdata') this.#taker.cut() // a file within it, which is not read
    else if (Object.hasOwn(places, word)) group.place = places[word] ?? 'text'
    else if (group.place === 'nowhere') this.#enterProperty(word)
    else this.#write(spoken[word] ?? '')
  }

  sign(sign: string): void {
    if (sign === '\\' || sign === '{' || sign === '}') {
      this.text(sign)
      return
    }
    this.#flush()
    if (sign === '*') this.#group.place = 'nowhere'
    else if (this.#skipped > 0) this.#skipped--
    else this.#write(signs[sign] ?? '')
  }

  /** @returns How many bytes to pass over. Between words, some programs show them. */
  bytes(count: number): number {
    this.#flush()
    if (this.#group.place !== 'nowhere') this.#taker.cut()
    return Math.max(count || 0, 0)
  }

  text(text: string): void {
    const skipped = Math.min(this.#skipped, text.length)
    this.#skipped -= skipped
    this.#raw += text.slice(skipped)
  }

  /** Writes the rest, and what is beside the text. */
  finish(): void {
    this.#flush()
    this.#endAside()
    this.#taker.write(`\n${[...this.#asides].join('\n')}`)
  }

  #endAside(): void {
    this.#asides.add(this.#aside.trim())
    this.#aside = ''
  }

  /** Lettering in a drawing is the value of a property. */
  #enterProperty(word: string): void {
    if (word === 'sn') {
      this.#group.place = 'name'
      this.#name = ''
    } else if (word === 'sv' && this.#name === 'gtextUNICODE') this.#group.place = 'aside'
  }

  #flush(): void {
    if (this.#raw === '') return
    const raw = this.#raw
    this.#raw = ''
    const codePage = this.#codePages.get(this.#group.font) ?? this.#codePage
    const isPlain = this.#group.place === 'nowhere' || !/[\x80-\xff]/.test(raw)
    this.#write(isPlain ? raw : decoderOf(codePage).decode(Buffer.from(raw, 'latin1')))
  }

  #write(text: string): void {
    const { place } = this.#group
    if (place === 'text') this.#taker.write(text)
    else if (place === 'aside') this.#aside += text
    else if (place === 'name') this.#name += text
  }
}
