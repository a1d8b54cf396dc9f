/** The text of PDF files, by pdf.js. Nothing in a file is run, drawn or fetched. */
import type { getDocumentProxy } from 'unpdf'
import { takeInside } from './archive.ts'
import { type FileText, TextTaker, UnreadableFile } from './file-text.ts'
import type { Inside } from './other-parts.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>

/** After this time, the text so far is the result, because the thread's own limit would leave nothing. */
const softMs = 12_000
const mostPages = 5_000

/**
 * The pages of a file in order, with the text of forms and notes, then the files that are attached to it.
 * @throws UnreadableFile `encrypted`; `damaged`; `no-text` for pages that are only pictures
 */
export async function readPdf(bytes: Uint8Array, inside: Inside): Promise<FileText> {
  const { getDocumentProxy: openPdf } = await import('unpdf') // large: loaded with the first PDF
  const began = performance.now()
  const pdf = await openPdf(new Uint8Array(bytes), {
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: 1,
  }).catch((error: unknown) => {
    throw new UnreadableFile(nameOf(error) === 'PasswordException' ? 'encrypted' : 'damaged', error)
  })
  const taker = new TextTaker()
  const attached = new Map<string, string>()
  let failed = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    if (taker.isFull || number > mostPages || performance.now() - began > softMs) {
      taker.cut()
      break
    }
    try {
      const page = await pdf.getPage(number)
      await takePage(page, taker, attached)
      page.cleanup()
    } catch {
      failed++
      taker.cut()
    }
  }
  await takeAttached(pdf, attached, taker, inside)
  if (failed > 0 && failed === pdf.numPages) throw new UnreadableFile('damaged')
  return taker.done()
}

/** @param attached The names of the files attached to pages, by their ids. */
async function takeAttached(
  pdf: Pdf,
  attached: ReadonlyMap<string, string>,
  taker: TextTaker,
  { within, read }: Inside,
): Promise<void> {
  const named = await pdf.getAttachments().catch(() => {
    taker.cut()
    return null
  })
  const all = new Map(attached)
  for (const [id, { filename }] of named ?? []) all.set(id, filename)
  for (const [id, name] of all) {
    if (taker.isFull) {
      taker.cut()
      return
    }
    taker.write(`Attached: ${name}\n`)
    await takeInside(taker, async () => {
      const bytes = await pdf.getAttachmentContent(id).catch(() => undefined)
      if (!(bytes instanceof Uint8Array)) throw new UnreadableFile('damaged')
      if (bytes.length > within.bytesLeft) throw new UnreadableFile('too-large')
      within.spend(bytes.length)
      return read(bytes, within)
    })
  }
}

async function takePage(page: Page, taker: TextTaker, attached: Map<string, string>): Promise<void> {
  const { items } = await page.getTextContent()
  for (const item of items) if ('str' in item) taker.write(item.hasEOL ? `${item.str}\n` : item.str)
  const notes = (await page.getAnnotations().catch(() => [])) as readonly {
    fieldValue?: unknown
    contentsObj?: { str?: unknown }
    fileId?: unknown
    file?: { filename?: unknown }
  }[]
  for (const { fieldValue, contentsObj, fileId, file } of notes) {
    for (const said of [fieldValue, contentsObj?.str])
      if (typeof said === 'string' && said !== '') taker.write(`\n${said}`)
    if (file && typeof fileId === 'string') attached.set(fileId, nameFrom(file))
    else if (file) taker.cut()
  }
  taker.write('\n\n')
}

const nameFrom = ({ filename }: { filename?: unknown }) => (typeof filename === 'string' ? filename : '')

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')
