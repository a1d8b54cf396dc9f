/** The text of a Rich Text (RTF) file. Source: Microsoft's Rich Text Format specification 1.9.1. */
import { type FileText, TextTaker, UnreadableFile } from './file-text.ts'

/** Groups that are about the text and not of it. */
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
const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/giy
const deepest = 1_000

export function readRichText(bytes: Uint8Array): FileText {
  const rtf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const western = decoderOf(/\\ansicpg(\d+)/.exec(rtf.slice(0, 1000))?.[1])
  const taker = new TextTaker()
  let hidden = 0
  let depth = 0
  let skipped = 0
  let raw: number[] = []
  const hiddenAt: number[] = []
  const flush = () => {
    if (raw.length > 0 && hidden === 0) taker.write(western.decode(Uint8Array.from(raw)))
    raw = []
  }
  token.lastIndex = 0
  for (let found = token.exec(rtf); found; found = token.exec(rtf)) {
    const [, word, number, hex, sign, brace, text] = found
    if (hex !== undefined) {
      if (skipped > 0) skipped--
      else raw.push(Number.parseInt(hex, 16))
      continue
    }
    flush()
    if (brace === '{' && ++depth > deepest) throw new UnreadableFile('damaged')
    if (brace === '}') {
      if (hiddenAt.at(-1) === depth) hidden = hiddenAt.pop() === undefined ? hidden : hidden - 1
      depth--
    }
    if ((sign === '*' || (word !== undefined && unseen.has(word))) && hiddenAt.at(-1) !== depth) {
      hiddenAt.push(depth)
      hidden++
    }
    if (hidden > 0) continue
    if (word === 'u' && number !== undefined) {
      taker.write(String.fromCharCode(Number(number) & 0xffff))
      skipped = 1
    } else if (word !== undefined) taker.write(spoken[word] ?? '')
    else if (sign !== undefined && '\\{}~-_'.includes(sign))
      taker.write(sign === '~' ? ' ' : sign === '_' ? '-' : sign)
    else if (text !== undefined) {
      taker.write(text.slice(skipped))
      skipped = 0
    }
    if (taker.isFull) {
      taker.cut()
      break
    }
  }
  flush()
  return taker.done()
}

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
