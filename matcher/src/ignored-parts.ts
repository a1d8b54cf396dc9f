/**
 * The parts of a mail that its author did not write: the quoted mail that is answered, and standard disclaimers. A rule may
 * ignore matches in them. They are recognized by their form alone, so what is not certain is not ignored.
 */

type Span = readonly [start: number, end: number]

/** The line that programs write above a mail that they quote or forward whole. */
const dividers =
  /^\s*[-_]{3,}\s*(original message|forwarded message|urspr[üu]ngliche nachricht|weitergeleitete nachricht|message d['’]origine|message transf[ée]r[ée]|mensaje original|mensaje reenviado|messaggio originale|mensagem original|原始邮件|原始郵件|元のメッセージ)\s*[-_]{3,}\s*$/iu

/** “On 3 March, Ann Ash <ann@bank.example> wrote:”, in the languages of the interface's people. */
const attributions =
  /^(on|am|le|el|il|em)\s.{6,300}\s(wrote|schrieb.{0,200}|a écrit|escribió|ha scritto|escreveu)$/iu
/** What `attributions` matches is no longer. Longer lines are not tried, so that a line costs no more than its length times a constant. */
const longestAttribution = 520

const fromLine = /^\s*\*?(from|von|de|da|发件人|寄件者|差出人)\s*:\*?\s*\S/iu
const otherHeadLine =
  /^\s*\*?(sent|date|to|subject|gesendet|an|betreff|datum|envoyé|objet|à|enviado|para|asunto|inviato|a|oggetto|assunto|发送时间|收件人|主题|日期)\s*:\*?/iu

interface Line {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Lines that begin with `>`, and everything below the head of a mail that is quoted without such marks. */
export function quotedParts(text: string): Span[] {
  const lines = linesOf(text)
  const parts: Span[] = []
  for (const [index, line] of lines.entries()) {
    if (/^\s*>/u.test(line.text)) addLine(parts, line)
    else if (beginsQuotedMail(lines, index)) return [...parts, [line.start, text.length]]
  }
  return parts
}

/** Lines below each other are one part, in which a match may run from one line into the next. */
function addLine(parts: Span[], { start, end }: Line): void {
  const last = parts.at(-1)
  if (last && last[1] + 1 === start) parts[parts.length - 1] = [last[0], end]
  else parts.push([start, end])
}

function beginsQuotedMail(lines: readonly Line[], index: number): boolean {
  const { text } = lines[index] ?? { text: '' }
  if (dividers.test(text)) return true
  const isAttributed = isAttribution(text)
  if (!isAttributed && !fromLine.test(text)) return false
  const below = lines.slice(index + 1, index + 6).filter((line) => line.text.trim() !== '')
  // With marks, the lines say themselves what is quoted: an answer may be between or below them.
  if (isAttributed) return below[0] !== undefined && !/^\s*>/u.test(below[0].text)
  return below.slice(0, 4).filter((line) => otherHeadLine.test(line.text)).length >= 2
}

function isAttribution(text: string): boolean {
  const line = text.trim()
  if (!line.endsWith(':')) return false
  const said = line.slice(0, -1).trimEnd()
  return said.length <= longestAttribution && attributions.test(said)
}

/** Phrases that are in standard disclaimers, and rarely in anything that a person writes. */
const disclaimers = [
  /\bnot the (intended|named) (recipient|addressee)/iu,
  /\b(e-?mails?|mails?|messages?|communications?|transmissions?|attachments?)\b[^.!?:;]{0,200}\b(is|are) intended (only|solely|exclusively) for\b/iu,
  /\bmay contain (legally )?(confidential|privileged|proprietary)\b/iu,
  /\bviews? (or opinions? )?(expressed|presented)\b.{0,80}\bnot necessarily\b/iu,
  /\b(scanned|checked|swept) for (the presence of )?(computer )?viruses\b/iu,
  /\bnicht der (richtige|beabsichtigte|vorgesehene) (adressat|empf[äa]nger)/iu,
  /\bvertrauliche und\/?(oder)? rechtlich gesch[üu]tzte informationen/iu,
  /\bn['’](êtes|est) pas (le|son) (bon )?destinataire/iu,
  /\bno (es|fuera) (usted )?(el|su) destinatario/iu,
  /\bnon (è|siete|fosse) (il|l['’]effettivo) destinatari/iu,
  /\bnão (é|for) o destinatário/iu,
]

/** A paragraph is no longer than this; a longer one is no disclaimer. */
const longestDisclaimer = 4_000

/** The standard disclaimers: from the sentence or line that has the words of one to the end of its paragraph. */
export function disclaimerParts(text: string): Span[] {
  const parts: Span[] = []
  let begin: number | undefined
  const close = (end: number) => {
    const start = begin === undefined ? undefined : disclaimerStart(text.slice(begin, end))
    if (begin !== undefined && start !== undefined) parts.push([begin + start, end])
    begin = undefined
  }
  for (const line of linesOf(text)) {
    if (/^[\s>]*$/u.test(line.text)) close(line.start)
    else begin ??= line.start
  }
  close(text.length)
  return parts
}

/** How a disclaimer's sentence begins that is longer than a line. */
const aboutMail =
  /^(the (information|contents?) (contained )?(in|of) )?(this|diese|ce|cet|este|esta|questo|questa) (e-?mail|mail|message|communication|transmission|nachricht|courriel|correo|mensaje|mensagem|messaggio)\b/iu

/** Where the disclaimer in a paragraph starts: what is above it may be its author's, even in the same paragraph or sentence. */
function disclaimerStart(paragraph: string): number | undefined {
  if (paragraph.length > longestDisclaimer) return undefined
  const { line, offsets } = flattened(paragraph)
  const found = disclaimers.map((pattern) => line.search(pattern)).filter((index) => index >= 0)
  if (found.length === 0) return undefined
  const words = Math.min(...found)
  const sentence = startOfSentence(line, words)
  const start = sentence === 0 ? 0 : (offsets[sentence] ?? 0)
  if (aboutMail.test(line.slice(sentence))) return start
  return Math.max(start, paragraph.lastIndexOf('\n', offsets[words]) + 1)
}

function startOfSentence(line: string, at: number): number {
  const ends = [...line.slice(0, at).matchAll(/[.!?…]["'”’)]* /gu)]
  const last = ends.at(-1)
  return last ? last.index + last[0].length : 0
}

/** A paragraph as one line, and where its characters are in the paragraph. */
function flattened(paragraph: string): { line: string; offsets: readonly number[] } {
  const offsets: number[] = []
  const words = [...paragraph.matchAll(/[^\s>]+/gu)]
  for (const { 0: word, index } of words) for (let at = 0; at <= word.length; at++) offsets.push(index + at)
  return { line: words.map(([word]) => word).join(' '), offsets }
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    lines.push({ text: text.slice(start, end), start, end })
    start = end + 1
  }
  return lines
}
