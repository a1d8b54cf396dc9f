import { XMLParser } from 'fast-xml-parser'

/** The longest callback: WeCom's are a few kilobytes. */
const longest = 256 * 1024

/**
 * The encrypted text of a callback; undefined if there is none, or more than one. It is found without reading the document,
 * because its author is not known yet.
 */
export function encryptedIn(body: Uint8Array): string | undefined {
  if (body.length > longest) return undefined
  const text = Buffer.from(body).toString('latin1')
  const [before, within = '', more] = text.split('<Encrypt>', 3)
  if (before === undefined || more !== undefined) return undefined
  const end = within.indexOf('</Encrypt>')
  const inner = within.slice(0, Math.max(0, end)).trim()
  const bare = inner.startsWith('<![CDATA[') && inner.endsWith(']]>') ? inner.slice(9, -3) : inner
  return /^[A-Za-z0-9+/]+={0,2}$/.test(bare) ? bare : undefined
}

/** The elements of a decrypted callback, as text: an id has more digits than a number holds. */
export type CallbackFields = Readonly<Record<string, unknown>>

const parser = new XMLParser({
  parseTagValue: false,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  processEntities: false,
  maxNestedTags: 32,
})

/** Undefined for what is no document of WeCom. One with declarations of its own is never read. */
export function callbackFieldsOf(body: Uint8Array): CallbackFields | undefined {
  const text = Buffer.from(body).toString('utf8')
  if (body.length > longest || /<!(?!\[CDATA\[)/.test(text)) return undefined
  try {
    const { xml } = parser.parse(text, true) as { xml?: unknown }
    return typeof xml === 'object' && xml !== null ? (xml as CallbackFields) : undefined
  } catch {
    return undefined
  }
}

/** The text of an element; empty if there is none. */
export function textIn(fields: CallbackFields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : ''
  return typeof value === 'string' ? value : ''
}
