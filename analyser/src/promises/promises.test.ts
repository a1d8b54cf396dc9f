import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPromisedDay } from './promises.ts'

interface Line {
  readonly language: string
  readonly day: string | undefined
  readonly text: string
}

const today = '2026-11-26'
const linesOf = (file: string) =>
  readFileSync(new URL(`${file}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Line => {
      const [language = '', day = '', ...words] = line.split(' ')
      return { language, day: day === '-' ? undefined : day, text: words.join(' ') }
    })

const percent = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10

/** Of the found ones how many are promises with that day, and of the promises how many were found so. */
function measure(some: readonly Line[]) {
  const found = some.map((line) => ({ ...line, found: findPromisedDay(line.text, today) }))
  const right = found.filter((line) => line.day !== undefined && line.found === line.day).length
  return {
    precision: percent(right, found.filter((line) => line.found).length),
    recall: percent(right, found.filter(({ day }) => day).length),
    wrong: found.filter((line) => line.found !== line.day).map((line) => `${line.found}: ${line.text}`),
  }
}

const scores = ({ precision, recall }: ReturnType<typeof measure>) => ({ precision, recall })

test('promises of our own sentences are found with their days, in each language, as docs/analysis.md says', () => {
  const byLanguage = Map.groupBy(linesOf('sentences'), ({ language }) => language)
  expect([...byLanguage.keys()].toSorted()).toEqual(['de', 'en', 'es', 'fr', 'pt', 'zh'])
  for (const some of byLanguage.values())
    expect(measure(some)).toEqual({ precision: 100, recall: 100, wrong: [] })
})

test('promises of sentences that nothing was corrected for are found as docs/analysis.md says', () => {
  const measured = measure(linesOf('held-out'))
  expect(scores(measured)).toEqual({ precision: 100, recall: 84.2 })
})

test.each([
  ['a quoted line is another person’s', '> I will send it tomorrow.\nThank you', undefined],
  ['the first promise counts', 'I’ll call you tomorrow. I’ll send it on Monday.', '2026-11-27'],
  ['a promise in the past of its own day is none', 'I will send it by 2026-11-20.', undefined],
  ['a day that does not exist is none', 'I will send it on 31 February.', undefined],
  ['of today’s weekday the one in a week', 'I will send it on Thursday.', '2026-12-03'],
  ['a date of the next year', 'I will send it by 3 January.', '2027-01-03'],
  ['capital letters and curly apostrophes', 'I’LL SEND IT TOMORROW', '2026-11-27'],
  ['a text of nothing', '', undefined],
])('%s', (_, text, day) => {
  expect(findPromisedDay(text, today)).toBe(day)
})

test('a long hostile text takes no longer than a page', () => {
  const hostile = ['a', 'i will ', '.', '1.', 'let me a ', '我给', 'morgen ', ' ', 'enviare', 'je vous ', "'"]
  const longest = Math.max(
    ...hostile.map((part) => {
      const text = part.repeat(1_000_000 / part.length)
      const from = performance.now()
      findPromisedDay(text, today)
      return performance.now() - from
    }),
  )
  expect(longest).toBeLessThan(200)
})
