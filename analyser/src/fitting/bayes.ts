/** Multinomial naive Bayes over words: the baseline that every score is compared with. */
import { categories, type Category } from '#categories.ts'
import type { LabelledRow } from './rows.ts'

export function fitBayes(rows: readonly LabelledRow[]): (text: string) => Category {
  const counts = new Map<string, Float64Array>()
  const totals = new Float64Array(categories.length)
  const priors = new Float64Array(categories.length)
  for (const row of rows) {
    const label = categories.indexOf(row.label)
    priors[label] = (priors[label] ?? 0) + 1
    for (const word of wordsOf(row.text)) {
      const count = counts.get(word) ?? new Float64Array(categories.length)
      count[label] = (count[label] ?? 0) + 1
      totals[label] = (totals[label] ?? 0) + 1
      counts.set(word, count)
    }
  }
  return (text) => {
    const scores = categories.map((_, label) => Math.log((priors[label] ?? 0) + 1))
    for (const word of wordsOf(text)) {
      const count = counts.get(word)
      if (count === undefined) continue
      for (let label = 0; label < scores.length; label++) {
        const smoothed = ((count[label] ?? 0) + 1) / ((totals[label] ?? 0) + counts.size)
        scores[label] = (scores[label] ?? 0) + Math.log(smoothed)
      }
    }
    return categories[scores.indexOf(Math.max(...scores))] ?? 'other'
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+|[?!]/gu) ?? []
}
