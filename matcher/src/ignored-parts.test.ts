import { expect, test } from 'vitest'
import { disclaimerParts, quotedParts } from './ignored-parts.ts'

const cut = (text: string, parts: readonly (readonly [number, number])[]) =>
  parts.map(([start, end]) => text.slice(start, end))

test.each([
  [
    'marked lines, and nothing between them',
    'No.\n> buy now\nNever.\n>> or later',
    ['> buy now', '>> or later'],
  ],
  ['marked lines below each other, as one', 'No.\n> buy\n> now\nNever.', ['> buy\n> now']],
  [
    'marked lines below “wrote:”, and not the answer below them',
    'On 3 March 2026, Ann Ash <ann@bank.example> wrote:\n> buy now\nI will.',
    ['> buy now'],
  ],
  [
    'everything below “wrote:” without marks',
    'I will.\n\nAm 3. März 2026 um 10:01 schrieb Ann Ash <ann@bank.example>:\n\nbuy now',
    ['Am 3. März 2026 um 10:01 schrieb Ann Ash <ann@bank.example>:\n\nbuy now'],
  ],
  [
    'everything below a divider',
    'See below.\n-----Original Message-----\nbuy now',
    ['-----Original Message-----\nbuy now'],
  ],
  [
    'everything below the head of a mail',
    'See below.\n\nFrom: Ann Ash\nSent: Tuesday\nTo: Bob\nSubject: Fund\n\nbuy now',
    ['From: Ann Ash\nSent: Tuesday\nTo: Bob\nSubject: Fund\n\nbuy now'],
  ],
])('%s are quoted parts', (_, text, expected) => {
  expect(cut(text, quotedParts(text))).toEqual(expected)
})

test.each([
  'From: the desk, with love',
  'On Monday she wrote: buy now',
  'On Monday he wrote:',
  'I said --- original message --- twice',
  '',
])('nothing is quoted in “%s”', (text) => {
  expect(quotedParts(text)).toEqual([])
})

test('what is quoted is found in time in proportion to the length, for any line', () => {
  const started = performance.now()
  for (const start of [`am ${'schrieb '.repeat(30)}`, 'On ', '--- original message --- ', 'From ', '> '])
    for (const filler of [' ', '-', 'schrieb ', ': '])
      for (const end of ['x', ':']) quotedParts(start + filler.repeat(200_000) + end)
  quotedParts(`am ${'schrieb '.repeat(60)}x\n`.repeat(2_000))
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('only the paragraph of a disclaimer is ignored, and a confidence between people is not a disclaimer', () => {
  const text =
    'Please keep this confidential.\n\nThis email is intended only for the addressee. If you are not the\nintended recipient, delete it.\n\nRegards'
  expect(cut(text, disclaimerParts(text))).toEqual([
    'This email is intended only for the addressee. If you are not the\nintended recipient, delete it.\n',
  ])
  expect(disclaimerParts('This tip is intended only for you: buy ACME')).toEqual([])
  expect(disclaimerParts('I sent you a mail. Buy now, it is intended only for you.')).toEqual([])
  expect(disclaimerParts('This message is confidential, do not tell the desk.')).toEqual([])
  expect(disclaimerParts(`${'x '.repeat(2_001)} not the intended recipient`)).toEqual([])
})

test.each([
  [
    'a sentence above it',
    'Buy ACME before it is announced.\nThis e-mail is intended only for the addressee. Delete it.',
    'This e-mail is intended only for the addressee. Delete it.',
  ],
  [
    'a sentence on its line',
    'Buy ACME. Really! This e-mail is intended only for the addressee.\nDelete it.',
    'This e-mail is intended only for the addressee.\nDelete it.',
  ],
  [
    'a line above it that is no sentence',
    'Buy ACME now\n> If you are not the\n> intended recipient, delete this.',
    '> If you are not the\n> intended recipient, delete this.',
  ],
  [
    'the line above in a sentence that does not begin like one',
    'Buy ACME now, for this\nmessage may contain confidential information.',
    'message may contain confidential information.',
  ],
])('a disclaimer is ignored without %s', (_, text, disclaimer) => {
  expect(cut(text, disclaimerParts(text))).toEqual([disclaimer])
})

test('the first line of a disclaimer’s sentence is part of it', () => {
  const text =
    'Regards\nThe information contained in this e-mail is for your desk and\nmay contain privileged advice.'
  expect(cut(text, disclaimerParts(text))).toEqual(['may contain privileged advice.'])
  const long =
    'Buy. The information contained in this e-mail is for your desk and\nmay contain privileged advice.'
  expect(cut(long, disclaimerParts(long))).toEqual([long.slice(5)])
})
