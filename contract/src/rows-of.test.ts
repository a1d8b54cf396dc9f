import { expect, test } from 'vitest'
import { burstsOf, conversationsOf, narrowingQuery, narrowingText, waitingOf } from './rows-of.ts'

const group = '0197a000-0000-7000-8000-0000000000fd'
const person = '0197a000-0000-7000-8000-0000000000fe'

test.each([
  ['waiting clients', waitingOf, { channel: ['sms', 'whatsapp'], group: [group], urgency: ['high'] }],
  ['those of a representative', waitingOf, { owner: [person] }],
  ['bursts', burstsOf, { kind: ['answered'], channel: ['sms'], group: [group, person] }],
  ['conversations', conversationsOf, { group: [group] }],
  ['those of a theme', conversationsOf, { channel: ['sms'], group: [group], theme: [person] }],
] as const)('a link says what %s are narrowed to', (_, read, narrowing) => {
  expect(read(narrowingText(narrowing))).toEqual(narrowing)
})

test.each([
  ['no value', waitingOf, ''],
  ['an ID of a group that is none', conversationsOf, 'group=north'],
  ['an ID that says not of what', conversationsOf, group],
  ['two answers', burstsOf, 'answered|unanswered'],
  ['two representatives', waitingOf, `${group}|${person}`],
  ['two themes', conversationsOf, `theme=${group}|theme=${person}`],
  ['what the list has not', burstsOf, 'sms|complaint'],
  ['a theme of what has none', burstsOf, `theme=${group}`],
] as const)('a link with %s is not understood', (_, read, text) => {
  expect(read(text)).toBeUndefined()
})

test('a call takes several values with bars between them', () => {
  expect(narrowingQuery(burstsOf(`sms|whatsapp|group=${group}`))).toEqual({ channel: 'sms|whatsapp', group })
})
