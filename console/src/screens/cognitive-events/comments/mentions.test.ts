import type { UserId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { mentionAt, partsOf, stillMentioned, withMention } from './mentions.ts'

const person = (name: string) => ({ id: name as UserId, name })

test('a mention begins with @ at the start of a word and takes up to three words', () => {
  const typedIn = (text: string) => mentionAt(text, text.length)?.typed
  expect(typedIn('@')).toBe('')
  expect(typedIn('Ask @Mira')).toBe('Mira')
  expect(typedIn('Ask (@Mira van Oka')).toBe('Mira van Oka')
  expect(typedIn('Ask @Mira van Okafor now')).toBeUndefined()
  expect(typedIn('mail mira@halden.example')).toBeUndefined()
  expect(typedIn('at @ 9 am')).toBeUndefined()
  expect(mentionAt('@Mi and more', 3)).toEqual({ start: 0, typed: 'Mi' })
})

test('a chosen name takes the place of what was typed, with one space after it', () => {
  expect(withMention('Ask @mi please', { start: 4, caret: 7, name: 'Mira Okafor' })).toEqual({
    text: 'Ask @Mira Okafor please',
    caret: 17,
  })
})

test('a name that was deleted from the text is no longer mentioned', () => {
  expect(stillMentioned('See @Ann Lee', [person('Ann Lee'), person('Bo')])).toEqual([person('Ann Lee')])
})

test('mentions are separate from the text, and the longer name wins', () => {
  expect(partsOf('@Ann Lee, see @Ann (x.y*)', [person('Ann'), person('Ann Lee')])).toEqual([
    { text: '@Ann Lee', isMention: true },
    { text: ', see ', isMention: false },
    { text: '@Ann', isMention: true },
    { text: ' (x.y*)', isMention: false },
  ])
  expect(partsOf('no one', [])).toEqual([{ text: 'no one', isMention: false }])
})
