import { isUtf8 } from 'node:buffer'
import { buffer, latin1 } from '#charset/bytes.ts'
import { decodeText } from '#charset/decode.ts'

/** A head as text that is not UTF-8; bytes inside encoded words have the words' own charsets. */
export function decodeHead(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return buffer(bytes).toString('utf8')
  const raw = latin1(bytes)
  const encoded = raw.replace(/=\?[\w-]+\?q\?[^?\s]*\?=/gi, (word) =>
    word.replace(/[\x80-\xff]/g, (byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase()}`),
  )
  const type = raw.search(/^content-type:/im)
  const declared = type < 0 ? '' : (/charset\s*=\s*"?([\w-]+)/i.exec(raw.slice(type))?.[1] ?? '')
  return decodeText(Buffer.from(encoded, 'latin1'), /^utf-?8$/i.test(declared) ? '' : declared)
}
