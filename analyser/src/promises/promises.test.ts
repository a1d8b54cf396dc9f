import { expect, test } from 'vitest'
import { quickest } from '#testing/quickest.ts'
import { measureFinding, type Sentence, sentencesIn } from '#testing/sentences.ts'
import { findPromise } from './promises.ts'

const now = '2026-11-26T09:30'
const findPromisedDay = (text: string, at = now) => findPromise(text, at)?.day
const linesOf = (file: string) => sentencesIn(new URL(`${file}.txt`, import.meta.url))

const measure = (some: readonly Sentence[]) => measureFinding(some, findPromisedDay)

const scores = ({ precision, recall }: ReturnType<typeof measure>) => ({ precision, recall })

test('promises in our own sentences are found with their days, in each language, as docs/analysis.md says', () => {
  const byLanguage = Map.groupBy(linesOf('sentences'), ({ language }) => language)
  expect([...byLanguage.keys()].toSorted()).toEqual(['de', 'en', 'es', 'fr', 'pt', 'zh'])
  for (const some of byLanguage.values())
    expect(measure(some)).toEqual({ precision: 100, recall: 100, wrong: [] })
})

test('promises in unseen sentences are found as docs/analysis.md says', () => {
  const measured = measure(linesOf('held-out'))
  expect(scores(measured)).toEqual({ precision: 100, recall: 84.2 })
})

test('sentences about the past, facts and wishes are read as promises only as often as docs/analysis.md says', () => {
  expect(measure(linesOf('held-out-facts'))).toEqual({ precision: 100, recall: 100, wrong: [] })
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
  ['a short weekday at the end', 'I will send it by Fri', '2026-11-27'],
  ['a couple of days', 'I will send it within the next couple of days.', '2026-11-28'],
  ['an indented quotation', '  > I will send it tomorrow.', undefined],
  ['a head of another mail', 'Thanks.\nFrom: Bo\nI will send it tomorrow.', undefined],
  ['a German head', 'Danke.\nVon: Bo\nIch schicke es morgen.', undefined],
  ['a French head', 'Merci.\nDe : Bo\nJe vous rappelle demain.', undefined],
  ['a Chinese head', '谢谢\n发件人：小王\n我明天发给您。', undefined],
  ['a line above a quotation', 'Thanks.\nOn 3 Nov 2026 Bo wrote:\nI will send it tomorrow.', undefined],
  [
    'the same, broken',
    'Thanks.\nOn 3 Nov 2026 Bo <b@x.example>\nwrote:\nI will send it tomorrow.',
    undefined,
  ],
  ['the same in German', 'Danke.\nAm 3.11.2026 schrieb Bo:\nIch schicke es morgen.', undefined],
  ['the same in French', 'Merci.\nLe 3 nov. 2026, Bo a écrit :\nJe vous rappelle demain.', undefined],
  ['the same in Spanish', 'Gracias.\nEl 3 nov 2026, Bo escribió:\nLe llamo mañana.', undefined],
  ['the same in Portuguese', 'Obrigado.\nEm 3 de nov. de 2026, Bo escreveu:\nEu ligo amanhã.', undefined],
  ['an original message', 'Thanks.\n-----Original Message-----\nI will send it tomorrow.', undefined],
  ['a signature', 'Thanks.\n-- \nI will be with you tomorrow.', undefined],
  ['what is written above it', 'I will send it tomorrow.\nOn 3 Nov 2026 Bo wrote:\n> When?', '2026-11-27'],
  ['a date that is long over', 'We will report the sale of 3 June.', undefined],
  ['a day after the horizon', 'We will pay the coupon on 15 March 2027.', undefined],
  ['the last day of the horizon', 'We will pay it on 6 March 2027.', '2027-03-06'],
  ['far too many days', 'We will pay it within 999 days.', undefined],
  ['a good day wished', 'You will have a great day tomorrow!', undefined],
])('%s', (_, text, day) => {
  expect(findPromisedDay(text)).toBe(day)
})

test.each([
  ['2026-11-26T09:30', 'in an hour', '2026-11-26'],
  ['2026-11-26T23:30', 'in an hour', '2026-11-27'],
  ['2026-11-26T09:30', 'within 90 minutes', '2026-11-26'],
  ['2026-11-26T09:30', 'within 36 hours', '2026-11-27'],
  ['2026-11-26T15:30', 'within 36 hours', '2026-11-28'],
  // Clocks go forward that night, so a day is over at half past midnight.
  ['2026-03-28T23:30', 'within 24 hours', '2026-03-30'],
])('at %s, %s ends on the day of that hour', (at, when, day) => {
  expect(findPromisedDay(`I will call you ${when}.`, at)).toBe(day)
})

test.each([
  ['I will send it within two working days.', { from: '2026-11-26', workingDays: 2 }],
  ['Wir melden uns innerhalb von drei Werktagen.', { from: '2026-11-26', workingDays: 3 }],
  ['I will send it within two weeks.', { from: '2026-11-26' }],
  ['I will send it tomorrow.', undefined],
  ['I will call you within 36 hours.', undefined],
])('%s decides whether and how its days are counted', (text, counted) => {
  expect(findPromise(text, now)?.counted).toEqual(counted)
})

test('a repeated promise, for the same day or another, is the same deed', () => {
  const [first, again, later, other] = [
    'I’ll send it by Friday.',
    'I’LL  send it by Friday.',
    'I’ll send it by Monday.',
    'I’ll call you by Friday.',
  ].map((text) => findPromise(text, now)?.deed)
  expect([again, later]).toEqual([first, first])
  expect(other).not.toBe(first)
})

test('characters that expand when they are normalized take no longer than others', () => {
  const text = `${'\uFDFA'.repeat(380)} 1`
  expect(quickest(() => findPromisedDay(text))).toBeLessThan(50)
})

test('a long hostile text takes no longer than a page', () => {
  const hostile = ['a', 'i will ', '.', '1.', 'let me a ', '我给', 'morgen ', ' ', 'enviare', 'je vous ', "'"]
  const longest = Math.max(
    ...hostile.map((part) => {
      const text = part.repeat(1_000_000 / part.length)
      return quickest(() => findPromisedDay(text))
    }),
  )
  expect(longest).toBeLessThan(200)
})
