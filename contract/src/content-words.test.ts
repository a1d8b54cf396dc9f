import { expect, test } from 'vitest'
import { flagTexts } from './content-words.ts'
import { messageFlags } from './message-flags.ts'

test('whatever is special about a message has words of its own, and none is shown as its name', () => {
  const texts = flagTexts(messageFlags)
  expect(new Set(texts).size).toBe(messageFlags.length)
  expect(messageFlags.filter((flag, at) => texts[at] === flag)).toEqual([
    'encrypted',
    'disappearing',
    'forwarded',
    'edited',
  ])
})

test('a flag of a later release is shown as it is', () => {
  expect(flagTexts(['new'])).toEqual(['new'])
})
