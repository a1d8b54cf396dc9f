/**
 * Fits the analyser's category weights and writes `server/src/domains/analysis/weights.bin`. Run it after a change to
 * the lexicon, the features or our sentences: `node tools/fit-analyser.ts`. With `--scores` it writes nothing
 * and prints the tables of `docs/analysis.md`. Needs `../shared/data`; rows that are EVAL-ONLY there are measured, never fitted.
 */
import { writeFileSync } from 'node:fs'
import { writeWeights } from '@verbatim/server/domains/analysis/weights.ts'
import { encodeRows, fitRecipe } from './analyser/model.ts'
import { printScores } from './analyser/report.ts'
import { hasData, readCategoryRows } from './analyser/rows.ts'
import { writeSentences } from './analyser/sentences.ts'

if (!hasData('classification/category.jsonl.gz')) {
  console.error('Nothing to fit on: ../shared/data/classification/category.jsonl.gz is not there.')
  process.exit(1)
}
const rows = encodeRows(readCategoryRows())
const own = encodeRows(writeSentences())
console.log(`${rows.filter((row) => row.open).length} open rows, ${own.length} sentences of our own`)

if (process.argv.includes('--scores')) printScores(rows, own)
else {
  const { biases, words, cues } = fitRecipe(rows, own)
  const bytes = writeWeights(biases, words, cues)
  writeFileSync(new URL('../server/src/domains/analysis/weights.bin', import.meta.url), bytes)
  console.log(
    `weights.bin: ${bytes.length} bytes; biases ${[...biases].map((bias) => bias.toFixed(2)).join(' ')}`,
  )
}
