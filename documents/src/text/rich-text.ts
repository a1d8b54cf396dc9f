/** The text of a Rich Text (RTF) file. Source: Microsoft's Rich Text Format specification 1.9.1. */
import { type FileText, TextTaker, UnreadableFile } from './file-text.ts'

/** Groups that describe the text and are not part of it. */
const unseen = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'object',
  'themedata',
  'datastore',
])
const spoken: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  row: '\n',
  sect: '\n',
  page: '\n',
  tab: '\t',
  cell: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
}
const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi
const deepest = 1_000

export function readRichText(bytes: Uint8Array): FileText {
  const rtf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const taker = new TextTaker()
  const reader = new RichTextReader(taker, decoderOf(/\\ansicpg(\d+)/.exec(rtf.slice(0, 1000))?.[1]))
  for (const [, word, number, hex, sign, brace, text] of rtf.matchAll(token)) {
    if (hex !== undefined) reader.byte(Number.parseInt(hex, 16))
    else if (brace !== undefined) reader.brace(brace)
    else if (word !== undefined) reader.word(word, number)
    else if (sign !== undefined) reader.sign(sign)
    else reader.text(text ?? '')
    if (taker.isFull) {
      taker.cut()
      break
    }
  }
  reader.end()
  return taker.done()
}

/** The position of a reader of the file: within groups, some of which are hidden. */
class RichTextReader {
  readonly #taker: TextTaker
  readonly #western: InstanceType<typeof TextDecoder>
  /** The depths at which hidden groups started. */
  readonly #hiddenAt: number[] = []
  #depth = 0
  /** Older programs expect a substitute after the character. */
  #skipped = 0
  /** Bytes of the code page: a character may have two. */
  #bytes: number[] = []

  constructor(taker: TextTaker, western: InstanceType<typeof TextDecoder>) {
    this.#taker = taker
    this.#western = western
  }

  byte(value: number): void {
    if (this.#skipped > 0) this.#skipped--
    else if (this.#hiddenAt.length === 0) this.#bytes.push(value)
  }

  brace(brace: string): void {
    this.end()
    if (brace === '{') {
      if (++this.#depth > deepest) throw new UnreadableFile('damaged')
      return
    }
    if (this.#hiddenAt.at(-1) === this.#depth) this.#hiddenAt.pop()
    this.#depth--
  }

  word(word: string, number: string | undefined): void {
    this.end()
    if (word === 'objdata') this.#taker.cut() // a file within it, which is not read
    if (unseen.has(word)) this.#hide()
    if (this.#hiddenAt.length > 0) return
    if (word === 'u' && number !== undefined) {
      this.#taker.write(String.fromCharCode(Number(number) & 0xffff))
      this.#skipped = 1
    } else this.#taker.write(spoken[word] ?? '')
  }

  sign(sign: string): void {
    this.end()
    if (sign === '*') this.#hide()
    if (this.#hiddenAt.length === 0) this.#taker.write(signs[sign] ?? '')
  }

  text(text: string): void {
    this.end()
    if (this.#hiddenAt.length > 0) return
    this.#taker.write(text.slice(this.#skipped))
    if (text !== '') this.#skipped = 0
  }

  /** Writes the bytes so far as characters. */
  end(): void {
    if (this.#bytes.length > 0) this.#taker.write(this.#western.decode(Uint8Array.from(this.#bytes)))
    this.#bytes = []
  }

  #hide(): void {
    if (this.#hiddenAt.at(-1) !== this.#depth) this.#hiddenAt.push(this.#depth)
  }
}

const signs: Readonly<Record<string, string>> = { '\\': '\\', '{': '{', '}': '}', '~': ' ', '-': '', _: '-' }

function decoderOf(codePage: string | undefined): InstanceType<typeof TextDecoder> {
  const named: Readonly<Record<string, string>> = {
    932: 'shift_jis',
    936: 'gb18030',
    949: 'euc-kr',
    950: 'big5',
  }
  try {
    return new TextDecoder(named[codePage ?? ''] ?? `windows-${codePage ?? 1252}`)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
