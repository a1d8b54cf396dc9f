/** The shipped weights on real labelled messages, if these are next to the repository. */
import { readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { categories, type Category } from './categories.ts'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { expect, test } from 'vitest'
import { analyse } from './analyse.ts'

const file = (name: string) => sharedFile(`data/${name}`)
const absent = file('classification/category.jsonl.gz') === undefined
const where = absent ? ' (skipped: ../shared/data is not there)' : ''

function rowsOf<Row>(name: string): Row[] {
  return gunzipSync(readFileSync(file(name)!))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}

function f1Of(rows: { label: Category; text: string }[], category: Category): number {
  let hits = 0
  let said = 0
  let truth = 0
  for (const { label, text } of rows) {
    const answer = analyse(text).category
    if (answer === category) said++
    if (label === category) truth++
    if (answer === category && label === category) hits++
  }
  return hits === 0 ? 0 : (2 * hits) / (said + truth)
}

test.skipIf(absent)(`reaches macro-F1 0.84 over all labelled messages${where}`, { tags: ['whole'] }, () => {
  const rows = rowsOf<{ label: Category; text: string }>('classification/category.jsonl.gz')
  const scores = categories.map((category) => f1Of(rows, category))
  expect(scores.reduce((sum, score) => sum + score, 0) / 5).toBeGreaterThan(0.84)
  for (const score of scores) expect(score).toBeGreaterThan(0.7)
})

test.skipIf(absent)(`finds complaints in sources that were never used for fitting${where}`, () => {
  const rows = rowsOf<{ label: Category; text: string; source: string }>('classification/category.jsonl.gz')
  expect(
    f1Of(
      rows.filter((row) => row.source === 'airline_tweets'),
      'complaint',
    ),
  ).toBeGreaterThan(0.8)
  expect(
    f1Of(
      rows.filter((row) => row.source === 'complaint_tweets'),
      'complaint',
    ),
  ).toBeGreaterThan(0.74)
})

test('has shipped weights of less than 1.5 MB', () => {
  expect(statSync(new URL('weights.bin', import.meta.url)).size).toBeLessThan(1_500_000)
})
