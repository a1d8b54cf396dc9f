/** Precision, recall and F1 per class, and their macro mean over the classes that occur. */
import { categories, type Category } from '#categories.ts'

interface ClassScore {
  readonly precision: number
  readonly recall: number
  readonly f1: number
  readonly rows: number
}

export interface Scores {
  readonly accuracy: number
  /** Mean F1 over the classes in the rows. */
  readonly macroF1: number
  readonly classes: Readonly<Partial<Record<Category, ClassScore>>>
}

export function measure(pairs: readonly { truth: Category; said: Category }[]): Scores {
  const classes: Partial<Record<Category, ClassScore>> = {}
  for (const category of categories) {
    const truth = pairs.filter((pair) => pair.truth === category)
    if (truth.length === 0) continue
    const said = pairs.filter((pair) => pair.said === category)
    const hits = truth.filter((pair) => pair.said === category).length
    const precision = said.length === 0 ? 0 : hits / said.length
    const recall = hits / truth.length
    const f1 = hits === 0 ? 0 : (2 * precision * recall) / (precision + recall)
    classes[category] = { precision, recall, f1, rows: truth.length }
  }
  const present = Object.values(classes)
  return {
    accuracy: pairs.filter((pair) => pair.truth === pair.said).length / Math.max(1, pairs.length),
    macroF1: present.reduce((sum, score) => sum + score.f1, 0) / Math.max(1, present.length),
    classes,
  }
}
