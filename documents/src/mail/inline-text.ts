/** Parts that mail programs show with the text, although they are not alternatives to it. */
import { decodeText } from '#charset/decode.ts'
import { readHtml } from '#html/html-text.ts'
import type { MimePart } from './mime.ts'

/** Larger ones are read as files. */
const mostBytes = 1_048_576

/** The words of a text of any kind; undefined for other content, and for large texts. */
export function inlineText(part: MimePart, bytesOf: (part: MimePart) => Uint8Array): string | undefined {
  const { type, body } = part
  const isMarkup = /html|xml/.test(type.value)
  if (body.length > mostBytes || !(type.value.startsWith('text/') || isMarkup)) return undefined
  const text = decodeText(bytesOf(part), type.parameters.get('charset'))
  if (isMarkup || /^text\/(?:enriched|richtext)$/.test(type.value)) {
    const { text: shown, beside } = readHtml(text)
    return [shown, ...beside].join('\n')
  }
  return /^text\/(?:(?:x-)?v?calendar|(?:x-)?vcard|directory)$/.test(type.value) ? unfolded(text) : text
}

/** Calendars and cards: lines that were broken to fit joined again, and their signs as people read them. Source: RFC 5545. */
export function unfolded(text: string): string {
  return text
    .replace(/\r?\n[ \t]/g, '')
    .replace(/\\([nN,;\\])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))
}
