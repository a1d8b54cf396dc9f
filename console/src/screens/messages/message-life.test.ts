import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { expect, test } from 'vitest'
import { lifeOf } from './message-life.ts'

const message = {
  from: 'Ann Ash',
  postedAt: '2026-03-14T09:00:00.000Z',
  capturedAt: '2026-03-14T09:00:01.000Z',
  versions: [],
  attachments: [],
  reactions: [],
  receipts: [],
} as unknown as ThreadMessage

const stepsOf = (given: Partial<ThreadMessage>) =>
  lifeOf({ ...message, ...given }).map(({ what, who }) => [what, who].filter(Boolean).join(' '))

test('a message without events was posted and captured', () => {
  expect(stepsOf({})).toEqual(['Posted by Ann Ash', 'Captured'])
})

test('all kinds of events are ordered by time', () => {
  expect(
    stepsOf({
      receipts: [
        { state: 'read', at: '2026-03-14T09:10:00.000Z', recipient: '+46701740605' },
        { state: 'failed', at: '2026-03-14T09:00:02.000Z', errorCode: '30003' },
      ],
      reactions: [{ value: '👍', by: 'Bob', at: '2026-03-14T09:05:00.000Z' }],
      deletion: { at: '2026-03-14T09:20:00.000Z', scope: 'everyone' },
    }),
  ).toEqual([
    'Posted by Ann Ash',
    'Captured',
    'Failed: the phone can’t be reached (30003)',
    'Reaction 👍 by Bob',
    'Read by +46 701 740 605',
    'Deleted by sender · kept',
  ])
})

test('a deletion whose author is known names them apart from what is kept', () => {
  const deletion = { at: '2026-03-14T09:20:00.000Z', scope: 'everyone', by: '+46701740605' } as const
  expect(stepsOf({ deletion }).at(-1)).toBe('Deleted by sender · kept (+46 701 740 605)')
})

test('the first version is the posting; a later one is an edit, or another text without an edit', () => {
  const version = (revision: number, isSuspicious: boolean) => ({
    revision,
    body: '',
    at: `2026-03-14T09:0${revision}:00.000Z`,
    capturedAt: '',
    isSuspicious,
  })
  expect(stepsOf({ versions: [version(1, false), version(2, false), version(3, true)] })).toEqual([
    'Posted by Ann Ash',
    'Captured',
    'Edited',
    'Received again with a different text, without an edit',
  ])
})

test('a version that a later release made of raw content is no edit', () => {
  const version = {
    revision: 1,
    body: null,
    at: message.postedAt,
    capturedAt: message.capturedAt,
    isSuspicious: false,
  }
  const at = '2026-11-25T08:00:00.000Z'
  const versions = [version, { ...version, revision: 2, body: 'Lunch?', capturedAt: at }]
  expect(stepsOf({ contentType: 'poll', versions, reread: { at, release: '1.2.0' } })).toEqual([
    'Posted by Ann Ash',
    'Captured',
    'Read again by release 1.2.0: now shown as poll',
  ])
})

test('an edit says which file took the place of which', () => {
  const version = (revision: number, ...attachmentIds: string[]) => ({
    revision,
    body: 'Our terms',
    at: `2026-03-14T09:0${revision}:00.000Z`,
    capturedAt: '',
    isSuspicious: false,
    attachmentIds,
  })
  const attachments = ['old.pdf', 'new.pdf'].map((name) => ({ id: name, name }))
  const versions = [
    version(1, 'old.pdf'),
    version(2, 'new.pdf'),
    version(3, 'new.pdf', 'old.pdf'),
    version(4, 'new.pdf'),
    version(5, 'new.pdf'),
  ]
  expect(stepsOf({ versions, attachments } as unknown as Partial<ThreadMessage>).slice(2)).toEqual([
    'Edited: old.pdf replaced by new.pdf',
    'Edited: old.pdf added',
    'Edited: old.pdf removed',
    'Edited',
  ])
})
