/** Names of themes: what a person would call the subject, from the titles of concepts and the words of its texts. */
import { conceptOf, themeLanguages } from './concepts.ts'
import { bareOf, type FormOf } from './forms.ts'
import type { Draft } from './history.ts'
import type { Packed } from './packing.ts'
import { wordMark } from './terms.ts'

/** A term this much lighter than the heaviest does not name a theme. */
const leadShare = 0.5
/** A word that people write for a concept says more than its title, if it is nearly as heavy. */
const wordShare = 0.7
/** A theme keeps its name while the term it was named after is this heavy, compared with the heaviest. */
const keptShare = 0.7
const wordsNamed = 5

interface Names {
  /** In the order of the drafts; no two are the same. */
  readonly names: readonly string[]
  /** The heaviest terms of a theme, in words. */
  readonly wordsOf: (draft: Draft) => string
}

export function nameThemes(given: {
  drafts: readonly Draft[]
  packed: Packed
  formOf: FormOf
  language: string | undefined
  /** Names that no other may have. */
  taken?: readonly string[]
}): Names {
  const { drafts, packed, formOf, language } = given
  const column = Math.max(0, themeLanguages.indexOf(language as (typeof themeLanguages)[number]))
  const titleOf = (term: string) =>
    conceptOf.get(term)?.titles[column] ?? capitalize(formOf(term, language) ?? bareOf(term))
  const termsOf = (draft: Draft) => {
    const terms = namingTerms(draft).map(([id, weight]) => [packed.vocabulary[id] ?? '', weight] as const)
    const read = terms.filter(([term]) => isReadIn(language, term))
    return read.length > 0 ? read : terms
  }

  const taken = new Set([
    ...(given.taken ?? []),
    ...drafts.filter(({ before }) => before?.isPinned).map(({ before }) => before?.name),
  ])
  const names = new Map<Draft, string>()
  // Themes of the last revision are named first, then the largest ones.
  const order = drafts.toSorted((a, b) => Number(!a.before) - Number(!b.before) || b.messages - a.messages)
  for (const draft of order) {
    const name =
      draft.before?.isPinned || draft.centre.length === 0
        ? (draft.before?.name ?? '')
        : nameOf(termsOf(draft), titleOf, draft.before?.name, taken)
    taken.add(name)
    names.set(draft, name)
  }
  return {
    names: drafts.map((draft) => names.get(draft) ?? ''),
    wordsOf: (draft) =>
      termsOf(draft)
        .slice(0, wordsNamed)
        .map(([term]) => titleOf(term))
        .join(', '),
  }
}

/** The terms that a name may be made of. */
export const namingTerms = ({ centre }: Pick<Draft, 'centre'>): Draft['centre'] => centre.slice(0, 12)

/** Whether a person who reads `language` can read a term: one in Chinese signs says nothing to most others. */
const isReadIn = (language: string | undefined, term: string) =>
  language === 'zh' || language === 'ja' || !/\p{Script=Han}/u.test(term)

function nameOf(
  terms: readonly (readonly [term: string, weight: number])[],
  titleOf: (term: string) => string,
  before: string | undefined,
  taken: ReadonlySet<string | undefined>,
): string {
  const heaviest = terms[0]?.[1] ?? 0
  const [lead = ''] =
    terms.find(([term, weight]) => weight >= heaviest * wordShare && term.startsWith(wordMark)) ??
    terms.find(([term, weight]) => weight >= heaviest * leadShare && !conceptOf.get(term)?.isMinor) ??
    terms[0] ??
    []
  const keeps = terms.some(
    ([term, weight]) =>
      weight >= heaviest * keptShare &&
      (before === titleOf(term) || before?.startsWith(`${titleOf(term)}: `)),
  )
  if (before !== undefined && keeps && !taken.has(before)) return before
  const title = titleOf(lead)
  if (!taken.has(title)) return title
  for (const [term] of terms) {
    const longer = `${title}: ${lowerFirst(titleOf(term))}`
    if (term !== lead && !taken.has(longer)) return longer
  }
  for (let number = 2; ; number++) if (!taken.has(`${title} ${number}`)) return `${title} ${number}`
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

function lowerFirst(word: string): string {
  return word.slice(0, 1).toLowerCase() + word.slice(1)
}
