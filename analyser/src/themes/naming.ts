/** Names of themes: what a person would call the subject, from the titles of concepts and the words of its texts. */
import { conceptOf, themeLanguages } from './concepts.ts'
import { fold } from './folding.ts'
import type { Draft } from './history.ts'
import type { Packed } from './packing.ts'
import { stem } from './words.ts'

/** A term this much lighter than the heaviest does not name a theme. */
const leadShare = 0.5
/** A theme keeps its name while the term it was named after is this heavy, compared with the heaviest. */
const keptShare = 0.7
const wordsTold = 5

export interface Names {
  /** In the order of the drafts; no two are the same. */
  readonly names: readonly string[]
  /** The heaviest terms of a theme, in words. */
  readonly wordsOf: (draft: Draft) => string
}

export function nameThemes(given: {
  drafts: readonly Draft[]
  packed: Packed
  nearest: Int32Array
  language: string | undefined
}): Names {
  const { drafts, packed, language } = given
  const column = Math.max(0, themeLanguages.indexOf(language as (typeof themeLanguages)[number]))
  const forms = commonForms(given)
  const titleOf = (term: string) => conceptOf.get(term)?.titles[column] ?? capitalize(forms.get(term) ?? term)
  const termsOf = ({ centre }: Draft) =>
    centre.slice(0, 12).map(([id, weight]) => [packed.vocabulary[id] ?? '', weight] as const)

  const taken = new Set(drafts.filter(({ before }) => before?.isPinned).map(({ before }) => before?.name))
  const names = new Map<Draft, string>()
  // Names that stand are given first, then the largest themes choose.
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
        .slice(0, wordsTold)
        .map(([term]) => titleOf(term))
        .join(', '),
  }
}

function nameOf(
  terms: readonly (readonly [term: string, weight: number])[],
  titleOf: (term: string) => string,
  before: string | undefined,
  taken: ReadonlySet<string | undefined>,
): string {
  const heaviest = terms[0]?.[1] ?? 0
  const [lead = ''] =
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

/** How people write the words that stems stand for, most often, in the texts of the themes that need them. */
function commonForms({ drafts, packed }: { drafts: readonly Draft[]; packed: Packed }): Map<string, string> {
  const wanted = new Set(
    drafts
      .flatMap(({ centre }) => centre.slice(0, 12).map(([id]) => packed.vocabulary[id] ?? ''))
      .filter((term) => !term.startsWith(':')),
  )
  const counts = new Map<string, Map<string, number>>()
  for (const { text } of packed.samples)
    for (const [raw] of text.matchAll(/\p{L}[\p{L}\p{M}]{2,}/gu)) {
      const term = stem(fold(raw))
      if (!wanted.has(term)) continue
      const form = raw.toLowerCase()
      const forms = counts.get(term) ?? new Map<string, number>()
      counts.set(term, forms.set(form, (forms.get(form) ?? 0) + 1))
    }
  return new Map(
    [...counts].map(([term, forms]) => [
      term,
      [...forms].reduce((best, one) => (one[1] > best[1] ? one : best))[0],
    ]),
  )
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

function lowerFirst(word: string): string {
  return word.slice(0, 1).toLowerCase() + word.slice(1)
}
