/** Places one text: the theme whose centre is nearest, or none. */
import { conceptOf } from './concepts.ts'
import { wordMark } from './terms.ts'
import type { SubthemeShape, ThemeDictionary, ThemeShape } from './theme.ts'

export interface Placement {
  readonly themeId: string
  /** Undefined if it is near none of the theme's sub-themes. */
  readonly subthemeId?: string
  /** The cosine of text and centre, up to 1. */
  readonly score: number
}

/** A text less similar than this to every centre has no theme. */
const gate = 0.15
const rounding = 1e-9
/** Concepts join the words of six languages, so they count for more than a word. */
const conceptWeight = 1.5
/** Those that say little about a subject count for less. */
const minorWeight = 0.5

/** How much a term counts that occurs in `count` of `texts`. */
export function termWeight(term: string, count: number, texts: number): number {
  return Math.log((texts + 1) / count) * kindWeight(term)
}

function kindWeight(term: string): number {
  // Its concept counts.
  if (term.startsWith(wordMark)) return 0
  if (!term.startsWith(':')) return 1
  return conceptOf.get(term)?.isMinor ? minorWeight : conceptWeight
}

/** The same among the messages of one theme: there the word of a concept counts, too, and what joins words says as much as a word. */
export function insideWeight(term: string, count: number, texts: number): number {
  const isConcept = term.startsWith(':') && !conceptOf.get(term)?.isMinor
  return Math.log((texts + 1) / count) * (isConcept ? conceptWeight : 1)
}

/** What of a theme places texts. */
interface PlacingTheme extends Pick<ThemeShape, 'id' | 'terms' | 'common'> {
  readonly subthemes?: readonly Pick<SubthemeShape, 'id' | 'terms'>[]
}

/**
 * Places texts by their terms, in time linear in them. Terms that the dictionary does not know are passed over. A text that had a
 * theme stays with it unless another is clearly nearer, and so with its sub-theme.
 */
export function placer(
  dictionary: ThemeDictionary,
  themes: readonly PlacingTheme[],
): (terms: readonly string[], former?: string, formerSubtheme?: string) => Placement | undefined {
  const known = Object.entries(dictionary.terms)
  const ids = new Map(known.map(([term], id) => [term, id]))
  const weights = Float64Array.from(known, ([term, count]) => termWeight(term, count, dictionary.texts))
  const scorer = makeScorer(
    weights,
    themes.map(({ terms }) => toCentre(terms, ids)),
  )
  const insideWeights = Float64Array.from(known, ([term, count]) =>
    insideWeight(term, count, dictionary.texts),
  )
  const insides = themes.map((theme) =>
    theme.subthemes && theme.subthemes.length > 0 ? insidePlacer(theme, insideWeights, ids) : undefined,
  )
  const positions = positionsOf(themes)
  const found: number[] = []
  const take = (term: string) => {
    const id = ids.get(term)
    if (id !== undefined) found.push(id)
  }
  return (terms, former, formerSubtheme) => {
    found.length = 0
    // Words of concepts count only within a theme.
    for (const term of terms) if (!term.startsWith(wordMark)) take(term)
    if (found.length > 1) found.sort(ascending)
    const best = scorer.best(found, 0, found.length)
    const kept = keptOf(scorer.scores, best, former === undefined ? -1 : (positions.get(former) ?? -1))
    const theme = themes[kept]
    if (!theme) return undefined
    const inside = insides[kept]
    if (!inside) return { themeId: theme.id, score: scorer.scores[kept] ?? 0 }
    for (const term of terms) if (term.startsWith(wordMark)) take(term)
    if (found.length > 1) found.sort(ascending)
    const subthemeId = inside(found, formerSubtheme)
    return {
      themeId: theme.id,
      ...(subthemeId !== undefined && { subthemeId }),
      score: scorer.scores[kept] ?? 0,
    }
  }
}

/** Gives texts of a theme, by the numbers of their terms, its nearest sub-theme, or none. */
function insidePlacer(
  { common = [], subthemes = [] }: PlacingTheme,
  weights: Float64Array,
  ids: ReadonlyMap<string, number>,
): (found: readonly number[], former: string | undefined) => string | undefined {
  const positions = positionsOf(subthemes)
  const scorer = makeScorer(
    weights,
    subthemes.map(({ terms }) => toCentre(terms, ids)),
    new Set(common.map((term) => ids.get(term) ?? -1)),
  )
  return (found, former) => {
    const best = scorer.best(found, 0, found.length)
    return subthemes[keptOf(scorer.scores, best, former === undefined ? -1 : (positions.get(former) ?? -1))]
      ?.id
  }
}

