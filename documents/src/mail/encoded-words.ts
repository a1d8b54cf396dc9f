/** Words of other scripts in headers. Source: RFC 2047, and RFC 2231 for their languages. */
import { decodeText } from '#charset/decode.ts'
import { decodeTransfer } from './transfer-encoding.ts'

const word = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi

/** Text with its encoded words decoded, in any charset. */
export function decodeWords(written: string): string {
  return eachRun(written, (text) => text)
}

/** The same words in UTF-8, for a reader that knows few other charsets. */
export function toPlainWords(written: string): string {
  return eachRun(written, (text) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`)
}

/** Neighbours of one charset are joined before they are decoded, for some programs break words within a character. */
function eachRun(written: string, say: (text: string) => string): string {
  if (!written.includes('=?')) return written
  let said = ''
  let at = 0
  let charset: string | undefined
  let pieces: Uint8Array[] = []
  const close = () => {
    if (charset !== undefined) said += say(decodeText(Buffer.concat(pieces), charset))
    charset = undefined
    pieces = []
  }
  for (const found of written.matchAll(word)) {
    const [whole, name = '', how = '', text = ''] = found
    const gap = written.slice(at, found.index)
    const isNext = charset !== undefined && /^\s*$/.test(gap)
    if (!isNext || charset !== name.toLowerCase()) close()
    if (!isNext) said += gap
    charset = name.toLowerCase()
    pieces.push(bytesOf(how, text))
    at = found.index + whole.length
  }
  close()
  return said + written.slice(at)
}

function bytesOf(how: string, text: string): Uint8Array {
  if (how.toLowerCase() === 'b') return decodeTransfer(Buffer.from(text, 'latin1'), 'base64')
  // Unencoded characters were decoded together with the head.
  const quoted = text
    .replaceAll('_', '=20')
    .replace(/[^\0-\x7f]+/g, (raw) => Buffer.from(raw).toString('hex').replace(/../g, '=$&')) // oxlint-disable-line no-control-regex -- characters outside ASCII
  return decodeTransfer(Buffer.from(quoted, 'latin1'), 'quoted-printable')
}
