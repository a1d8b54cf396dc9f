import { readHtml } from '#html/html-text.ts'
import { unfolded } from '#mail/inline-text.ts'
import { UnreadableZip, type ZipPart, zipParts } from '#zip/unzip.ts'
import { archived, gzipped, isTar, tarFiles, Within, zipFiles } from './archive.ts'
import { type FileText, longestText, TextTaker, UnreadableFile } from './file-text.ts'
import { isMail } from './mail-head.ts'
import { readMailText } from './mail-text.ts'
import { readMarkup, resolved } from './markup.ts'
import { readOpenDocument, readSlides, readWord } from './office.ts'
import { readPdf } from './pdf.ts'
import { decodePlain, type PlainText } from './plain-text.ts'
import { readRichText } from './rich-text.ts'
import { readWorkbookText } from './workbook-text.ts'

/**
 * Raised whenever it finds more in a file than before. 2: files within documents and PDFs. 3: boxes, comments and letters of Rich Text,
 * mails with long heads, parts of mails and blocks of HTML that were lost.
 */
export const readerVersion = 3

/** Larger files are not opened. */
export const mostFileBytes = 48 * 1024 * 1024
const mostParts = 20_000

/**
 * The text of a file, by the type of its bytes: text in any usual encoding, HTML, XML, JSON, mail, PDF, Word, Excel,
 * PowerPoint, OpenDocument, Rich Text, and all of these within mails and archives. No content of a file makes it throw; the
 * caller must stop it if it takes too much time or memory.
 */
export async function readFile(bytes: Uint8Array): Promise<FileText> {
  if (bytes.length === 0) return { state: 'unreadable', reason: 'no-text' }
  if (bytes.length > mostFileBytes) return { state: 'unreadable', reason: 'too-large' }
  try {
    return await readKind(bytes, new Within())
  } catch (error) {
    return { state: 'unreadable', reason: error instanceof UnreadableFile ? error.reason : 'damaged' }
  }
}

/** @param within How deep it is inside other files, and the remaining budget for them. */
function readKind(bytes: Uint8Array, within: Within): FileText | Promise<FileText> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.subarray(0, 1024).includes('%PDF-')) return readPdf(bytes, { within, read: readInside })
  if (file.subarray(0, 4).equals(signatures.zip)) return readZip(bytes, within)
  if (file.subarray(0, 8).equals(signatures.compound)) return readCompound(file)
  if (file.subarray(0, 5).toString('latin1') === '{\\rtf') return readRichText(bytes)
  if (file.subarray(0, 2).equals(signatures.gzip)) return readInside(gzipped(file, within), within)
  if (isTar(file)) return archived(tarFiles(file), within, readInside)
  const plain = decodePlain(bytes)
  if (!plain) return { state: 'unsupported' }
  return readTextFile(bytes, plain, within)
}

/** A file within another. */
function readInside(bytes: Uint8Array, within: Within): FileText | Promise<FileText> {
  return bytes.length === 0 ? { state: 'read', text: '' } : readKind(bytes, within.deeper())
}

const signatures = {
  zip: Buffer.from('504b0304', 'hex'),
  gzip: Buffer.from('1f8b', 'hex'),
  compound: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
}

/** Office documents are zip files. */
function readZip(bytes: Uint8Array, within: Within): FileText | Promise<FileText> {
  const parts = partsOf(bytes)
  const inside = { within, read: readInside }
  const has = (name: string) => parts.some((part) => part.name === name)
  if (parts.some(({ name }) => /^word\/document\d*\.xml$/.test(name))) return readWord(parts, inside)
  if (has('xl/workbook.xml')) return readWorkbookText(parts, inside)
  if (has('ppt/presentation.xml')) return readSlides(parts, inside)
  if (has('content.xml') && has('mimetype')) return readOpenDocument(parts, inside)
  return archived(zipFiles(parts, within), within, readInside)
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

function readTextFile(
  bytes: Uint8Array,
  { text, others, isCut }: PlainText,
  within: Within,
): FileText | Promise<FileText> {
  if (isMail(text)) return readMailText(bytes, within, readInside)
  const start = text.slice(0, 4000).trimStart()
  const taker = new TextTaker()
  if (isCut) taker.cut()
  for (const reading of [text, ...others]) takeText(reading, start, taker)
  return taker.done()
}

function takeText(text: string, start: string, taker: TextTaker): void {
  if (
    /^(?:<!--[^]{0,2000}?-->\s*)?<(?:!doctype html|html|head|body|script|meta|div|p|table)\b/i.test(start)
  ) {
    const { text: shown, beside } = readHtml(text)
    taker.write([shown, ...beside].join('\n'))
  } else if (/^<(?:\?xml|svg)\b/.test(start)) takeXml(text, taker)
  else if (/^[[{]/.test(start)) taker.write(unescapedJson(text))
  else if (/^begin:v(?:calendar|card)/i.test(start)) taker.write(unfolded(text))
  else taker.write(text)
  taker.write('\n')
}

/** Texts and the values of attributes, each on a separate line. */
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

/** JSON with its characters as people read them; unchanged if it is invalid. */
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
