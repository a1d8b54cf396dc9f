/** Text files as common programs write them, in any encoding. */
import { readText } from '#charset/decode.ts'
import { isUtf8Until, wideCharset } from '#charset/detect.ts'

/** How many bytes are examined to determine the type. */
const headBytes = 65_536
/** How many bytes of a text are decoded; every stored character may take four. */
const mostTextBytes = 4_000_000

export interface PlainText {
  readonly text: string
  /** The same bytes in other charsets, if several are possible. */
  readonly others: readonly string[]
  readonly isCut: boolean
}

/** Bytes as text, and whether some were left out; undefined if they are not text. */
export function decodePlain(bytes: Uint8Array): PlainText | undefined {
  const head = bytes.subarray(0, headBytes)
  const isCut = bytes.length > mostTextBytes
  const read = isCut ? wholeUtf8(bytes.subarray(0, mostTextBytes)) : bytes
  const wide = wideCharset(head)
  if (wide) {
    const text = wide.decode(read)
    return hasControls(Buffer.from(text.slice(0, headBytes))) ? undefined : { text, others: [], isCut }
  }
  return hasControls(head) ? undefined : { ...readText(read, declaredIn(head)), isCut }
}

/** Without the beginning of a character whose end was cut off. */
function wholeUtf8(bytes: Uint8Array): Uint8Array {
  const less = [0, 1, 2, 3].find((count) => isUtf8Until(bytes.subarray(0, bytes.length - count), false))
  return bytes.subarray(0, bytes.length - (less ?? 0))
}

/** A text has no control characters except line ends, tabs and escapes. */
function hasControls(head: Uint8Array): boolean {
  return head.some((byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32) || byte === 127)
}

/** The charset that markup declares. */
function declaredIn(head: Uint8Array): string {
  const start = Buffer.from(head.subarray(0, 2048)).toString('latin1')
  const name = /<\?xml[^>]{0,200}encoding=["']([\w-]+)|<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(start)
  return name?.[1] ?? name?.[2] ?? ''
}
