import type {
  ArchivingKind,
  ChangeKind,
  EventKind,
  GapItemKind,
  ImportKind,
  InboxItem,
} from '@verbatim/contract/inbox.ts'
import { expect, test } from 'vitest'
import { aboutOf, actorOf, deedOf, hrefOf } from './inbox-words.ts'

const item = (kind: EventKind, events = 1) =>
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

const change = (kind: ChangeKind) =>
  ({ kind, actor: 'Ana Bell', changeRequestId: 'c1', target: 'Gifts' }) as unknown as InboxItem
const imported = (kind: ImportKind) =>
  ({ kind, importId: 'i1', fileName: 'users.csv' }) as unknown as InboxItem

const archiving = (kind: ArchivingKind) =>
  ({ kind, actor: 'Archiving by email', why: 'The server did not answer.' }) as unknown as InboxItem

test('an item about archiving leads to its tab', () => {
  expect(hrefOf(archiving('archiving-fails'), 'me')).toBe('/organization/smtp-integration')
})

const gap = (kind: GapItemKind, accounts = 1) =>
  ({ kind, actor: 'Desk', accountId: 'a1', channel: 'signal', gap: 'disconnected', accounts }) as InboxItem

test('an item about a gap leads to the account, and to all accounts if it is about many', () => {
  expect(hrefOf(gap('gap-lasts'), 'me')).toBe('/integrations/accounts/a1')
  expect(hrefOf(gap('gap-over', 3), 'me')).toBe('/integrations')
})

test('a change leads to its request, and an import to its report', () => {
  expect(hrefOf(change('change-requested'), 'me')).toBe(
    '/organization/change-requests?filter=id%5Beq%5D%3Ac1',
  )
  expect(hrefOf(imported('import-done'), 'me')).toBe('/organization/imports/i1')
})

test.each([
  [change('change-requested'), 'Ana Bell asks for your approval of a change', 'Gifts · Change request'],
  [change('change-approved'), 'Ana Bell approved your change', 'Gifts · Change request'],
  [change('change-rejected'), 'Ana Bell rejected your change', 'Gifts · Change request'],
  [
    archiving('archiving-fails'),
    'Archiving by email does not work: the archive accepts no email',
    'The server did not answer. · SMTP Integration',
  ],
  [archiving('archiving-works'), 'Archiving by email works again', 'SMTP Integration'],
  [gap('gap-lasts'), 'Desk is not connected', 'Signal account'],
  [gap('gap-over'), 'Desk is connected again', 'Signal account'],
  [gap('gap-lasts', 2), 'Desk and 1 other account may miss messages', 'Signal account'],
  [imported('import-done'), 'users.csv was imported', 'Import'],
  [imported('import-failed'), 'users.csv was stopped by a problem', 'Import'],
])('item %# has a sentence and its subject', (item, sentence, about) => {
  expect(`${actorOf(item)} ${deedOf(item)}`).toBe(sentence)
  const { name, words } = aboutOf(item)
  expect([name, words].filter(Boolean).join(' · ')).toBe(about)
})
