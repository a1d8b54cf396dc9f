/** Finds subjects that no theme covers yet: around concepts and words that enough texts share. */
import { assign, meansOf, type Space } from './centres.ts'
import { conceptOf } from './concepts.ts'
import { type Centre, cosineOf, eachTerm } from './placing.ts'
import { isPair, wordMark } from './terms.ts'

/** A term of more texts than this share is what the organization does, not a subject among others. */
export const mostShare = 0.4
/** A word of one language needs more texts than a concept, so that turns of phrase are no themes. */
const wordFactor = 2
/** A text this similar to its theme is explained by it. */
const explained = 0.4
/** Candidates more similar than this are one subject. */
const alike = 0.6
/** How often texts and centres are fitted to each other. */
const rounds = 4
/** A candidate that keeps less than this share of the texts it needed was a facet of its neighbours. */
const fewestKept = 0.4
const mostThemes = 60

interface Discovery {
  readonly space: Space
  readonly known: readonly Centre[]
  /** How many of the chosen texts a subject needs. */
  readonly needed: number
  readonly formerOf: (text: number) => number
  /** How many times as many texts a term needs to propose a subject. */
  readonly factorOf?: (term: string) => number
}

/** The centres of new subjects, those of most texts first. */
export function discover(discovery: Discovery): Centre[] {
  const { space, known, needed, formerOf } = discovery
  let found = propose(discovery)
  for (let round = 0; round < rounds && found.length > 0; round++) {
    const { nearest } = assign(space, [...known, ...found], formerOf)
    const { centres, sizes } = meansOf(space, known.length + found.length, (at) => nearest[at] ?? -1)
    const kept = [...found.keys()].filter((at) => (sizes[known.length + at] ?? 0) >= needed * fewestKept)
    found = unite(
      kept.map((at) => centres[known.length + at] ?? []),
      known,
    )
  }
  return found.slice(0, Math.max(0, mostThemes - known.length))
}

/** One candidate for each term that enough texts without a fitting theme share. */
function propose({ space, known, needed, formerOf, factorOf = themeFactor }: Discovery): Centre[] {
  const { packed, chosen } = space
  const { nearest, scores } = assign(space, known, formerOf)
  const isOpen = (at: number) => (nearest[at] ?? -1) < 0 || (scores[at] ?? 0) < explained
  const all = new Int32Array(packed.vocabulary.length)
  const open = new Int32Array(packed.vocabulary.length)
  for (let at = 0; at < chosen.length; at++) {
    const text = chosen[at] ?? 0
    const step = isOpen(at) ? 1 : 0
    eachTerm(packed.terms, packed.starts[text] ?? 0, packed.starts[text + 1] ?? 0, (id) => {
      all[id] = (all[id] ?? 0) + 1
      open[id] = (open[id] ?? 0) + step
    })
  }
  const anchors = [...all.keys()]
    .filter((id) => (all[id] ?? 0) <= chosen.length * mostShare && (space.weights[id] ?? 0) > 0)
    .filter((id) => (open[id] ?? 0) >= needed * factorOf(packed.vocabulary[id] ?? ''))
    .sort((a, b) => (open[b] ?? 0) - (open[a] ?? 0) || a - b)
    .slice(0, mostThemes * 3)
  const positions = new Map(anchors.map((id, at) => [id, at]))
  const { centres } = meansOf(space, anchors.length, (_, text) => {
    const groups: number[] = []
    eachTerm(packed.terms, packed.starts[text] ?? 0, packed.starts[text + 1] ?? 0, (id) => {
      const group = positions.get(id)
      if (group !== undefined) groups.push(group)
    })
    return groups
  })
  return unite(centres, known)
}

function themeFactor(term: string): number {
  if (!term.startsWith(':')) return wordFactor
  return conceptOf.get(term)?.isMinor ? Infinity : 1
}

/**
 * Within a theme a word that the lexicon knows proposes a subject as well as a concept does, and so does what joins words; two characters
 * between known words of Chinese do not.
 */
export const subthemeFactor = (term: string): number =>
  term.startsWith(':') || term.startsWith(wordMark) ? 1 : isPair(term) ? Infinity : wordFactor

/** Leaves out what is much like a known centre or an earlier candidate. */
function unite(centres: readonly Centre[], known: readonly Centre[]): Centre[] {
  const kept: Centre[] = []
  for (const centre of centres)
    if (![...known, ...kept].some((other) => cosineOf(centre, other) > alike)) kept.push(centre)
  return kept
}
