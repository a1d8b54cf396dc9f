/** Reads XML as a stream of tags and texts, in linear time. Document types are skipped, so their entities cannot expand. */

/** Receives the contents of an XML text, in order. Names are without their prefix. */
interface MarkupReader {
  open?(name: string, tag: string): void
  close?(name: string): void
  text?(text: string): void
  /** Called regularly: whether enough was read. */
  isDone?(): boolean
}

/** The text of an XML part of an Office document, which is UTF-8 or UTF-16. */
export function decodeXml(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return bytes[0] === 0xff && bytes[1] === 0xfe ? buffer.toString('utf16le', 2) : buffer.toString('utf8')
}

export function readMarkup(xml: string, to: MarkupReader): void {
  let at = 0
  while (at < xml.length) {
    const open = xml.indexOf('<', at)
    const end = open < 0 ? xml.length : open
    if (end > at) to.text?.(resolved(xml.slice(at, end)))
    if (open < 0 || to.isDone?.()) return
    at = readTag(xml, open, to)
  }
}

/** @returns Where to continue reading. */
function readTag(xml: string, open: number, to: MarkupReader): number {
  if (xml.startsWith('<!--', open)) return behind(xml, '-->', open + 4)
  if (xml.startsWith('<![CDATA[', open)) {
    const end = xml.indexOf(']]>', open)
    to.text?.(xml.slice(open + 9, end < 0 ? xml.length : end))
    return end < 0 ? xml.length : end + 3
  }
  if (xml.startsWith('<?', open)) return behind(xml, '?>', open)
  if (xml.startsWith('<!', open)) return behindDeclaration(xml, open)
  const end = xml.indexOf('>', open)
  if (end < 0) return xml.length
  const closing = xml.charAt(open + 1) === '/'
  const tag = xml.slice(open + (closing ? 2 : 1), end)
  const name = nameOf(tag)
  if (closing) to.close?.(name)
  else {
    to.open?.(name, tag)
    if (tag.endsWith('/')) to.close?.(name)
  }
  return end + 1
}

function behind(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from)
  return at < 0 ? xml.length : at + end.length
}

/** A document type may contain declarations, in brackets. */
function behindDeclaration(xml: string, open: number): number {
  const end = behind(xml, '>', open)
  const bracket = xml.slice(open, end).includes('[')
  return bracket ? behind(xml, '>', behind(xml, ']', open) - 1) : end
}

function nameOf(tag: string): string {
  const end = /[\s/]/.exec(tag.slice(0, 200))?.index ?? tag.length
  const name = tag.slice(0, end)
  return name.slice(name.indexOf(':') + 1)
}

/** The value of an attribute of a tag, by its name without a prefix. */
export function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : resolved(value)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text with the five entities of XML and its character references resolved. */
export function resolved(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole
      const code = Number.parseInt(String(decimal ?? hex), decimal === undefined ? 16 : 10)
      const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      return isCharacter ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}
