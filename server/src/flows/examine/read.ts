import { analyse } from '@verbatim/analyser/analyse.ts'
import type { Side } from '@verbatim/analyser/category.ts'
import { type LanguageOf, openLanguages } from '@verbatim/analyser/language.ts'
import { themeTerms } from '@verbatim/analyser/themes/themes.ts'
import type { Read, Reading } from '#domains/messages/facts.ts'
import { toSearchVector } from '#kernel/search/vector.ts'

/** Values derived from a text when it is captured: category, urgency, language, its search words, and what it is about. */
function readText({ subject, body, others = [] }: Text, side: Side, languageOf: LanguageOf): Reading {
  const text = subject === undefined ? (body ?? '') : `${subject}\n${body ?? ''}`
  const { category, urgency } = analyse(text, side)
  const { vector, partly } = toSearchVector(body, subject, ...others.map((other) => other.text))
  const language = languageOf(text)
  return { category, urgency, language, vector, partly, terms: themeTerms(text, language) }
}

type Text = Pick<Parameters<Read>[0], 'subject' | 'body' | 'others'>

/** Reads each text once, for the duration of a batch. */
export async function openReadings(): Promise<Read> {
  const languageOf = await openLanguages()
  const own = openSide('own', languageOf)
  const other = openSide('other', languageOf)
  return (text) => (text.direction === 'outbound' || text.direction === 'internal' ? own : other)(text)
}

function openSide(side: Side, languageOf: LanguageOf) {
  const bySubject = new Map<string | undefined, Map<string | null, Reading>>()
  return (text: Text): Reading => {
    if (text.others && text.others.length > 0) return readText(text, side, languageOf)
    const known = bySubject.get(text.subject) ?? new Map<string | null, Reading>()
    bySubject.set(text.subject, known)
    const reading = known.get(text.body) ?? readText(text, side, languageOf)
    known.set(text.body, reading)
    return reading
  }
}
