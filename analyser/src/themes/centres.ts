/** Centres of groups of texts: the mean of their texts, of length 1, without its long tail. */
import type { Packed } from './packing.ts'
import { type Centre, eachTerm, keptOf, makeScorer } from './placing.ts'

/** Texts as they are clustered: which of them, and how much each of their terms counts. */
export interface Space {
  readonly packed: Packed
  /** By term; 0 where the dictionary does not know it. */
  readonly weights: Float64Array
  /** The positions of the texts that take part. */
  readonly chosen: Int32Array
}

const mostTerms = 60

/** The position in `centres` for each chosen text, or -1. `formerOf` says which one it has so far. */
export function assign(
  { packed, weights, chosen }: Space,
  centres: readonly Centre[],
  formerOf: (text: number) => number,
): { nearest: Int32Array; scores: Float32Array } {
  const scorer = makeScorer(weights, centres)
  const nearest = new Int32Array(chosen.length)
  const scores = new Float32Array(chosen.length)
  for (let at = 0; at < chosen.length; at++) {
    const text = chosen[at] ?? 0
    const best = scorer.best(packed.terms, packed.starts[text] ?? 0, packed.starts[text + 1] ?? 0)
    const kept = keptOf(scorer.scores, best, formerOf(text))
    nearest[at] = kept
    scores[at] = kept < 0 ? 0 : (scorer.scores[kept] ?? 0)
  }
  return { nearest, scores }
}

/** The mean of the texts of each of `count` groups, and how many they are; `groupsOf` may give a text several. */
export function meansOf(
  space: Space,
  count: number,
  groupsOf: (at: number, text: number) => readonly number[] | number,
): { centres: Centre[]; sizes: Int32Array } {
  const { packed, weights, chosen } = space
  const sums = Array.from({ length: count }, () => new Map<number, number>())
  const sizes = new Int32Array(count)
  for (let at = 0; at < chosen.length; at++) {
    const text = chosen[at] ?? 0
    const groups = groupsOf(at, text)
    const from = packed.starts[text] ?? 0
    const to = packed.starts[text + 1] ?? 0
    const length = lengthOf(packed.terms, weights, from, to)
    if (length === 0) continue
    for (const group of typeof groups === 'number' ? [groups] : groups) {
      if (group < 0) continue
      sizes[group] = (sizes[group] ?? 0) + 1
      addText(sums[group], { packed, weights, from, to, length })
    }
  }
  return { centres: sums.map((sum) => toUnit([...sum])), sizes }
}

function addText(
  sum: Map<number, number> | undefined,
  text: { packed: Packed; weights: Float64Array; from: number; to: number; length: number },
): void {
  eachTerm(text.packed.terms, text.from, text.to, (id, times) => {
    const weight = (text.weights[id] ?? 0) * times
    if (weight > 0) sum?.set(id, (sum.get(id) ?? 0) + weight / text.length)
  })
}

function lengthOf(terms: Int32Array, weights: Float64Array, from: number, to: number): number {
  let square = 0
  eachTerm(terms, from, to, (id, times) => {
    square += ((weights[id] ?? 0) * times) ** 2
  })
  return Math.sqrt(square)
}

/** The heaviest terms, scaled to length 1, in four digits: a stored centre places texts as this one does. */
function toUnit(entries: readonly (readonly [number, number])[]): Centre {
  const heaviest = entries
    .filter(([, weight]) => weight > 0)
    .sort(([a, first], [b, second]) => second - first || a - b)
    .slice(0, mostTerms)
  const length = Math.hypot(...heaviest.map(([, weight]) => weight))
  return heaviest.map(([id, weight]) => [id, Math.round((weight / length) * 10_000) / 10_000] as const)
}

/** How much of a centre stays as it was. */
const inertia = 0.5

/** Moves each stored centre half of the way to the texts that are nearest to it. */
export function refresh(
  space: Space,
  stored: readonly Centre[],
  formerOf: (text: number) => number,
): Centre[] {
  const { nearest } = assign(space, stored, formerOf)
  const { centres } = meansOf(space, stored.length, (at) => nearest[at] ?? -1)
  return stored.map((before, at) => blend(before, inertia, centres[at] ?? []))
}

/** A centre between two, by how much each counts. */
function blend(one: Centre, share: number, other: Centre): Centre {
  const sum = new Map(one.map(([id, weight]) => [id, weight * share]))
  for (const [id, weight] of other) sum.set(id, (sum.get(id) ?? 0) + weight * (1 - share))
  return toUnit([...sum])
}
