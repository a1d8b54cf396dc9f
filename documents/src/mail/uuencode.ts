/** Files inside the text, as mail programs sent them before MIME; some programs still show them as files. */
import { decodeTransfer } from './transfer-encoding.ts'

interface WrittenFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const begin = /^begin(-base64)? [0-7]{3,4} ([^\r\n]{1,1000})$/gm

/** Every file between a `begin` and its `end`, or the end of the text, in their order. Takes linear time. */
export function writtenFiles(text: string, most: number): readonly WrittenFile[] {
  const files: WrittenFile[] = []
  begin.lastIndex = 0
  for (let found = begin.exec(text); found && files.length < most; found = begin.exec(text)) {
    const [, isBase64, name = ''] = found
    const { bytes, end } = isBase64
      ? base64Lines(text, begin.lastIndex)
      : uuencodedLines(text, begin.lastIndex)
    begin.lastIndex = end
    if (bytes.length > 0) files.push({ name: name.trimEnd(), bytes })
  }
  return files
}

interface Lines {
  readonly bytes: Uint8Array
  /** Where the text continues after the file. */
  readonly end: number
}

/** Each line begins with its number of bytes. Any other line ends the file. */
function uuencodedLines(text: string, from: number): Lines {
  const bytes: number[] = []
  let at = lineAfter(text, from)
  while (at < text.length) {
    const length = sextet(text, at)
    const next = lineAfter(text, at)
    if (length === 0 || length > 45 || next - at < Math.ceil((length * 4) / 3) + 1) break
    const lineEnd = bytes.length + length
    for (let letter = at + 1; bytes.length < lineEnd; letter += 4)
      bytes.push(...threeBytes(text, letter, next).slice(0, lineEnd - bytes.length))
    at = next
  }
  return { bytes: Uint8Array.from(bytes), end: Math.min(at, text.length) }
}

/** The bits of four letters; missing letters count as zero. */
function threeBytes(text: string, letter: number, lineEnd: number): number[] {
  const bits = [0, 1, 2, 3].reduce(
    (sum, n) => (sum << 6) | (letter + n < lineEnd ? sextet(text, letter + n) : 0),
    0,
  )
  return [16, 8, 0].map((shift) => (bits >> shift) & 0xff)
}

function base64Lines(text: string, from: number): Lines {
  const start = lineAfter(text, from)
  const stop = text.indexOf('\n====', start - 1)
  const end = stop < 0 ? text.length : stop + 1
  return { bytes: decodeTransfer(Buffer.from(text.slice(start, end), 'latin1'), 'base64').slice(), end }
}

/** A letter represents six bits; the grave accent, like the blank, represents zero. Other signs are not valid. */
function sextet(text: string, at: number): number {
  const value = text.charCodeAt(at) - 0x20
  return value >= 0 && value <= 0x40 ? value & 0x3f : 0
}

function lineAfter(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}
