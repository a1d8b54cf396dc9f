import { createHash, type Hash } from 'node:crypto'
import { latin1 } from '#charset/bytes.ts'
import { type Decoded, readText } from '#charset/decode.ts'
import { type HtmlWords, readHtml } from '#html/html-text.ts'
import { inlineText } from './inline-text.ts'
import { decodeTransfer } from './transfer-encoding.ts'
import { type Budget, type MimePart, valueOf } from './mime.ts'
import type { OtherText } from './other-text.ts'
import { reflow } from './reflow.ts'
import { writtenFiles } from './uuencode.ts'

/** The text of a mail and its other contents, in the order of its parts. */
interface MailContent {
  readonly text?: string
  /** Whether some of the text comes from HTML, because there is no other text or only a stub of it. */
  readonly fromHtml: boolean
  /** Texts that other programs may show instead of the text or next to it. */
  readonly others: readonly OtherText[]
  readonly files: readonly MimePart[]
  /** The hash of the body as written, without its transfer encoding, including link targets. */
  readonly bodySha256: string
}

/** A part of the body: one text, or alternatives with the same content. */
interface Section {
  readonly plain: Decoded[]
  readonly html: Decoded[]
}

/**
 * The text that the mail's reader saw, texts that other readers may see, and the attachments. Every inline text is body,
 * except for named ones after the first: those are files that mail programs happen to show.
 */
export function contentOf(root: MimePart, budget: Budget): MailContent {
  const found: Found = { sections: [], files: [], others: [], written: createHash('sha256'), budget }
  gather(root, undefined, found)
  const read = found.sections.map(readSection)
  const texts = read.filter(({ text }) => text !== '')
  const text = texts
    .map((one) => one.text)
    .join('\n')
    .trimEnd()
  const others = few([...read.flatMap((one) => one.others), ...found.others])
  const { files } = found
  const bodySha256 = found.written.digest('hex')
  // Content in the place of a missing body is shown as the body.
  const [first, ...rest] = others
  if (text === '' && first) return { text: first.text, fromHtml: false, others: rest, files, bodySha256 }
  return {
    ...(text && { text }),
    fromHtml: texts.some(({ fromHtml }) => fromHtml),
    others,
    files,
    bodySha256,
  }
}

export function bytesOf(part: MimePart): Uint8Array {
  const encoding = valueOf(part.headers, 'content-transfer-encoding') ?? ''
  if (/^\s*(?:x-)?uue?(?:ncode)?\b/i.test(encoding))
    return writtenFiles(latin1(part.body), 1)[0]?.bytes ?? part.body
  return decodeTransfer(part.body, encoding)
}

export function fileName(part: MimePart): string | undefined {
  return part.disposition.parameters.get('filename') ?? part.type.parameters.get('name')
}

interface Found {
  readonly sections: Section[]
  readonly files: MimePart[]
  readonly others: OtherText[]
  readonly written: Hash
  readonly budget: Budget
}

