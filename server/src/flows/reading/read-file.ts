import { htmlText } from '#channels/journal/html-text.ts'
import { UnreadableZip, type ZipPart, zipParts } from '#platform/unzip.ts'
import { type FileText, longestText, TextTaker, UnreadableFile } from './file-text.ts'
import { readMailText } from './mail-text.ts'
import { readMarkup, resolved } from './markup.ts'
import { readOpenDocument, readSlides, readWord } from './office.ts'
import { readPdf } from './pdf.ts'
import { decodePlain } from './plain-text.ts'
import { readRichText } from './rich-text.ts'
import { readWorkbookText } from './workbook.ts'

/** Larger files are not opened. */
export const mostFileBytes = 48 * 1024 * 1024
const mostParts = 20_000

/**
 * What is written in a file, by what its bytes are: text in any usual encoding, HTML, XML, JSON, mail, PDF, Word, Excel,
 * PowerPoint, OpenDocument and Rich Text. Nothing that strangers put into a file makes it throw; what takes too much
 * time or memory is for the caller to stop.
 */
export async function readFile(bytes: Uint8Array): Promise<FileText> {
  if (bytes.length === 0) return { state: 'unreadable', reason: 'no-text' }
  if (bytes.length > mostFileBytes) return { state: 'unreadable', reason: 'too-large' }
  try {
    return await readKind(bytes)
  } catch (error) {
    return { state: 'unreadable', reason: error instanceof UnreadableFile ? error.reason : 'damaged' }
  }
}

function readKind(bytes: Uint8Array): FileText | Promise<FileText> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.subarray(0, 1024).includes('%PDF-')) return readPdf(bytes)
  if (file.subarray(0, 4).equals(signatures.zip)) return readZip(bytes)
  if (file.subarray(0, 8).equals(signatures.compound)) return readCompound(file)
  if (file.subarray(0, 5).toString('latin1') === '{\\rtf') return readRichText(bytes)
  const plain = decodePlain(bytes)
  if (!plain) return { state: 'unsupported' }
  return readTextFile(bytes, plain)
}

const signatures = {
  zip: Buffer.from('504b0304', 'hex'),
  compound: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
}

/** Office documents are zip files; other archives are not looked into. */
function readZip(bytes: Uint8Array): FileText {
  const parts = partsOf(bytes)
  const has = (name: string) => parts.some((part) => part.name === name)
  if (parts.some(({ name }) => /^word\/document\d*\.xml$/.test(name))) return readWord(parts)
  if (has('xl/workbook.xml')) return readWorkbookText(parts)
  if (has('ppt/presentation.xml')) return readSlides(parts)
  if (has('content.xml') && has('mimetype')) return readOpenDocument(parts)
  return { state: 'unsupported' }
}

function partsOf(bytes: Uint8Array): ZipPart[] {
  const parts: ZipPart[] = []
  try {
    for (const part of zipParts(bytes)) {
      if (parts.push(part) > mostParts) throw new UnreadableFile('too-large')
    }
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error
    throw new UnreadableFile(error.problem, error)
  }
  return parts
}

/** The container of old Office files, which are not read, and of new ones with a password, which cannot be. */
function readCompound(file: Buffer): FileText {
  if (file.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new UnreadableFile('encrypted')
  return { state: 'unsupported' }
}

function readTextFile(bytes: Uint8Array, { text, isCut }: { text: string; isCut: boolean }): FileText {
  const start = text.slice(0, 4000).trimStart()
  if (isMail(start)) return readMailText(bytes)
  const taker = new TextTaker()
  if (isCut) taker.cut()
  if (/^(?:<!--[^]{0,2000}?-->\s*)?<(?:!doctype html|html|head|body|script|meta|div|p|table)\b/i.test(start))
    taker.write(htmlText(text))
  else if (/^<(?:\?xml|svg)\b/.test(start)) takeXml(text, taker)
  else if (/^[[{]/.test(start)) taker.write(unescapedJson(text))
  else taker.write(text)
  return taker.done()
}

const heads =
  /^(?:from|to|subject|date|received|message-id|mime-version|content-type|return-path|delivered-to):/i

/** Text that begins with headers, of which two at least are those of mail. */
function isMail(start: string): boolean {
  const lines = (start.split(/\r?\n\r?\n/, 1)[0] ?? '').split(/\r?\n/).filter((line) => !/^[ \t]/.test(line))
  return (
    lines.length >= 2 &&
    /^[!-9;-~]+:/.test(lines[0] ?? '') &&
    new Set(lines.flatMap((line) => heads.exec(line)?.[0].toLowerCase() ?? [])).size >= 2
  )
}

/** Texts and the values of attributes, each on its line. */
function takeXml(xml: string, taker: TextTaker): void {
  const line = (said: string) => {
    if (/\S/.test(said)) taker.write(`${said.trim()}\n`)
  }
  readMarkup(xml, {
    open(_, tag) {
      for (const [, double, single] of tag.slice(0, longestText).matchAll(/=\s*(?:"([^"]*)"|'([^']*)')/g))
        line(resolved(double ?? single ?? ''))
    },
    text: line,
    isDone() {
      if (taker.isFull) taker.cut()
      return taker.isFull
    },
  })
}

/** JSON with its characters as people read them; as it stands where it is none. */
function unescapedJson(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  return text.replace(/\\(?:u([0-9a-f]{4})|([nrt"/\\]))/gi, (_, code?: string, sign?: string) => {
    if (code) return String.fromCharCode(Number.parseInt(code, 16))
    return sign === 'n' || sign === 'r' ? '\n' : sign === 't' ? '\t' : (sign ?? '')
  })
}
