import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditTypes } from './audit-types.ts'
import { auditSentence, changeLine, countsLine } from './audit-words.ts'
import { listNames } from './list-names.ts'
import { viewedLists } from './saved-views.ts'

const actor = { name: 'Ana Bell' }
const sentenceOf = (type: string, rest = {}) => auditSentence({ type, actor, changes: [], ...rest })

test.each([
  [
    'a role',
    sentenceOf('user_role_changed', {
      target: { kind: 'user', id: '1', name: 'Tom Reed' },
      changes: [{ field: 'role', old: 'analyst', new: 'compliance' }],
    }),
    'Ana Bell changed the role of Tom Reed from Analyst to Compliance',
  ],
  [
    'a role of which the values are not known',
    sentenceOf('user_role_changed', { target: { kind: 'user', id: '1', name: 'Tom Reed' } }),
    'Ana Bell changed the role of Tom Reed',
  ],
  [
    'a group by its name',
    sentenceOf('messenger_conversation_group_created', {
      target: { kind: 'conversation_group', id: '1', name: 'Desk {actor}' },
    }),
    'Ana Bell created the group Desk {actor}',
  ],
  [
    'what has no name',
    sentenceOf('policy_created', { target: { kind: 'policy', id: '1' } }),
    'Ana Bell created a policy',
  ],
  [
    'an unknown user',
    sentenceOf('sign_in_failed', { target: { kind: 'sign-in', id: 'x' } }),
    'A sign-in as an unknown user failed',
  ],
  [
    'messages in another list',
    sentenceOf('messages_listed', {
      changes: [{ field: 'shownIn', old: null, new: 'emails to the archive' }],
    }),
    'Ana Bell listed messages shown in emails to the archive',
  ],
  [
    'a part of the organization',
    sentenceOf('organization_updated', { target: { kind: 'organization', id: '1', name: 'Acme' } }),
    'Ana Bell changed the organization profile',
  ],
  [
    'an imported file',
    sentenceOf('import_finished', { target: { kind: 'import', id: '1', name: 'contacts.csv' } }),
    'An import of contacts.csv by Ana Bell finished',
  ],
  [
    'which email went to the archive again',
    sentenceOf('archive_mail_resent', { target: { kind: 'message', id: '1', name: 'Tom Reed' } }),
    'Ana Bell sent the email about a message by Tom Reed to the archive again',
  ],
  ['what a newer release wrote', sentenceOf('moon_painted'), 'Ana Bell: moon painted'],
])('a sentence describes %s', (_, sentence, expected) => {
  expect(sentence).toBe(expected)
})

test('every type has a complete sentence', () => {
  for (const type of Object.keys(auditTypes)) {
    const sentence = sentenceOf(type, { target: { kind: 'user', id: '1', name: 'Tom' } })
    expect(sentence).not.toMatch(/[{}[\]]/)
    expect(sentence.length).toBeGreaterThan(8)
  }
})

test.each([
  [{ field: 'sharedConversationHistory', old: false, new: true }, 'Shared conversation history: No → Yes'],
  [{ field: 'channels', old: [], new: ['sms', 'telegram'] }, 'Channels: none → SMS/MMS, Telegram'],
  [{ field: 'isShared', old: false, new: true }, 'Shared: No → Yes'],
  [{ field: 'list', old: null, new: 'messages' }, 'List: — → Content Library'],
  [{ field: 'period', old: '1', new: '365' }, 'Period: last day → last 365 days'],
  [{ field: 'description', old: '', new: 'Desk' }, 'Description: — → Desk'],
  [{ field: 'severity', old: 'medium', new: 'high' }, 'Severity: Medium → High'],
  [{ field: 'delivery', old: 'immediate', new: 'daily' }, 'Delivery: Immediately → Daily'],
  [{ field: 'country', old: null, new: 'IT' }, 'Country: — → Italy'],
  [{ field: 'name', old: 'IT', new: 'Italy' }, 'Name: IT → Italy'],
  [{ field: 'shareLevel', old: 'global', new: 'personal' }, 'Share level: Global → Personal'],
  [
    {
      field: 'rule Hush',
      old: null,
      new: { name: 'Hush', type: 'phrase', pattern: 'off the record', conditions: {}, channels: ['sms'] },
    },
    'Rule Hush: — → Name: Hush; Type: Phrase; Pattern: off the record; Channels: SMS/MMS',
  ],
  [
    { field: 'memberNames', old: null, new: Array.from({ length: 23 }, (_, i) => `P${i}`) },
    /P19 and 3 more$/,
  ],
  [
    { field: 'invitedAt', old: '2026-10-25T08:05:00.000Z', new: '2026-11-24T19:30:00.000Z' },
    'Invited at: 25 Oct 2026, 08:05 UTC → 24 Nov 2026, 19:30 UTC',
  ],
  [
    {
      field: 'Rule Urgency',
      old: null,
      new: { name: 'high', type: 'phrase', scope: 'message', pattern: 'sms' },
    },
    'Rule Urgency: — → Name: high; Type: Phrase; Scope: Message; Pattern: sms',
  ],
])('a change reads as field, old and new value: %j', (change, expected) => {
  if (typeof expected === 'string') expect(changeLine(change)).toBe(expected)
  else expect(changeLine(change)).toMatch(expected)
})

test('every list with saved views has the title of its screen', () => {
  expect(viewedLists.filter((list) => !listNames.has(list))).toEqual([])
  expect(listNames.get('metric-alerts')).toBe('Metric Alerts')
})

test('counts are written in words', () => {
  expect(countsLine({ membersAdded: 3, groupsRemoved: 1, channelsAdded: 0 })).toBe(
    '3 members added, 1 group removed',
  )
  expect(countsLine({ accountsMoved: 1, eventsReleased: 1, sessionsEnded: 1 })).toBe(
    '1 account moved, 1 event released, 1 session ended',
  )
  expect(countsLine({ conversations: 12, rows: 1 })).toBe('12 conversations, 1 row')
  expect(countsLine({ created: 3, failed: 1 })).toBe('3 created, 1 failed')
})

test('the contract has a sentence for every type that the server writes', () => {
  const root = join(import.meta.dirname, '../../server/src')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(domains|flows)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
  )
  const written = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    if (!text.includes('recordAudit') && !text.includes('recordUserAct')) return []
    return [...text.matchAll(/type: '([a-z]+(?:_[a-z]+)+)'/g)].map(([, type]) => type)
  })
  expect(written.length).toBeGreaterThan(15)
  expect(written.filter((type) => !Object.hasOwn(auditTypes, type ?? ''))).toEqual([])
})
