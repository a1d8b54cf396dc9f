import { decodeHTML } from 'entities'
import { displayOf, hiddenSelectors, isHidden, sheetTexts } from './html-hidden.ts'
import { attributesOf, type Tag, TagReader } from './html-tags.ts'

/** The words of HTML. */
export interface HtmlWords {
  /** As a reader sees them: blocks on separate lines, cells apart, entities resolved. */
  readonly text: string
  /**
   * Texts that some readers show instead or in addition, one per line: hidden text with the line around it, alternative texts and
   * titles, conditional comments, texts of style sheets.
   */
  readonly beside: readonly string[]
}

/**
 * Takes time linear in the length for any markup, and finds text behind tags that are never closed. For reading and
 * examining, not for display.
 */
export function readHtml(html: string): HtmlWords {
  return new HtmlReader(html, true).read()
}

const block =
  /^(?:address|article|aside|blockquote|body|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|html|legend|li|main|menu|nav|ol|optgroup|option|p|pre|search|section|summary|table|tbody|tfoot|thead|title|tr|ul)$/
/** Elements without an end tag. */
const empty = /^(?:area|base|br|col|embed|frame|hr|img|input|link|meta|param|source|track|wbr)$/
/** An open one ends where the next of its kind begins. */
const endedByNext = /^(?:dd|dt|li|option|p|td|th|tr)$/
/** Their content is not markup: these show nothing; `title` and the others show their text. */
const closed = /^(?:script|style|template|title|textarea|xmp)$/
const textAttributes = ['alt', 'title', 'aria-label', 'placeholder', 'label', 'summary']

class HtmlReader {
  readonly #html: string
  readonly #tags: TagReader
  /** Whether comments and attributes are also read as HTML: only once, because they may contain the same again. */
  readonly #isOuter: boolean
  readonly #hidden = new Set<string>()
  readonly #beside: string[] = []
  #shown = ''
  /** The line including its hidden text. */
  #line = ''
  #lineHides = false
  /** The current hiding element, and how many of its name are open. */
  #hider: { readonly name: string; depth: number } | undefined

  /** What ends the open elements of a name, from the first one whose display is not the usual one of the name. */
  readonly #ends = new Map<string, string[]>()

  constructor(html: string, isOuter: boolean) {
    this.#html = html
    this.#tags = new TagReader(html)
    this.#isOuter = isOuter
  }

  read(): HtmlWords {
    const html = this.#html
    const lastEnd = html.lastIndexOf('>')
    let at = 0
    while (at < html.length) {
      const open = html.indexOf('<', at)
      this.#say(decode(html.slice(at, open < 0 ? html.length : open)))
      if (open < 0) break
      const tag = open < lastEnd ? this.#tags.at(open) : undefined
      if (!tag) this.#say('<')
      at = tag ? this.#pass(tag) : open + 1
    }
    this.#endLine()
    const text = tidy(this.#shown)
    const lines = new Set(text.split('\n').map(flat))
    const beside = [...new Set(this.#beside.flatMap((one) => one.split('\n')).map(flat))]
    const isNew = (line: string) => /[\p{L}\p{N}]/u.test(line) && !lines.has(line)
    return text === ''
      ? { text: beside.filter(Boolean).join('\n'), beside: [] }
      : { text, beside: beside.filter(isNew) }
  }

  /** @returns Where to continue. */
  #pass(tag: Tag): number {
    if (tag.comment !== undefined) this.#readComment(tag.comment)
    if (tag.name === '') return tag.end
    const attributes = tag.closing || tag.attributes === '' ? none : attributesOf(tag)
    this.#hideBy(tag, attributes)
    this.#break(this.#breakFor(tag, attributes))
    if (attributes.size > 0) this.#readAttributes(tag.name, attributes)
    return !tag.closing && closed.test(tag.name) ? this.#passClosed(tag) : tag.end
  }

  #readAttributes(element: string, attributes: ReadonlyMap<string, string>): void {
    for (const name of textAttributes) this.#tell(attributes.get(name))
    if (element === 'input' && attributes.get('type') !== 'hidden') this.#tell(attributes.get('value'))
    const inner = attributes.get('srcdoc')
    if (inner) this.#readInner(inner)
  }

  #tell(line: string | undefined): void {
    if (line) this.#beside.push(line)
  }

