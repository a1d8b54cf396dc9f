/** Multinomial logistic regression over the analyser's own features, by AdaGrad with averaging. */
import { categories, type Category } from '#categories.ts'
import { damping, handicap } from '#category.ts'
import { cueBuckets, extractFeatures, type Features, makeFeatures, wordBuckets } from '#features.ts'
import { makeReading, readText } from '#reading.ts'
import { makeDice } from './grammar.ts'

const classes = categories.length

export interface Example {
  readonly words: Int32Array
  readonly cues: Int32Array
  readonly grievance: number
  readonly label: number
  readonly weight: number
}

export interface Fitted {
  readonly biases: Float32Array
  readonly words: Float32Array
  readonly cues: Float32Array
}

interface FitOptions {
  readonly epochs: number
  readonly rate: number
  readonly wordDecay: number
  readonly cueDecay: number
  /** How often an example is shown without its words, so that the cues learn to work alone. */
  readonly wordDrop: number
  readonly cueDrop: number
  /** Share of each target that is spread over all classes: labels are about 6 % borderline. */
  readonly smoothing: number
  readonly seed: number
}

const fitOptions: FitOptions = {
  epochs: 8,
  rate: 0.3,
  wordDecay: 2e-4,
  cueDecay: 1e-4,
  wordDrop: 0.2,
  cueDrop: 0.1,
  smoothing: 0.06,
  seed: 7,
}

/** Gives texts their features; one reading serves all. */
export function makeEncoder(): (text: string) => Pick<Example, 'words' | 'cues' | 'grievance'> {
  const reading = makeReading()
  const features: Features = makeFeatures()
  return (text) => {
    readText(text, reading)
    extractFeatures(reading, features)
    return {
      words: features.words.slice(0, features.wordCount),
      cues: features.cues.slice(0, features.cueCount),
      grievance: features.grievance,
    }
  }
}

export function toLabel(category: Category): number {
  return categories.indexOf(category)
}

export function fit(examples: readonly Example[], options: FitOptions = fitOptions): Fitted {
  const dice = makeDice(options.seed)
  const words = new Table(wordBuckets * classes, options.rate, options.wordDecay)
  const cues = new Table(cueBuckets * classes, options.rate, options.cueDecay)
  const biases = new Table(classes, options.rate * 0.3, 0)
  const order = Int32Array.from(examples.keys())
  const scores = new Float64Array(classes)
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, dice)
    for (const at of order) {
      const example = examples[at]
      if (example === undefined) continue
      const wordFactor = dice() < options.wordDrop ? 0 : damping(example.words.length)
      const cueFactor = wordFactor > 0 && dice() < options.cueDrop ? 0 : damping(example.cues.length)
      for (let c = 0; c < classes; c++) scores[c] = biases.value[c] ?? 0
      words.addTo(scores, example.words, wordFactor)
      cues.addTo(scores, example.cues, cueFactor)
      softmax(scores)
      makeSlopes(scores, example, options.smoothing)
      for (let c = 0; c < classes; c++) biases.step(c, scores[c] ?? 0)
      words.descend(scores, example.words, wordFactor)
      cues.descend(scores, example.cues, cueFactor)
    }
    if (epoch >= options.epochs / 2) for (const table of [words, cues, biases]) table.remember()
  }
  return { biases: biases.mean(), words: words.mean(), cues: cues.mean() }
}

/** Turns the probabilities of the classes into their errors. */
function makeSlopes(scores: Float64Array, { label, weight }: Example, smoothing: number): void {
  for (let c = 0; c < classes; c++) {
    const target = (c === label ? 1 - smoothing : 0) + smoothing / classes
    scores[c] = ((scores[c] ?? 0) - target) * weight
  }
}

/** The most probable class of each example. */
export function predict(
  fitted: Fitted,
  example: Pick<Example, 'words' | 'cues' | 'grievance'>,
): Float64Array {
  const scores = Float64Array.from(fitted.biases)
  for (const [table, buckets] of [
    [fitted.words, example.words],
    [fitted.cues, example.cues],
  ] as const) {
    const factor = damping(buckets.length)
    for (const bucket of buckets) {
      for (let c = 0; c < classes; c++)
        scores[c] = (scores[c] ?? 0) + (table[bucket * classes + c] ?? 0) * factor
    }
  }
  handicap(scores, example.grievance, 'other')
  softmax(scores)
  return scores
}

/** Weights with their AdaGrad state and the running sum that averaging needs. */
class Table {
  readonly value: Float32Array
  readonly squares: Float32Array
  readonly total: Float32Array
  readonly rate: number
  readonly decay: number
  remembered = 0

  constructor(size: number, rate: number, decay: number) {
    this.value = new Float32Array(size)
    this.squares = new Float32Array(size).fill(0.05)
    this.total = new Float32Array(size)
    this.rate = rate
    this.decay = decay
  }

  addTo(scores: Float64Array, buckets: Int32Array, factor: number): void {
    if (factor === 0) return
    for (const bucket of buckets) {
      const row = bucket * classes
      for (let c = 0; c < classes; c++) scores[c] = (scores[c] ?? 0) + (this.value[row + c] ?? 0) * factor
    }
  }

  descend(gradient: Float64Array, buckets: Int32Array, factor: number): void {
    if (factor === 0) return
    for (const bucket of buckets) {
      const row = bucket * classes
      for (let c = 0; c < classes; c++) this.step(row + c, (gradient[c] ?? 0) * factor)
    }
  }

  step(at: number, slope: number): void {
    const value = this.value[at] ?? 0
    const full = slope + this.decay * 50 * value
    const squares = (this.squares[at] ?? 0) + full * full
    this.squares[at] = squares
    this.value[at] = value - (this.rate * full) / Math.sqrt(squares)
  }

  remember(): void {
    this.remembered++
    for (let at = 0; at < this.value.length; at++)
      this.total[at] = (this.total[at] ?? 0) + (this.value[at] ?? 0)
  }

  mean(): Float32Array {
    return this.remembered === 0 ? this.value : this.total.map((sum) => sum / this.remembered)
  }
}

function softmax(scores: Float64Array): void {
  const highest = Math.max(...scores)
  let total = 0
  for (let c = 0; c < scores.length; c++) total += scores[c] = Math.exp((scores[c] ?? 0) - highest)
  for (let c = 0; c < scores.length; c++) scores[c] = (scores[c] ?? 0) / total
}

function shuffle(order: Int32Array, dice: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(dice() * (at + 1))
    const kept = order[at] ?? 0
    order[at] = order[other] ?? 0
    order[other] = kept
  }
}