const positionsOf = (shapes: readonly { readonly id: string }[]) =>
  new Map(shapes.map(({ id }, at) => [id, at]))

/** A text stays with its former theme unless another is nearer by this factor. */
const loyalty = 1.15

export function keptOf(scores: Float64Array, best: number, former: number): number {
  if (best < 0 || former < 0) return best
  return (scores[best] ?? 0) <= (scores[former] ?? 0) * loyalty ? former : best
}

/** A centre by the numbers of its terms. */
export type Centre = readonly (readonly [id: number, weight: number])[]

export function toCentre(terms: ThemeShape['terms'], ids: ReadonlyMap<string, number>): Centre {
  return terms.flatMap(([term, weight]) => {
    const id = ids.get(term)
    return id === undefined ? [] : [[id, weight] as const]
  })
}

/** The cosine of two centres. */
export function cosineOf<Term>(
  one: readonly (readonly [Term, number])[],
  other: readonly (readonly [Term, number])[],
): number {
  const weights = new Map(one)
  return other.reduce((sum, [term, weight]) => sum + weight * (weights.get(term) ?? 0), 0)
}

interface Scorer {
  /** The position of the nearest centre, or -1 where none is near enough, for `terms` in `[from, to)`; fills `scores`. */
  best(terms: ArrayLike<number>, from: number, to: number): number
  /** The cosine with each centre, of the text scored last. */
  readonly scores: Float64Array
}

/** Scores texts, given as numbers of terms, against centres. `weights` holds 0 for a term that does not count; `leftOut` does not either. */
export function makeScorer(
  weights: Float64Array,
  centres: readonly Centre[],
  leftOut?: ReadonlySet<number>,
): Scorer {
  const postings = new Map<number, Posting>()
  centres.forEach((centre, at) => {
    for (const [id, weight] of centre) {
      const posting = postings.get(id) ?? { centres: [], weights: [] }
      postings.set(id, posting)
      posting.centres.push(at)
      posting.weights.push(weight)
    }
  })
  // An array is faster, but of the size of the vocabulary: too much for each theme's sub-themes.
  const byId = leftOut ? undefined : Array.from({ length: weights.length }, (_, id) => postings.get(id))
  const scores = new Float64Array(centres.length)
  return {
    scores,
    best(terms, from, to) {
      scores.fill(0)
      let square = 0
      eachTerm(terms, from, to, (id, times) => {
        const weight = (weights[id] ?? 0) * times
        if (weight === 0 || leftOut?.has(id)) return
        square += weight * weight
        add(scores, byId ? byId[id] : postings.get(id), weight)
      })
      return square === 0 ? -1 : nearest(scores, Math.sqrt(square))
    },
  }
}

const ascending = (a: number, b: number) => a - b

/** Each term of a text once, with how much its repetition counts. Repeated terms are neighbours. */
export function eachTerm(
  terms: ArrayLike<number>,
  from: number,
  to: number,
  take: (id: number, times: number) => void,
): void {
  for (let at = from; at < to;) {
    const id = terms[at] ?? 0
    let next = at + 1
    while (next < to && terms[next] === id) next++
    take(id, next - at === 1 ? 1 : 1 + Math.log(next - at))
    at = next
  }
}

interface Posting {
  readonly centres: number[]
  readonly weights: number[]
}

function add(scores: Float64Array, posting: Posting | undefined, weight: number): void {
  if (!posting) return
  const { centres, weights } = posting
  for (let at = 0; at < centres.length; at++) {
    const centre = centres[at] ?? 0
    scores[centre] = (scores[centre] ?? 0) + weight * (weights[at] ?? 0)
  }
}

function nearest(scores: Float64Array, length: number): number {
  let best = -1
  let highest = gate
  // Equal scores go to the first, however their parts were summed.
  for (let at = 0; at < scores.length; at++) {
    const score = (scores[at] ?? 0) / length
    scores[at] = score
    if (score > highest + rounding) {
      highest = score
      best = at
    }
  }
  return best
}
