/** Each definition has a count by hand, and the page about metrics says where. */
import { existsSync, readFileSync } from 'node:fs'
import { metricIds } from '@verbatim/contract/metric-definitions.ts'
import { breakdownIds } from '@verbatim/contract/metrics.ts'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const page = readFileSync(new URL('../docs/metrics.md', new URL('../', root)), 'utf8')
const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const rows = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap(([, figures = '', named = '']) =>
    /^`[\w/-]+\.test\.ts`$/.test(named) ? [{ ids: codes(figures), file: codes(named)[0]! }] : [],
  )

/** A test with what it takes from the fixtures beside it. */
function textOf(file: string): string {
  const text = readFileSync(new URL(file, root), 'utf8')
  const fixtures = [...text.matchAll(/'#testing\/([\w-]+-by-hand\.ts)'/g)].map(
    ([, name]) => `testing/${name}`,
  )
  return [text, ...fixtures.map((name) => readFileSync(new URL(name, root), 'utf8'))].join('\n')
}

test('each figure and each division of figures is compared with one count by hand', () => {
  expect(rows.flatMap(({ ids }) => ids).toSorted()).toEqual([...metricIds, ...breakdownIds].toSorted())
})

test.each(rows)(
  'the histories of $file are generated, and it names each figure that it counts',
  ({ ids, file }) => {
    expect(existsSync(new URL(file, root))).toBe(true)
    const text = textOf(file)
    expect(text).toContain('fc.asyncProperty(')
    expect(text).toMatch(/by hand/)
    expect(ids.filter((id) => !new RegExp(`['\\s{]${id}['?:]`).test(text))).toEqual([])
  },
)
