import { sheetsOf } from '#workbook/sheets.ts'
import type { ZipPart } from '#zip/unzip.ts'
import { type FileText, TextTaker } from './file-text.ts'
import { chosen, openParts, takeRuns } from './office.ts'
import { type Inside, takeOthers } from './other-parts.ts'

/** Every sheet of a workbook under its name, then comments, the text of drawings, and other parts. */
export async function readWorkbookText(parts: readonly ZipPart[], inside: Inside): Promise<FileText> {
  const open = openParts(parts, inside.within)
  const taker = new TextTaker()
  for (const sheet of sheetsOf(parts, open)) {
    if (taker.isFull) {
      taker.cut()
      break
    }
    taker.write(sheet.name)
    let last = 0
    sheet.read({
      cell(line, _column, text) {
        taker.write(`${line === last ? '\t' : '\n'}${text}`)
        last = line
      },
      isDone() {
        if (taker.isFull) taker.cut()
        return taker.isFull
      },
    })
    taker.write('\n\n')
  }
  for (const part of chosen(parts, [
    /^xl\/(?:threadedC|c)omments\/?[^/]*\.xml$/,
    /^xl\/drawings\/[^/]+\.xml$/,
  ])) {
    if (taker.isFull) taker.cut()
    else takeNotes(open(part), taker)
  }
  await takeOthers(taker, open.others(), inside)
  return taker.done()
}

function takeNotes(xml: string, taker: TextTaker): void {
  takeRuns(xml.replaceAll(/<(\/?)(?:\w+:)?text\b/g, '<$1t'), taker)
  taker.write('\n')
}
