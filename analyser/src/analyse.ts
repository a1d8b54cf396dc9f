/**
 * The built-in analyser: category and urgency of one message, without a model or network.
 * `docs/analysis.md` describes how it works and how well.
 */
import { readFileSync } from 'node:fs'
import { categories, type Category, type Urgency } from './categories.ts'
import { scoreCategories, type Side } from './category.ts'
import { extractFeatures, makeFeatures } from './features.ts'
import { makeReading, readText } from './reading.ts'
import { toUrgency, urgencyPoints } from './urgency.ts'
import { readWeights, type Weights } from './weights.ts'

interface Analysis {
  readonly category: Category
  readonly urgency: Urgency
  /** How likely each category is; they sum to 1. */
  readonly scores: Readonly<Record<Category, number>>
  /** The sum that decided the urgency; see `thresholds` in `urgency.ts`. */
  readonly urgencyPoints: number
}

/**
 * Finds the category of `text` and how soon it needs an answer. `side` is its author's side, if known. The same
 * text of the same side always gets the same answer. Never throws, for any text; reads at most its first 2,400 and last 800
 * UTF-16 code units.
 */
export const analyse: Analyse = openAnalyser(
  readWeights(readFileSync(new URL('weights.bin', import.meta.url))),
)

type Analyse = (text: string, side?: Side) => Analysis

/** An analyser with the given weights and separate buffers. */
function openAnalyser(weights: Weights): Analyse {
  const reading = makeReading()
  const features = makeFeatures()
  const probabilities = new Float64Array(categories.length)
  return (text, side = 'other') => {
    readText(text, reading)
    if (reading.tokens.count === 0) return silent
    extractFeatures(reading, features)
    scoreCategories(features, weights, side, probabilities)
    const category = categories[highestOf(probabilities)] ?? 'other'
    const sum = urgencyPoints(reading, category)
    return { category, urgency: toUrgency(sum), scores: toScores(probabilities), urgencyPoints: sum }
  }
}

/** A text with nothing to read: empty, blank, punctuation. */
const silent: Analysis = {
  category: 'other',
  urgency: 'low',
  scores: { question: 0, request: 0, complaint: 0, compliment: 0, other: 1 },
  urgencyPoints: 0,
}

function highestOf(values: Float64Array): number {
  let best = 0
  for (let at = 1; at < values.length; at++) if ((values[at] ?? 0) > (values[best] ?? 0)) best = at
  return best
}

/** By position, in the contract's order of categories. */
function toScores(values: Float64Array): Record<Category, number> {
  const [question = 0, request = 0, complaint = 0, compliment = 0, other = 0] = values
  return { question, request, complaint, compliment, other }
}
