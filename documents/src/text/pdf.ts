/** The text of PDF files, by pdf.js. Nothing in a file is run, drawn or fetched. */
import type { getDocumentProxy } from 'unpdf'
import { type FileText, TextTaker, UnreadableFile } from './file-text.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>

/** After this time, the text so far is the result, because the thread's own limit would leave nothing. */
const softMs = 12_000
const mostPages = 5_000

/**
 * The pages of a file in order, with the text of forms and notes.
 * @throws UnreadableFile `encrypted`; `damaged`; `no-text` for pages that are only pictures
 */
export async function readPdf(bytes: Uint8Array): Promise<FileText> {
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
  let failed = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    if (taker.isFull || number > mostPages || performance.now() - began > softMs) {
      taker.cut()
      break
    }
    try {
      const page = await pdf.getPage(number)
      await takePage(page, taker)
      page.cleanup()
    } catch {
      failed++
      taker.cut()
    }
  }
  if (failed > 0 && failed === pdf.numPages) throw new UnreadableFile('damaged')
  return taker.done()
}

async function takePage(page: Page, taker: TextTaker): Promise<void> {
  const { items } = await page.getTextContent()
  for (const item of items) if ('str' in item) taker.write(item.hasEOL ? `${item.str}\n` : item.str)
  const notes = (await page.getAnnotations().catch(() => [])) as readonly {
    fieldValue?: unknown
    contentsObj?: { str?: unknown }
  }[]
  for (const { fieldValue, contentsObj } of notes)
    for (const said of [fieldValue, contentsObj?.str])
      if (typeof said === 'string' && said !== '') taker.write(`\n${said}`)
  taker.write('\n\n')
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')
