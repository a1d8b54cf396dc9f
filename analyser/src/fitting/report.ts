/** The tables of `docs/analysis.md`, printed as Markdown. */
import { categories } from '#categories.ts'
import { fitBayes } from './bayes.ts'
import { type EncodedRow, fitRecipe, say, toExamples } from './model.ts'
import { measure, type Scores } from './scores.ts'
import { fit } from './training.ts'

type Pair = Parameters<typeof measure>[0][number]

export function printScores(rows: readonly EncodedRow[], own: readonly EncodedRow[]): void {
  console.log(`\n| measured | rows | macro-F1 | accuracy | ${categories.join(' | ')} |`)
  console.log(`|---|---|---|---|${categories.map(() => '---|').join('')}`)
  const test = rows.filter((row) => foldOf(row.text) === 0)
  const training = rows.filter((row) => foldOf(row.text) !== 0)
  const split = fitRecipe(training, own)
  const bayes = fitBayes(training)
  line(
    'split, analyser',
    pairs(test, (row) => say(split, row)),
  )
  line(
    'split, naive Bayes on every row',
    pairs(test, (row) => bayes(row.text)),
  )
  leaveOneOut(rows, own)
  const alone = fit(toExamples([], own))
  line(
    'our sentences alone, every row',
    pairs(rows, (row) => say(alone, row)),
  )
}

function leaveOneOut(rows: readonly EncodedRow[], own: readonly EncodedRow[]): void {
  const ours: Pair[] = []
  const baseline: Pair[] = []
  for (const source of new Set(rows.map((row) => row.source))) {
    const others = rows.filter((row) => row.source !== source)
    const left = rows.filter((row) => row.source === source)
    const fitted = fitRecipe(others, own)
    const bayes = fitBayes(others)
    const said = pairs(left, (row) => say(fitted, row))
    const saidByBayes = pairs(left, (row) => bayes(row.text))
    line(`without ${source}, analyser${left[0]?.open ? '' : ' (EVAL-ONLY)'}`, said)
    line(`without ${source}, naive Bayes`, saidByBayes)
    ours.push(...said)
    baseline.push(...saidByBayes)
  }
  line('leave one source out, together, analyser', ours)
  line('leave one source out, together, naive Bayes', baseline)
}

function pairs(rows: readonly EncodedRow[], judge: (row: EncodedRow) => Pair['said']): Pair[] {
  return rows.map((row) => ({ truth: row.label, said: judge(row) }))
}

function line(name: string, measured: Pair[]): void {
  const scores: Scores = measure(measured)
  const cells = categories.map((category) => scores.classes[category]?.f1.toFixed(3) ?? '–')
  const overall = `${scores.macroF1.toFixed(3)} | ${scores.accuracy.toFixed(3)}`
  console.log(`| ${name} | ${measured.length} | ${overall} | ${cells.join(' | ')} |`)
}

/** One of five folds, by the text alone. */
function foldOf(text: string): number {
  let hash = 7
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  return (hash >>> 0) % 5
}
