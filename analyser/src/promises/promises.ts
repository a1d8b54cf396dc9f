/**
 * Finds what a person promised by a day, without a model: a sentence in which they say what they will do, and name the day. Six
 * languages; how well: `docs/analysis.md`.
 */
import { chinese } from './chinese.ts'
import { plusDays } from './days.ts'
import { findDue } from './due.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import type { PromiseLanguage } from './language.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

/** How much of a text is read, and of a sentence, in UTF-16 code units: enough for any promise, at a bounded cost. */
const readLength = 3_200
const sentenceLength = 400
/** Some characters are longer once they are folded. */
const foldedLength = 2 * sentenceLength

/** What is said for a later day is a plan or a term of a contract. */
export const promiseDays = 100

const alphabet: readonly PromiseLanguage[] = [english, german, french, spanish, portuguese]

/** What a text promises first. */
export interface FoundPromise {
  /** When it is due: `2026-11-27`. */
  readonly day: string
  /** The sentence, folded and without its day: the same if it is said again, also for another day. */
  readonly deed: string
}

/** @param now The clock where the author is, when it was written: `2026-11-26T09:30`. */
export function findPromise(text: string, now: string): FoundPromise | undefined {
  for (const sentence of sentencesOf(ownLines(text.slice(0, readLength)))) {
    const found = promisedIn(sentence, now)
    if (found) return found
  }
  return undefined
}

function promisedIn(sentence: string, now: string): FoundPromise | undefined {
  if (/[?？]$/.test(sentence) || !daily.test(sentence)) return undefined
  const folded = fold(sentence)
  for (const language of /\p{Script=Han}/u.test(folded) ? [chinese] : alphabet) {
    const { promises, unless, aside } = language
    if (!promises.test(folded)) continue
    const meant = aside ? folded.replace(aside, '') : folded
    if (unless.test(meant) || !promises.test(meant)) continue
    const due = findDue(meant, now, language)
    const today = now.slice(0, 10)
    if (due && due.day >= today && due.day <= plusDays(today, promiseDays))
      return { day: due.day, deed: due.rest.trim() }
  }
  return undefined
}

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
function* sentencesOf(lines: readonly string[]): Generator<string> {
  for (const line of lines) {
    if (!daily.test(line)) continue
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

/** Part of some word that every day is named by, in any of the languages, with or without accents. Most sentences have none. */
const daily =
  /\d|day|tonight|evening|morning|noon|tomorrow|tmrw|week|month|hour|eod|cob|business|play|\b(?:mon|tues?|wed|thurs?|fri|sat)\b|heute|morgen|tag|abend|mittwoch|woche|monat|stunde|minute|uhr|schluss|jour|hui|demain|soir|midi|matin|semaine|mois|heure|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hoy|tarde|noche|ma[n\u00f1]|d[i\u00ed]a|semana|mes|lunes|martes|mi[e\u00e9]rc|jueves|viernes|s[a\u00e1]bado|domingo|hoje|amanh|segunda|ter[c\u00e7]a|quarta|quinta|sexta|m[e\u00ea]s|hora|[今明后後周週星礼禮月号號天日班盘盤]/i

const ascii = /^[\t\n\r -~]*$/

function fold(sentence: string): string {
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
