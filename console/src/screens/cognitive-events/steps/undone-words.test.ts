import { expect, test } from 'vitest'
import { undoneWords } from './undone-words.ts'

test.each([
  [{ changed: 2, skipped: 0, withheld: [] }, 'done', '2 events were restored.'],
  [
    { changed: 1, skipped: 3, withheld: [{ name: 'Ana Bell', events: 1 }] },
    'done',
    '1 event was restored. 2 events have changed since then and were not restored. 1 was left unchanged, because its assignee Ana Bell can no longer review it.',
  ],
  [
    { changed: 0, skipped: 2, withheld: [{ name: 'Ana Bell', events: 2 }] },
    'failed',
    '2 were left unchanged, because their assignee Ana Bell can no longer review them.',
  ],
])('%o explains why the undo was incomplete', (undone, tone, message) => {
  expect(undoneWords(undone)).toMatchObject({ tone, message })
})
