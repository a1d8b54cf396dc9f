/**
 * The shipped model's recipe. Two linear models over the same features are averaged, which is again one linear model:
 * one fitted only on our own sentences, one on them and the open rows. The open rows contain no complaint, so by
 * themselves they teach that nothing is one; the bias of `complaint` is therefore set on them afterwards, as high as
 * leaves four open rows in a hundred called a complaint when their source was not in the fit.
 */
import { categories, type Category } from '#categories.ts'
import type { LabelledRow } from './rows.ts'
import { type Example, fit, type Fitted, makeEncoder, predict, toLabel } from './training.ts'

/** The weight of one sentence of our own beside one open row. */
const ownWeight = 1
/** The weight of a sentence of talk between advisers and clients, which is what this product captures. */
const businessWeight = 4
/** The share of open rows that may be called complaints. */
const falseComplaints = 0.04

export interface EncodedRow extends LabelledRow {
  readonly words: Int32Array
  readonly cues: Int32Array
  readonly grievance: number
}

export function encodeRows(rows: readonly LabelledRow[]): EncodedRow[] {
  const encode = makeEncoder()
  return rows.map((row) => ({ ...row, ...encode(row.text) }))
}

/** Fits the recipe on `rows`. Rows that are not open are always left out. */
export function fitRecipe(rows: readonly EncodedRow[], own: readonly EncodedRow[]): Fitted {
  const open = rows.filter((row) => row.open)
  const alone = fit(toExamples([], own))
  const fitted = average(fit(toExamples(open, own)), alone)
  return withComplaintBias(fitted, complaintBias(open, own, alone))
}

export function say(fitted: Fitted, row: Pick<EncodedRow, 'words' | 'cues' | 'grievance'>): Category {
  const scores = predict(fitted, row)
  return categories[scores.indexOf(Math.max(...scores))] ?? 'other'
}

/** Examples, weighted so that all categories have equal weight. */
export function toExamples(open: readonly EncodedRow[], own: readonly EncodedRow[]): Example[] {
  const all = [
    ...open.map((row) => ({ row, base: 1 })),
    ...own.map((row) => ({ row, base: row.source.endsWith('business') ? businessWeight : ownWeight })),
  ]
  const totals = new Map<Category, number>()
  for (const { row, base } of all) totals.set(row.label, (totals.get(row.label) ?? 0) + base)
  const mean = [...totals.values()].reduce((sum, total) => sum + total, 0) / categories.length
  return all.map(({ row, base }) => ({
    words: row.words,
    cues: row.cues,
    grievance: row.grievance,
    label: toLabel(row.label),
    weight: (base * mean) / (totals.get(row.label) ?? 1),
  }))
}

function average(one: Fitted, other: Fitted): Fitted {
  const mean = (a: Float32Array, b: Float32Array) => a.map((value, at) => (value + (b[at] ?? 0)) / 2)
  return {
    biases: mean(one.biases, other.biases),
    words: mean(one.words, other.words),
    cues: mean(one.cues, other.cues),
  }
}

/** The bias at which `falseComplaints` of the open rows win as complaints, each scored without its own source. */
function complaintBias(open: readonly EncodedRow[], own: readonly EncodedRow[], alone: Fitted): number {
  const complaint = toLabel('complaint')
  const gaps: number[] = []
  for (const source of new Set(open.map((row) => row.source))) {
    const others = open.filter((row) => row.source !== source)
    const fitted = average(fit(toExamples(others, own)), alone)
    for (const row of open) {
      if (row.source !== source) continue
      const logs = predict(fitted, row).map(Math.log)
      const rival = Math.max(...logs.filter((_, label) => label !== complaint))
      gaps.push(rival - (logs[complaint] ?? 0))
    }
  }
  gaps.sort((a, b) => a - b)
  return gaps[Math.floor(gaps.length * falseComplaints)] ?? 0
}

function withComplaintBias(fitted: Fitted, bias: number): Fitted {
  const biases = fitted.biases.slice()
  const complaint = toLabel('complaint')
  biases[complaint] = (biases[complaint] ?? 0) + bias
  return { ...fitted, biases }
}