  #passClosed({ name, end: start }: Tag): number {
    const found = this.#tags.behindEndTag(name, start)
    if (!found) return start
    const content = this.#html.slice(start, found.start)
    if (name === 'style') {
      for (const selector of hiddenSelectors(content)) this.#hidden.add(selector)
      this.#beside.push(...sheetTexts(content))
    } else if (name === 'title') this.#beside.push(decode(content))
    else if (name === 'template') this.#readInner(content)
    else if (name !== 'script') this.#say(name === 'xmp' ? content : decode(content))
    return found.end
  }

  /** Only comments that some programs read, because no program shows the others. */
  #readComment(comment: string): void {
    const conditional = /^\s*\[if[^\]]*\]>([^]*?)(?:<!\[endif\]\s*)?$/i.exec(comment)?.[1]
    if (conditional) this.#readInner(conditional)
  }

  #readInner(html: string): void {
    if (!this.#isOuter) return
    const { text, beside } = new HtmlReader(html, false).read()
    this.#beside.push(text, ...beside)
  }

  #hideBy({ name, closing }: Tag, attributes: ReadonlyMap<string, string>): void {
    const hider = this.#hider
    if (hider) {
      if (name === hider.name) hider.depth += closing || endedByNext.test(name) ? -1 : 1
      else if (hider.name === 'p' && !closing && block.test(name)) hider.depth = 0
      if (hider.depth > 0) return
      this.#hider = undefined
    }
    const canHide = !closing && !empty.test(name) && attributes.size > 0
    if (
      canHide &&
      isHidden({ name, attributes, isInline: !block.test(name) && !/^t[dh]$/.test(name) }, this.#hidden)
    )
      this.#hider = { name, depth: 1 }
  }

  /** An end tag breaks like the tag that it ends. */
  #breakFor({ name, closing }: Tag, attributes: ReadonlyMap<string, string>): string {
    const usual = usualBreak(name)
    const ends = endedByNext.test(name) && !closing ? [] : (this.#ends.get(name) ?? [])
    if (closing) return ends.pop() ?? usual
    const style = attributes.get('style')
    const sign = (style && breakOf(displayOf(style))) ?? usual
    if (!empty.test(name) && (sign !== usual || ends.length > 0)) ends.push(sign)
    if (ends.length > 0 || this.#ends.has(name)) this.#ends.set(name, ends)
    return sign
  }

  #say(text: string): void {
    if (text === '') return
    this.#line += text
    if (this.#hider) this.#lineHides ||= /\S/.test(text)
    else this.#shown += text
  }

  #break(sign: string): void {
    if (sign === '') return
    if (!this.#hider) this.#shown += sign
    if (sign === '\n') this.#endLine()
    else this.#line += sign
  }

  #endLine(): void {
    if (this.#lineHides) this.#beside.push(this.#line)
    this.#line = ''
    this.#lineHides = false
  }
}

const none: ReadonlyMap<string, string> = new Map()

function usualBreak(name: string): string {
  if (name === 'td' || name === 'th') return '\t'
  return name === 'br' || block.test(name) ? '\n' : ''
}

/** Undefined for a display that says nothing. */
function breakOf(display = ''): string | undefined {
  if (display === 'table-cell') return '\t'
  if (/^(?:inline|contents|initial|unset|ruby)/.test(display)) return ''
  return /^(?:block|flex|grid|table|list-item|flow-root|-(?:webkit|moz|ms)-)/.test(display) ? '\n' : undefined
}

const decode = (raw: string) => decodeHTML(raw.replace(/[ \t\r\n\f]+/g, ' '))

const flat = (line: string) => line.replace(/\s+/g, ' ').trim()

/** No blanks at the ends of lines, and at most one empty line. */
function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
