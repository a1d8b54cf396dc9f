import { expect, test } from 'vitest'
import { quickest } from '#testing/quickest.ts'
import { measureFinding, type Sentence, sentencesIn } from '#testing/sentences.ts'
import { findOffChannel } from './off-channel.ts'

const findWay = (text: string) => findOffChannel(text)[0]?.way
const linesOf = (file: string) => sentencesIn(new URL(`${file}.txt`, import.meta.url))

const measure = (some: readonly Sentence[]) => measureFinding(some, findWay)

test('mentions in our own sentences are found with their ways, in each language, as docs/analysis.md says', () => {
  const byLanguage = Map.groupBy(linesOf('sentences'), ({ language }) => language)
  expect([...byLanguage.keys()].toSorted()).toEqual(['de', 'en', 'es', 'fr', 'pt', 'zh'])
  for (const some of byLanguage.values())
    expect(measure(some)).toEqual({ precision: 100, recall: 100, wrong: [] })
})

test('mentions in unseen sentences are found as docs/analysis.md says', () => {
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
  ['the application that is meant, not part of another word', 'Text me instantly on Skype.', ['skype']],
  ['the same of another', 'Text me instantly on LinkedIn.', ['linkedin']],
  ['not a misspelled word before it', 'Message me whats up on Telegram.', ['telegram']],
  ['not another one that is named before', 'Text me fb later on Skype.', ['skype']],
  ['not one that is named after', 'Text me on Signal, I read WhatsApp rarely.', ['signal']],
  ['short names in Portuguese', 'Me chama no whats', ['whatsapp']],
  ['an application in Chinese beside another', '微信打不开，用Signal聊吧。', ['signal']],
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
    'send it to you ',
    "let's take this it ",
    'schick es uber ',
    'envoie-le sur ',
    'pasa por whats ',
    'manda isso no ',
    '加我微信',
  ]
  const longest = Math.max(
    ...hostile.map((part) => {
      const text = part.repeat(1_000_000 / part.length)
      return quickest(() => findOffChannel(text))
    }),
  )
  expect(longest).toBeLessThan(200)
})
