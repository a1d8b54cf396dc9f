/**
 * Finds what a person promised by a day, without a model: a sentence in which they say what they will do, and name the day. Six
 * languages; how well: `docs/analysis.md`.
 */
import { chinese } from './chinese.ts'
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

const alphabet: readonly PromiseLanguage[] = [english, german, french, spanish, portuguese]

/**
 * The day on which the first promise of a text is due.
 * @param today The day when it was written, where its author is: `2026-11-26`.
 */
export function findPromisedDay(text: string, today: string): string | undefined {
  for (const sentence of sentencesOf(text.slice(0, readLength))) {
    const day = promisedIn(sentence, today)
    if (day !== undefined) return day
  }
  return undefined
}

function promisedIn(sentence: string, today: string): string | undefined {
  if (/[?？]$/.test(sentence) || !daily.test(sentence)) return undefined
  const folded = fold(sentence)
  for (const language of /\p{Script=Han}/u.test(folded) ? [chinese] : alphabet) {
    const { promises, unless, aside } = language
    if (!promises.test(folded)) continue
    const meant = aside ? folded.replace(aside, '') : folded
    if (unless.test(meant) || !promises.test(meant)) continue
    const day = findDue(meant, today, language)
    if (day !== undefined && day >= today) return day
  }
  return undefined
}

/** Sentences with their last sign. Lines that are quoted are other people's. A point after a number is of a date. */
function* sentencesOf(text: string): Generator<string> {
  for (const line of text.split('\n')) {
    if (line.startsWith('>') || !daily.test(line)) continue
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
  /\d|day|tonight|evening|morning|noon|tomorrow|tmrw|week|month|hour|eod|cob|business|play|mon |wed |fri |heute|morgen|tag|abend|mittwoch|woche|monat|stunde|minute|uhr|schluss|jour|hui|demain|soir|midi|matin|semaine|mois|heure|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hoy|tarde|noche|ma[n\u00f1]|d[i\u00ed]a|semana|mes|lunes|martes|mi[e\u00e9]rc|jueves|viernes|s[a\u00e1]bado|domingo|hoje|amanh|segunda|ter[c\u00e7]a|quarta|quinta|sexta|m[e\u00ea]s|hora|[今明后後周週星礼禮月号號天日班盘盤]/i

const ascii = /^[\t\n\r -~]*$/

function fold(sentence: string): string {
  const lower = sentence.toLowerCase()
  const plain = ascii.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .replaceAll(/[’‘´`]/g, "'")
        .replaceAll('ß', 'ss')
  return plain.replaceAll(/\s+/g, ' ')
}
