import { decodeText } from '#charset/decode.ts'
import { decodeWords } from './encoded-words.ts'

/** A header such as Content-Type: its first word, lower case, and its parameters. */
export interface HeaderValue {
  readonly value: string
  readonly parameters: ReadonlyMap<string, string>
}

const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"?|([^;\r\n]*))/g

/**
 * Reads a structured header in any spelling: quoted or not, with comments, with parameters in pieces and in charsets (RFC
 * 2231), or with encoded words where they are not allowed (RFC 2047), as most programs write it.
 */
export function headerValue(written: string | undefined): HeaderValue {
  const text = written ?? ''
  const value = (text.split(';', 1)[0] ?? '')
    .replace(/\([^()]*\)/g, '')
    .trim()
    .toLowerCase()
  const found = new Map<string, string>()
  for (const [, name = '', quoted, bare = ''] of text.matchAll(parameter)) {
    const key = name.toLowerCase()
    const given =
      quoted === undefined ? bare.replace(/\s\([^()]*\)\s*$/, '').trim() : quoted.replace(/\\([^])/g, '$1')
    if (!found.has(key)) found.set(key, given)
  }
  return { value, parameters: joined(found) }
}

/** Parameters under their plain names: pieces put together, charsets resolved, encoded words decoded. */
function joined(found: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const pieces = new Map<string, Map<number, { order: number; text: string; encoded: boolean }>>()
  for (const [key, text] of found) {
    const [, name = key, order, star] = /^([^*]+)(?:\*(\d+))?(\*)?$/.exec(key) ?? []
    const piece = { order: Number(order ?? 0), text, encoded: star !== undefined }
    // A plain parameter next to one in pieces or in a charset is for older readers.
    if (name === key && found.size > 1 && pieces.has(name)) continue
    const known = name === key ? undefined : pieces.get(name)
    if (known) known.set(piece.order, piece)
    else pieces.set(name, new Map([[piece.order, piece]]))
  }
  return new Map(
    [...pieces].map(([name, parts]) => {
      const sorted = [...parts.values()].toSorted((a, b) => a.order - b.order)
      return [
        name,
        sorted.some(({ encoded }) => encoded)
          ? inCharset(sorted)
          : decodeWords(sorted.map(({ text }) => text).join('')),
      ]
    }),
  )
}

function inCharset(parts: readonly { text: string; encoded: boolean }[]): string {
  const [, charset = '', rest = parts[0]?.text ?? ''] =
    /^([^']*)'[^']*'([^]*)$/.exec(parts[0]?.text ?? '') ?? []
  const texts = [rest, ...parts.slice(1).map(({ text }) => text)]
  const bytes = texts.map((text, at) =>
    parts[at]?.encoded
      ? Buffer.from(
          text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        )
      : Buffer.from(text, 'latin1'),
  )
  return decodeText(Buffer.concat(bytes), charset)
}
