/** Category by a linear model over hashed features: the one with the highest score. */
import { categories } from './categories.ts'
import type { Features } from './features.ts'
import type { Weights } from './weights.ts'

/** Divides a sum over `count` features, so that the length of a text does not outweigh its cues. */
export function damping(count: number): number {
  return 1 / Math.sqrt(count + 4)
}

const complaint = categories.indexOf('complaint')

/** Who wrote a text: the organization's own people, or others. */
export type Side = 'own' | 'other'

/**
 * The minimum for a complaint, in logits, by how much in the text sounds like a grievance. Most texts
 * that look like one only by other words are about figures, dates and dogs. Our own people mention problems all
 * day, and rarely complain.
 */
const handicaps: Readonly<Record<Side, readonly number[]>> = { other: [2, 1, 0], own: [5, 3.5, 1.5] }

/** Subtracts the handicap from the score of complaints. */
export function handicap(scores: Float64Array, grievance: number, side: Side): void {
  scores[complaint] = (scores[complaint] ?? 0) - (handicaps[side][grievance] ?? 0)
}

/** Fills `scores` with one probability per category, in the contract's order. */
export function scoreCategories(
  features: Features,
  weights: Weights,
  side: Side,
  scores: Float64Array,
): void {
  const classes = categories.length
  const words = new Float64Array(classes)
  const cues = new Float64Array(classes)
  sum(features.words, features.wordCount, weights.words, words)
  sum(features.cues, features.cueCount, weights.cues, cues)
  const wordFactor = weights.wordScale * damping(features.wordCount)
  const cueFactor = weights.cueScale * damping(features.cueCount)
  for (let at = 0; at < classes; at++) {
    const score = (weights.biases[at] ?? 0) + (words[at] ?? 0) * wordFactor + (cues[at] ?? 0) * cueFactor
    scores[at] = score
  }
  handicap(scores, features.grievance, side)
  const highest = Math.max(...scores)
  let total = 0
  for (let at = 0; at < classes; at++) total += scores[at] = Math.exp((scores[at] ?? 0) - highest)
  for (let at = 0; at < classes; at++) scores[at] = (scores[at] ?? 0) / total
}

// Five sums written out, because an inner loop over five costs twice as much, and this runs for every message.
function sum(buckets: Int32Array, count: number, table: Int8Array, into: Float64Array): void {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let e = 0
  for (let at = 0; at < count; at++) {
    const row = (buckets[at] ?? 0) * 5
    a += table[row] ?? 0
    b += table[row + 1] ?? 0
    c += table[row + 2] ?? 0
    d += table[row + 3] ?? 0
    e += table[row + 4] ?? 0
  }
  into[0] = a
  into[1] = b
  into[2] = c
  into[3] = d
  into[4] = e
}
