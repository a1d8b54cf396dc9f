/**
 * Finds what a person promised by a day, without a model: a sentence in which they say what they will do, and name the day. Six
 * languages; how well: `docs/analysis.md`.
 */
import { fold, isHan, ownSentences } from '#own-sentences.ts'
import { chinese } from './chinese.ts'
import { plusDays } from './days.ts'
import { type Counted, findDue } from './due.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import type { PromiseLanguage } from './language.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

/** What is said for a later day is a plan or a term of a contract. */
const promiseDays = 100

const alphabet: readonly PromiseLanguage[] = [english, german, french, spanish, portuguese]

/** What a text promises first. */
interface FoundPromise {
  /** When it is due: `2026-11-27`. Working days are Monday to Friday; who knows holidays counts anew. */
  readonly day: string
  /** Present if it is due in so many days. */
  readonly counted?: Counted
  /** The sentence, folded and without its day: the same if it is said again, also for another day. */
  readonly deed: string
}

/** @param now The clock where the author is, when it was written: `2026-11-26T09:30`. */
export function findPromise(text: string, now: string): FoundPromise | undefined {
  for (const sentence of ownSentences(text, daily)) {
    const found = promisedIn(sentence, now)
    if (found) return found
  }
  return undefined
}

function promisedIn(sentence: string, now: string): FoundPromise | undefined {
  if (/[?？]$/.test(sentence) || !daily.test(sentence)) return undefined
  const folded = fold(sentence)
  for (const language of isHan(folded) ? [chinese] : alphabet) {
    const { promises, unless, aside } = language
    if (!promises.test(folded)) continue
    const meant = aside ? folded.replace(aside, '') : folded
    if (unless.test(meant) || !promises.test(meant)) continue
    const due = findDue(meant, now, language)
    const today = now.slice(0, 10)
    if (due && due.day >= today && due.day <= plusDays(today, promiseDays))
      return { day: due.day, deed: due.rest.trim(), ...(due.counted && { counted: due.counted }) }
  }
  return undefined
}

/** Part of some word that every day is named by, in any of the languages, with or without accents. Most sentences have none. */
const daily =
  /\d|day|tonight|evening|morning|noon|tomorrow|tmrw|week|month|hour|eod|cob|business|play|\b(?:mon|tues?|wed|thurs?|fri|sat)\b|heute|morgen|tag|abend|mittwoch|woche|monat|stunde|minute|uhr|schluss|jour|hui|demain|soir|midi|matin|semaine|mois|heure|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hoy|tarde|noche|ma[n\u00f1]|d[i\u00ed]a|semana|mes|lunes|martes|mi[e\u00e9]rc|jueves|viernes|s[a\u00e1]bado|domingo|hoje|amanh|segunda|ter[c\u00e7]a|quarta|quinta|sexta|m[e\u00ea]s|hora|[今明后後周週星礼禮月号號天日班盘盤]/i
