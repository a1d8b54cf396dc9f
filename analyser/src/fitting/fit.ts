/**
 * Fits the analyser's category weights and writes `weights.bin`. Run it after a change to the lexicon, the features or
 * the corpora: `npm run fit --workspace analyser`. With `-- --scores` it writes nothing
 * and prints the tables of `docs/analysis.md`. Needs `../shared/data`; EVAL-ONLY rows are measured, never fitted.
 */
import { writeFileSync } from 'node:fs'
import { writeWeights } from '#weights.ts'
import { encodeRows, fitRecipe } from './model.ts'
import { printScores } from './report.ts'
import { readCategoryRows } from './rows.ts'
import { writeSentences } from './sentences.ts'

const rows = encodeRows(readCategoryRows())
if (rows.length === 0) {
  console.error('Nothing to fit on: ../shared/data/classification/category.jsonl.gz is not there.')
  process.exit(1)
}
const own = encodeRows(writeSentences())
console.log(`${rows.filter((row) => row.open).length} open rows, ${own.length} sentences of our own`)

if (process.argv.includes('--scores')) printScores(rows, own)
else {
  const { biases, words, cues } = fitRecipe(rows, own)
  const bytes = writeWeights(biases, words, cues)
  writeFileSync(new URL('../weights.bin', import.meta.url), bytes)
  console.log(
    `weights.bin: ${bytes.length} bytes; biases ${[...biases].map((bias) => bias.toFixed(2)).join(' ')}`,
  )
}
