/** The words that people write about a theme, in each language. */
import type { Space } from './centres.ts'
import { countByLanguage } from './counting.ts'
import { isPair, wordMark } from './terms.ts'

/** So many texts of a language, and of a word in them, say what is typical. */
const fewestTexts = 6
const fewestOfWord = 3
const fewestShare = 0.04
const mostWords = 6
const mostLanguages = 8

export interface TypicalTerms {
  readonly language: string
  readonly terms: readonly string[]
}

/** The terms of a theme's texts by language: common words that are rare elsewhere come first. The language of most texts is first. */
export function typicalTerms(space: Space): TypicalTerms[] {
  const { packed, weights } = space
  const isTypical = (id: number) => (weights[id] ?? 0) > 0 && isWord(packed.vocabulary[id] ?? '')
  return countByLanguage(space)
    .filter(({ language, texts }) => texts >= fewestTexts && isKnown(packed.languages[language]))
    .toSorted((one, other) => other.texts - one.texts || one.language - other.language)
    .slice(0, mostLanguages)
    .map(({ language, texts, counts }) => ({
      language: packed.languages[language] ?? '',
      terms: [...counts]
        .filter(([id, count]) => count >= Math.max(fewestOfWord, texts * fewestShare) && isTypical(id))
        .map(([id, count]) => [id, count * (weights[id] ?? 0) * kindOf(packed.vocabulary[id] ?? '')] as const)
        .toSorted(([a, first], [b, second]) => second - first || a - b)
        .slice(0, mostWords)
        .map(([id]) => packed.vocabulary[id] ?? ''),
    }))
    .filter(({ terms }) => terms.length > 0)
}

/** A word of a concept says more about the subject than another. */
const kindOf = (term: string) => (term.startsWith(wordMark) ? 2 : 1)

/** No concept, and no pair of Chinese characters, which may be parts of two words. */
const isWord = (term: string) => !term.startsWith(':') && !isPair(term)
const isKnown = (language: string | undefined) => language !== undefined && language !== 'und'
