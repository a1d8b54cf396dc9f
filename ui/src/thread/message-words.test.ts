import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { expect, test } from 'vitest'
import { factRanges, listedTexts, namedIn } from './message-words.ts'

const highlights: never[] = []
const others = [
  { kind: 'html' as const, text: 'Later', highlights },
  { kind: 'content' as const, text: 'When?\nNow, Later', highlights: [{ start: 6, end: 9 }] },
]
const mark = { part: 'other' as const, revision: 1, other: 1, start: 11, end: 16, isCurrent: true }

test('matches of the search and of rules are marked in the line of the content that has them', () => {
  expect(factRanges({ others }, [mark], 'Now, Later')).toEqual([
    { start: 5, end: 10, tone: 'current' },
    { start: 0, end: 3, tone: 'hit' },
  ])
  expect(factRanges({ others }, [mark], 'When?')).toEqual([])
  expect(factRanges({ others }, [mark], 'Later')).toEqual([])
})

test('words of content are listed below a message unless it shows each line of them', () => {
  const shown = { when: 'When?', options: ['Now', 'Later'] }
  expect(listedTexts({ others, structured: shown }).map(({ index }) => index)).toEqual([0])
  expect(listedTexts({ others, structured: { when: 'When?' } }).map(({ index }) => index)).toEqual([0, 1])
  expect(listedTexts({ others: [{ kind: 'card', text: '', highlights }], structured: undefined })).toEqual([])
})

test('people whom a channel named by their address only have the names that they have in the thread', () => {
  const at = '2026-03-14T09:00:00.000Z'
  const author = { name: 'Ann Ash', address: '+15550100001' }
  const message = {
    author,
    reactions: [
      { value: '👍', by: author.address, at },
      { value: '👍', by: '+15550100009', at },
    ],
    deletion: { at, scope: 'everyone', by: author.address },
  } as unknown as ThreadMessage
  const { reactions, deletion } = namedIn([message])(message)
  expect(reactions.map(({ by }) => by)).toEqual(['Ann Ash', '+15550100009'])
  expect(deletion?.by).toBe('Ann Ash')
})
