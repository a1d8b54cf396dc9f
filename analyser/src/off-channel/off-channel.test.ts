import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { quickest } from '#testing/quickest.ts'
import { findOffChannel } from './off-channel.ts'

interface Line {
  readonly language: string
  readonly way: string | undefined
  readonly text: string
}

const findWay = (text: string) => findOffChannel(text)[0]?.way
const linesOf = (file: string) =>
  readFileSync(new URL(`${file}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Line => {
      const [language = '', way = '', ...words] = line.split(' ')
      return { language, way: way === '-' ? undefined : way, text: words.join(' ') }
    })

const percent = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10

/** Of the found ones how many are mentions of that way, and of the mentions how many were found so. */
function measure(some: readonly Line[]) {
  const found = some.map((line) => ({ ...line, found: findWay(line.text) }))
  const right = found.filter((line) => line.way !== undefined && line.found === line.way).length
  return {
    precision: percent(right, found.filter((line) => line.found).length),
    recall: percent(right, found.filter(({ way }) => way).length),
    wrong: found.filter((line) => line.found !== line.way).map((line) => `${line.found}: ${line.text}`),
  }
}

test('mentions of our own sentences are found with their ways, in each language, as docs/analysis.md says', () => {
  const byLanguage = Map.groupBy(linesOf('sentences'), ({ language }) => language)
  expect([...byLanguage.keys()].toSorted()).toEqual(['de', 'en', 'es', 'fr', 'pt', 'zh'])
  for (const some of byLanguage.values())
    expect(measure(some)).toEqual({ precision: 100, recall: 100, wrong: [] })
})

test('mentions of sentences that nothing was corrected for are found as docs/analysis.md says', () => {
  const { precision, recall } = measure(linesOf('held-out'))
  expect({ precision, recall }).toEqual({ precision: 100, recall: 95.3 })
})

test.each([
  ['a quoted line is another person’s', '> Text me on Signal.\nThank you', []],
  ['a head of another mail', 'Thanks.\nFrom: Bo\nText me on Signal.', []],
  ['a line above a quotation', 'Thanks.\nOn 3 Nov 2026 Bo wrote:\nText me on Signal.', []],
  ['a signature', 'Thanks.\n-- \nWhatsApp me', []],
  ['what is written above it', 'Text me on Signal.\nOn 3 Nov 2026 Bo wrote:\n> When?', ['signal']],
  ['each of several once', 'WhatsApp me. Or text me on Signal. WhatsApp me!', ['whatsapp', 'signal']],
  ['names as they are written', 'Text me on Whats App. Write to me on WE CHAT.', ['whatsapp', 'wechat']],
  ['a sentence with a denial of its own', 'Don’t call. Text me on Signal.', ['signal']],
  ['a text of nothing', '', []],
])('%s', (_, text, apps) => {
  expect(findOffChannel(text).map((one) => ('app' in one ? one.app : one.way))).toEqual(apps)
})

test('a long hostile text takes no longer than a page', () => {
  const hostile = [
    'a',
    'text me ',
    'my private ',
    'lass uns ',
    'auf mein signal ',
    'escribe ',
    'ne parlons pas ',
    'fala ',
    '私',
    '用微信',
    "don't ",
    '.',
    ' ',
    'whatsapp ',
    "'",
    'here ',
  ]
  const longest = Math.max(
    ...hostile.map((part) => {
      const text = part.repeat(1_000_000 / part.length)
      return quickest(() => findOffChannel(text))
    }),
  )
  expect(longest).toBeLessThan(200)
})
