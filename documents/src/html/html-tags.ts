/** The tags of HTML as browsers find them, however they are written. Source: the HTML standard, "Tokenization". */
import { decodeHTMLAttribute } from 'entities'

export interface Tag {
  /** Lower case; empty for comments and declarations. */
  readonly name: string
  readonly closing: boolean
  /** The text between its name and its end. */
  readonly attributes: string
  /** For a comment, its text. */
  readonly comment?: string
  readonly end: number
}

const tagStart = /<(\/?)([a-z][^\s/>]{0,60})?/iy

/** Finds tags one after the other. Remembers which signs no longer occur, so that they are not searched for each time. */
export class TagReader {
  readonly #html: string
  readonly #missing = new Set<string>()

  constructor(html: string) {
    this.#html = html
  }

  /** The tag, comment or declaration that begins at `open`; undefined if the sign is only a sign. */
  at(open: number): Tag | undefined {
    const html = this.#html
    if (html.startsWith('<!--', open)) return this.#comment(open)
    if (html.startsWith('<![CDATA[', open)) return mark(open + 9)
    const next = html.charCodeAt(open + 1) | 32
    const isName = next >= 97 && next <= 122
    if (!isName && !'/!?'.includes(html.charAt(open + 1))) return undefined
    if (open + 1 >= html.length) return undefined
    tagStart.lastIndex = open
    const [start = '', slash, name = ''] = tagStart.exec(html) ?? []
    const from = open + start.length
    const end = name === '' ? this.#find('>', from) : this.#endOf(from)
    if (end === undefined) return undefined
    return {
      name: name.toLowerCase(),
      closing: slash === '/',
      attributes: html.slice(from, end),
      end: end + 1,
    }
  }

  /** After the end tag of an element without inner tags; undefined if there is none: then its start hides nothing. */
  behindEndTag(name: string, from: number): { start: number; end: number } | undefined {
    if (this.#missing.has(`</${name}`)) return undefined
    const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
    close.lastIndex = from
    const start = close.exec(this.#html)?.index
    const end = start === undefined ? undefined : this.#find('>', start)
    if (start !== undefined && end !== undefined) return { start, end: end + 1 }
    this.#missing.add(`</${name}`)
    return undefined
  }

  /** `<!-->` and `<!--->` are complete; of a comment that never ends, only the sign is skipped. */
  #comment(open: number): Tag {
    const html = this.#html
    const short = /^<!--(?:-?>)/.exec(html.slice(open, open + 6))?.[0]
    if (short) return mark(open + short.length)
    const ends = [this.#find('-->', open + 4), this.#find('--!>', open + 4)].filter((at) => at !== undefined)
    if (ends.length === 0) return mark(open + 4)
    const end = Math.min(...ends)
    return { ...mark(end + (html.startsWith('-->', end) ? 3 : 4)), comment: html.slice(open + 4, end) }
  }

  /** The sign that ends a tag, outside of quoted values; a tag that is never closed does not count. */
  #endOf(from: number): number | undefined {
    const html = this.#html
    let at = from
    if (html.charCodeAt(from) === 0x3e) return from
    let end = this.#find('>', at)
    for (;;) {
      if (end !== undefined && end < at) end = this.#find('>', at)
      if (end === undefined) return undefined
      const quoted = /=\s*["']/.exec(html.slice(at, end))
      if (!quoted) return end
      const start = at + quoted.index + quoted[0].length
      const closing = this.#find(html.charAt(start - 1), start)
      if (closing === undefined) return end
      at = closing + 1
    }
  }

  #find(sign: string, from: number): number | undefined {
    if (this.#missing.has(sign)) return undefined
    const at = this.#html.indexOf(sign, from)
    if (at < 0) this.#missing.add(sign)
    return at < 0 ? undefined : at
  }
}

const mark = (end: number): Tag => ({ name: '', closing: false, attributes: '', end })

const attribute = /([^\s/>="']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/** The attributes of a tag by their names in lower case; for duplicates, the first one. */
export function attributesOf({ attributes }: Pick<Tag, 'attributes'>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of attributes.matchAll(attribute)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, decodeHTMLAttribute(double ?? single ?? bare ?? ''))
  }
  return found
}
