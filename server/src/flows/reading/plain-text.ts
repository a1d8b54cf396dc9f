/** Text files as people's programs write them, whatever the encoding. */
import { isUtf8 } from 'node:buffer'

/** Bytes that are looked at to tell what they are. */
const headBytes = 65_536
/** Bytes of a text that are decoded: every kept character may take four. */
export const mostTextBytes = 4_000_000

/** Bytes as text, and whether some were left out; undefined where they are no text. */
export function decodePlain(bytes: Uint8Array): { text: string; isCut: boolean } | undefined {
  const encoding = encodingOf(bytes)
  if (!encoding) return
  const read = bytes.subarray(0, mostTextBytes)
  const isCut = read.length < bytes.length
  const text = new TextDecoder(encoding).decode(read, { stream: isCut })
  return { text, isCut }
}

function encodingOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, headBytes)
  const wide = wideEncodingOf(head)
  if (wide) return wide
  if (hasControls(head)) return
  if (isUtf8(bytes) || isUtf8Until(head, bytes.length > head.length)) return 'utf-8'
  return declaredIn(head) ?? easternEncodingOf(head) ?? 'windows-1252'
}

/** UTF-16 without a mark, mostly of letters below U+0100: every other byte is NUL. */
function wideEncodingOf(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (head.length < 4 || head.length % 2 !== 0) return
  const nuls = [0, 0]
  head.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = nuls
  const many = head.length * 0.4
  if (even === 0 && odd >= many) return 'utf-16le'
  return odd === 0 && even >= many ? 'utf-16be' : undefined
}

/** Beside line ends, tabs and escapes no text has control characters. */
function hasControls(head: Uint8Array): boolean {
  return head.some((byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32) || byte === 127)
}

/** A text of which only the beginning is looked at may be cut within a character. */
function isUtf8Until(head: Uint8Array, isCut: boolean): boolean {
  return isCut && [1, 2, 3].some((less) => isUtf8(head.subarray(0, head.length - less)))
}

/** What markup says of itself. */
function declaredIn(head: Uint8Array): string | undefined {
  const start = Buffer.from(head.subarray(0, 2048)).toString('latin1')
  const name = /<\?xml[^>]{0,200}encoding=["']([\w-]+)|<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(start)
  const label = name?.[1] ?? name?.[2]
  if (!label || /^utf-?8$/i.test(label)) return
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** The usual characters of each: most of what a text in it consists of beside ASCII. */
const eastern: readonly [encoding: string, usual: RegExp][] = [
  ['shift_jis', /[\u3040-\u30ff]/gu],
  ['euc-kr', /[\uac00-\ud7a3]/gu],
  ['gb18030', /[\u4e00-\u9fff\u3000-\u301f\uff00-\uff5e]/gu],
]

/** The encoding under which nothing is amiss and nearly all beside ASCII is what is usual. */
function easternEncodingOf(head: Uint8Array): string | undefined {
  for (const [encoding, usual] of eastern) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
      const other = text.replace(/[\0-\x7f]/g, '') // oxlint-disable-line no-control-regex -- ASCII, all of it
      const share = (other.match(usual)?.length ?? 0) / Math.max(1, other.length)
      const wanted = encoding === 'shift_jis' ? 0.3 : 0.85
      if (other.length > 1 && share >= wanted) return encoding
    } catch {
      continue
    }
  }
  return undefined
}
