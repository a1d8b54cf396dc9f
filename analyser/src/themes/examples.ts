/** Which messages of a theme show best what it is about. */
import type { ThemeShape } from './theme.ts'
import { themeTerms, wordMark } from './terms.ts'

interface ExampleText {
  readonly text: string
  /** The code of the language recognized. */
  readonly language?: string
}

/** Two texts that share more of their terms than this say the same. */
const sameShare = 0.6
/** A text with fewer terms says too little for an example, and counts as if it had so many. */
const fewestTerms = 4

/**
 * The positions of the texts that say most of what a theme is about, the nearest to its centre first. One that says the same as a nearer
 * one comes after all that say something else. Texts of which nothing is said there come last, in their order.
 */
export function mostTypical(centre: ThemeShape['terms'], texts: readonly ExampleText[]): readonly number[] {
  const weights = new Map(centre)
  // Only a sub-theme is described by the words of concepts.
  const isInside = centre.some(([term]) => term.startsWith(wordMark))
  const said = texts
    .map(({ text, language }, at) => {
      const terms = themeTerms(text, language).filter((term) => isInside || !term.startsWith(wordMark))
      const sum = terms.reduce((total, term) => total + (weights.get(term) ?? 0), 0)
      // By its sum alone, the longest text would win; without a least number, one of a single word.
      return { at, terms: new Set(terms), score: sum / Math.sqrt(Math.max(fewestTerms, terms.length)) }
    })
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
  const first: typeof said = []
  const again: typeof said = []
  for (const one of said) (first.some((nearer) => saysSame(nearer, one)) ? again : first).push(one)
  return [...first, ...again].map(({ at }) => at)
}

function saysSame({ terms: one }: Terms, { terms: other }: Terms): boolean {
  const both = one.intersection(other).size
  return both > sameShare * (one.size + other.size - both) || one.size + other.size === 0
}
interface Terms {
  readonly terms: ReadonlySet<string>
}
