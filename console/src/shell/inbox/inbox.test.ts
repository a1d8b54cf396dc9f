import type { InboxItem, InboxKind } from '@verbatim/contract/inbox.ts'
import { expect, test } from 'vitest'
import { deedOf, hrefOf } from './inbox.ts'

const item = (kind: InboxKind, events = 1) =>
  ({ kind, events, eventId: 'e1', policy: 'Hush' }) as unknown as InboxItem

test('an item leads to its event, to the comments, or to the reader’s events if it is about many', () => {
  expect(hrefOf(item('assigned'), 'me')).toBe('/events/e1')
  expect(hrefOf(item('mentioned'), 'me')).toBe('/events/e1/comments')
  expect(hrefOf(item('commented'), 'me')).toBe('/events/e1/comments')
  expect(decodeURIComponent(hrefOf(item('assigned', 12), 'me'))).toBe(
    '/events?period=all&filter=assigneeId[eq]:me',
  )
  expect(hrefOf(item('unassigned', 12), 'me')).toBe('/events/e1')
  expect(hrefOf(item('raised'), 'me')).toBe('/events/e1')
  expect(decodeURIComponent(hrefOf(item('raised', 12), 'me'))).toBe(
    '/events?period=all&filter=policyName[eq]:Hush',
  )
})

test('many events are counted in the sentence', () => {
  expect(deedOf(item('assigned'))).toBe('assigned an event to you')
  expect(deedOf(item('raised', 12))).toBe('raised 12 new events')
  expect(deedOf(item('moved', 3))).toBe('changed the status of 3 of your events')
})
