import { expect, test } from 'vitest'
import { undoneWords } from './undone-words.ts'

test.each([
  [{ changed: 2, skipped: 0, withheld: [] }, 'done', '2 events were restored.'],
  [
    { changed: 1, skipped: 3, withheld: [{ name: 'Ana Bell', events: 1 }] },
    'done',
    '1 event was restored. 2 changed since and were left unchanged. 1 was left unchanged: Ana Bell, to whom it was assigned, can no longer review it.',
  ],
  [
    { changed: 0, skipped: 2, withheld: [{ name: 'Ana Bell', events: 2 }] },
    'failed',
    '2 were left unchanged: Ana Bell, to whom they were assigned, can no longer review them.',
  ],
])('%o explains why the undo was incomplete', (undone, tone, message) => {
  expect(undoneWords(undone)).toMatchObject({ tone, message })
})
