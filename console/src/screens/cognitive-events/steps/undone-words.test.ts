import { expect, test } from 'vitest'
import { undoneWords } from './undone-words.ts'

test.each([
  [{ changed: 2, skipped: 0, withheld: [] }, 'done', '2 events are as before.'],
  [
    { changed: 1, skipped: 3, withheld: [{ name: 'Ana Bell', events: 1 }] },
    'done',
    '1 event is as before. 2 changed since, and stay as they are. 1 was of Ana Bell, who may not review it any more, and stays as it is.',
  ],
  [
    { changed: 0, skipped: 2, withheld: [{ name: 'Ana Bell', events: 2 }] },
    'failed',
    '2 were of Ana Bell, who may not review them any more, and stay as they are.',
  ],
])('%o explains why the undo was incomplete', (undone, tone, message) => {
  expect(undoneWords(undone)).toMatchObject({ tone, message })
})
