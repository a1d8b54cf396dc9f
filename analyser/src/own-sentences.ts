/** The sentences that a text's author wrote: no quotation of another mail, no signature. */

/** How much of a text is read, and of a sentence, in UTF-16 code units: enough for what is sought, at a bounded cost. */
const readLength = 3_200
const sentenceLength = 400
/** Some characters are longer once they are folded. */
const foldedLength = 2 * sentenceLength

/** @param sought Without it a line is skipped at once. */
export function ownSentences(text: string, sought: RegExp): Generator<string> {
  return sentencesOf(ownLines(text.slice(0, readLength)), sought)
}

/** Whether it is Chinese, whose words are not separated. */
export const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** Where the author's own text ends: a signature, the head of another mail, or the line above a quotation. */
const endOfOwn =
  /^\s*(?:-- ?$|-{3,} ?\p{L}[^-]*-{3,}\s*$|_{10,}\s*$|\*?(?:from|von|de|da|发件人|發件人|寄件者|寄件人)\*? ?[:：]|(?:on|am|le|el|em)\s.{5,200}(?:wrote|schrieb|a écrit|escribió|escreveu)[^:]{0,100}:\s*$|在.{4,200}(?:写道|寫道)[:：])/iu

/** Quoted lines are other people's. A mail program may break the line above a quotation. */
function ownLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  const end = lines.findIndex(
    (line, at) => endOfOwn.test(line) || endOfOwn.test(`${line} ${lines[at + 1] ?? ''}`),
  )
  return lines.slice(0, end < 0 ? undefined : end).filter((line) => !line.trimStart().startsWith('>'))
}

/** Sentences with their last sign. A point after a number is of a date. */
function* sentencesOf(lines: readonly string[], sought: RegExp): Generator<string> {
  for (const line of lines) {
    if (!sought.test(line)) continue
    let from = 0
    for (let at = 0; at < line.length; at++) {
      if (!endsSentence(line, at)) continue
      yield line.slice(Math.max(from, at + 1 - sentenceLength), at + 1).trim()
      from = at + 1
    }
    yield line.slice(Math.max(from, line.length - sentenceLength)).trim()
  }
}

function endsSentence(line: string, at: number): boolean {
  const sign = line[at] ?? ''
  if (sign !== '.') return '!?。！？'.includes(sign)
  const [before = '', after = ' '] = [line[at - 1], line[at + 1]]
  return after.trim() === '' && !(before >= '0' && before <= '9')
}

const ascii = /^[\t\n\r -~]*$/

/** Small letters without accents, so that patterns are written once. */
export function fold(sentence: string): string {
  const lower = sentence.toLowerCase()
  const plain = ascii.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .slice(0, foldedLength)
        .replaceAll(/\p{M}/gu, '')
        .replaceAll(/[’‘´`]/g, "'")
        .replaceAll('ß', 'ss')
  return plain.replaceAll(/\s+/g, ' ')
}
