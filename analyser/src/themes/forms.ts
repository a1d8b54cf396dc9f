/** How people write the words that terms stand for. */
import { fold } from './folding.ts'
import type { Packed } from './packing.ts'
import { wordMark } from './terms.ts'
import { stem } from './words.ts'

/** The written form of a term: the commonest one in a language, or in all of them; undefined if no example has it. */
export type FormOf = (term: string, language?: string) => string | undefined

/** Stays in capitals. */
const abbreviation = /^\p{Lu}{2,5}$/u
const word = /\p{L}[\p{L}\p{M}]+/gu

/** The commonest forms of terms in the texts kept as examples. */
export function readForms(wanted: Iterable<string>, packed: Packed): FormOf {
  const counts = new Map<string, Map<string, number>>()
  const stems = new Set<string>()
  const phrases: string[] = []
  for (const term of wanted) {
    const bare = bareOf(term)
    if (bare.includes(' ')) phrases.push(bare)
    else if (!bare.startsWith(':')) stems.add(bare)
  }
  const count = (key: string, form: string) => {
    const forms = counts.get(key) ?? new Map<string, number>()
    counts.set(key, forms.set(form, (forms.get(form) ?? 0) + 1))
  }
  for (const { at, text } of packed.samples) {
    const language = packed.languages[packed.language[at] ?? -1] ?? ''
    const add = (bare: string, form: string) => {
      count(bare, form)
      count(`${language} ${bare}`, form)
    }
    for (const [raw] of text.matchAll(word)) {
      const bare = stem(fold(raw))
      if (stems.has(bare)) add(bare, abbreviation.test(raw) ? raw : raw.toLowerCase())
    }
    addPhrases(text, phrases, add)
  }
  const commonest = new Map(
    [...counts].map(([key, forms]) => [
      key,
      [...forms].reduce((best, one) => (one[1] > best[1] ? one : best))[0],
    ]),
  )
  return (term, language = '') => {
    const bare = bareOf(term)
    return commonest.get(`${language} ${bare}`) ?? commonest.get(bare)
  }
}

/** Phrases as they stand in a text, with their accents; a text whose letters fold to others in number shows none. */
function addPhrases(
  text: string,
  phrases: readonly string[],
  add: (phrase: string, form: string) => void,
): void {
  if (phrases.length === 0) return
  const lower = text.toLowerCase().normalize('NFC')
  const folded = fold(lower).replaceAll('-', ' ')
  if (folded.length !== lower.length) return
  for (const phrase of phrases) {
    const at = folded.indexOf(phrase)
    if (at >= 0) add(phrase, lower.slice(at, at + phrase.length))
  }
}

/** A term without its mark: a stem, which need not be a word, or a phrase. */
export const bareOf = (term: string) => (term.startsWith(wordMark) ? term.slice(wordMark.length) : term)