/** Depth is bounded by `readMime`. */
function gather(part: MimePart, within: Section | undefined, found: Found): void {
  for (const bytes of part.outside) addOutside(bytes, found)
  if (part.children.length > 0) {
    const section = within ?? (part.type.value === 'multipart/alternative' ? newSection(found) : undefined)
    for (const child of part.children) gather(child, section, found)
  } else if (isBody(part, found)) addText(part, within ?? newSection(found), found)
  else {
    found.files.push(part)
    const text = part.disposition.value === 'attachment' ? undefined : inlineText(part, bytesOf)
    if (text && isSaid(text)) found.others.push({ kind: 'inline', text })
  }
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

function addText(part: MimePart, section: Section, found: Found): void {
  const { budget, written } = found
  if (part.body.length > budget.textBytes) budget.exceeded = true
  const body = part.body.subarray(0, Math.max(budget.textBytes, 0))
  budget.textBytes -= body.length
  const decoded = decodePart({ ...part, body })
  written.update(`${part.type.value}\n${tidy(decoded.text)}\n`)
  addWrittenFiles(part, found)
  const isFlowed = part.type.parameters.get('format')?.toLowerCase() === 'flowed'
  if (part.type.value === 'text/html') section.html.push(decoded)
  else section.plain.push(isFlowed ? { ...decoded, text: reflow(part, decoded.text) } : decoded)
}

/** The text stays as written; parts that some programs show as files are read as files. */
function addWrittenFiles(part: MimePart, { budget, files }: Found): void {
  for (const { name, bytes } of writtenFiles(latin1(bytesOf(part)), Math.max(budget.parts, 0))) {
    budget.parts -= 1
    const disposition = { value: 'attachment', parameters: new Map([['filename', name]]) }
    const type = { value: 'application/octet-stream', parameters: new Map<string, string>() }
    files.push({ headers: [], type, disposition, body: bytes, children: [], outside: [] })
  }
}

/** The text that mail programs put before the first part for programs without support for parts. */
const usualPreamble =
  /^\s*(?:this is an? (?:cryptographically signed |opportunistically encrypted |openpgp\/mime (?:signed|encrypted) )?(?:multi-?part )?message in mime format|this (?:mail|message) is in mime format)[^]{0,160}$/i

function addOutside(bytes: Uint8Array, { others, budget }: Found): void {
  const read = bytes.subarray(0, Math.max(budget.textBytes, 0))
  if (read.length < bytes.length) budget.exceeded = true
  budget.textBytes -= read.length
  for (const text of textsOf(readText(read)))
    if (isSaid(text) && !usualPreamble.test(text)) others.push({ kind: 'outside', text: tidy(text) })
}

/**
 * If a text does not fit its transfer encoding, its raw bytes are read too, because some programs show them. HTML names
 * its charset itself if its header does not.
 */
function decodePart(part: MimePart): Decoded {
  const bytes = bytesOf(part)
  const charset =
    part.type.parameters.get('charset') ?? (part.type.value === 'text/html' ? metaCharset(bytes) : '')
  const decoded = readText(bytes, charset)
  const encoding = valueOf(part.headers, 'content-transfer-encoding')?.trim().toLowerCase() ?? ''
  const isMisread = encoding.startsWith('base64') && /[^A-Za-z0-9+/=\s]/.test(latin1(part.body))
  const raw = isMisread ? readText(part.body, charset).text : ''
  return raw === '' ? decoded : { text: decoded.text, others: [...decoded.others, raw] }
}

function metaCharset(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? ''
}

/**
 * Senders add stubs ("view this in your browser") to the real HTML, and we must show the text that readers saw,
 * so plain text counts only if it has at least half as many words. The other one is kept if it differs.
 */
function readSection({ plain, html }: Section): { text: string; fromHtml: boolean; others: OtherText[] } {
  const pages = html.map(({ text }) => readHtml(text))
  const written = tidy(plain.map(({ text }) => text).join('\n'))
  const shown = tidy(pages.map(({ text }) => text).join('\n'))
  const fromHtml = shown !== '' && letters(written) * 2 < letters(shown)
  const [text, other] = fromHtml ? [shown, written] : [written, shown]
  const others: OtherText[] = []
  if (isSaid(other) && flat(text) !== flat(other))
    others.push({ kind: fromHtml ? 'plain' : 'html', text: other })
  const beside = pages.flatMap((page: HtmlWords) => page.beside).join('\n')
  if (isSaid(beside)) others.push({ kind: 'hidden', text: tidy(beside) })
  const markup = plain.filter((one) => /^\s*<(?:!doctype html|html|head|body)\b/i.test(one.text))
  for (const reading of [
    ...plain.flatMap((one) => one.others),
    ...html.flatMap((one) => one.others.map((page) => readHtml(page).text)),
    ...markup.map((page) => readHtml(page.text).text), // some programs draw what looks like HTML
  ])
    if (isSaid(reading)) others.push({ kind: 'reading', text: tidy(reading) })
  return { text, fromHtml, others }
}

const mostOthers = 100

/** Beyond the limit they are joined into one. */
function few(others: readonly OtherText[]): readonly OtherText[] {
  const rest = others.slice(mostOthers)
  const kept = others.slice(0, mostOthers)
  return rest.length === 0
    ? others
    : [...kept, { kind: 'inline', text: rest.map(({ text }) => text).join('\n\n') }]
}

const textsOf = ({ text, others }: Decoded) => [text, ...others]

const tidy = (text: string) => text.replaceAll('\r\n', '\n').trimEnd()

const isSaid = (text: string) => /[\p{L}\p{N}]/u.test(text)

const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').length
