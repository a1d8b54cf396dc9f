import { decodeText } from './charset.ts'
import { htmlText } from './html-text.ts'
import { decodeTransfer } from './transfer-encoding.ts'
import { type Budget, type MimePart, valueOf } from './mime.ts'

/** The text of a mail and everything else it carries, in the order of its parts. */
export interface MailContent {
  readonly text?: string
  /** Whether some of the text had to be taken from HTML, because there is no other or only a stub of it. */
  readonly fromHtml: boolean
  readonly files: readonly MimePart[]
}

/** A stretch of the body: one text, or the alternatives that say the same. */
interface Section {
  readonly plain: string[]
  readonly html: string[]
}

/**
 * What its reader saw, and what came with it. Every inline text is body, but for named ones after the first: those are
 * files that mailers happen to show.
 */
export function contentOf(root: MimePart, budget: Budget): MailContent {
  const found: Found = { sections: [], files: [], budget }
  gather(root, undefined, found)
  const texts = found.sections.map(textOf).filter(({ text }) => text !== '')
  const text = texts
    .map((one) => one.text)
    .join('\n')
    .trimEnd()
  return { ...(text && { text }), fromHtml: texts.some(({ fromHtml }) => fromHtml), files: found.files }
}

export function bytesOf(part: MimePart): Uint8Array {
  return decodeTransfer(part.body, valueOf(part.headers, 'content-transfer-encoding') ?? '')
}

export function fileName(part: MimePart): string | undefined {
  return part.disposition.parameters.get('filename') ?? part.type.parameters.get('name')
}

interface Found {
  readonly sections: Section[]
  readonly files: MimePart[]
  readonly budget: Budget
}

/** Depth is bounded by `readMime`. */
function gather(part: MimePart, within: Section | undefined, found: Found): void {
  if (part.children.length > 0) {
    const section = within ?? (part.type.value === 'multipart/alternative' ? newSection(found) : undefined)
    for (const child of part.children) gather(child, section, found)
  } else if (isBody(part, found)) addText(part, within ?? newSection(found), found.budget)
  else if (part.type.value !== '') found.files.push(part)
}

function newSection({ sections }: Found): Section {
  const section = { plain: [], html: [] }
  sections.push(section)
  return section
}

function isBody({ type, disposition }: MimePart, { sections }: Found): boolean {
  const isText = type.value === 'text/plain' || type.value === 'text/html'
  const isFirst = sections.every(({ plain, html }) => plain.length + html.length === 0)
  return isText && disposition.value !== 'attachment' && (isFirst || !disposition.parameters.has('filename'))
}

function addText(part: MimePart, section: Section, budget: Budget): void {
  if (part.body.length > budget.textBytes) budget.exceeded = true
  const body = part.body.subarray(0, Math.max(budget.textBytes, 0))
  budget.textBytes -= body.length
  const text = decodeText(bytesOf({ ...part, body }), part.type.parameters.get('charset'))
  const isFlowed = part.type.parameters.get('format')?.toLowerCase() === 'flowed'
  if (part.type.value === 'text/html') section.html.push(text)
  else section.plain.push(isFlowed ? reflow(part, text) : text)
}

/**
 * Senders put stubs ("view this in your browser") beside the HTML that matters, and what is searched and examined must
 * be what was shown: so plain text counts only if it says at least half as much.
 */
function textOf({ plain, html }: Section): { text: string; fromHtml: boolean } {
  const written = plain.join('\n')
  const shown = html.map(htmlText).join('\n')
  const fromHtml = shown !== '' && letters(written) * 2 < letters(shown)
  return { text: (fromHtml ? shown : written).replaceAll('\r\n', '\n').trimEnd(), fromHtml }
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').length

/** Lines that were broken only to fit, joined again; nothing else is changed. Source: RFC 3676. */
function reflow(part: MimePart, text: string): string {
  const deletesSpace = part.type.parameters.get('delsp')?.toLowerCase() === 'yes'
  const lines: string[] = []
  let open: string | undefined
  for (const line of text.split(/\r?\n/)) {
    const [, quote = '', rest = ''] = /^(>*)(?:[ ])?([^]*)$/.exec(line) ?? []
    const continues = open === quote && lines.length > 0
    if (continues) lines[lines.length - 1] += rest
    else lines.push(quote ? line : rest)
    const isSoft = rest.endsWith(' ') && rest !== '-- '
    open = isSoft ? quote : undefined
    if (isSoft && deletesSpace) lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, -1)
  }
  return lines.join('\n')
}
