import { expect, test } from 'vitest'
import { explainMessenger, explainTies, type Representative, type Ties } from './explain-messenger.ts'

const north = { name: 'North', shares: false }
const south = { name: 'South', shares: false }
const sharing = { name: 'Desk', shares: true }

const rita: Representative = {
  name: 'Rita',
  messengerRole: 'user',
  enabled: true,
  removed: false,
  groups: [north],
}
const manager: Representative = { ...rita, messengerRole: 'manager' }
const stranger: Ties = { isThread: false, takesPart: false, accounts: [], groups: [] }

test.each([
  ['takes part', rita, { ...stranger, takesPart: true }, true, 'They take part in the conversation.'],
  [
    'owns the account',
    rita,
    { ...stranger, accounts: ['Desk'] },
    true,
    'It runs through the account “Desk”, which is theirs.',
  ],
  [
    'manages a contact of it',
    manager,
    { ...stranger, groups: [north] },
    true,
    'A contact in it is in the group “North”, of which they are a Manager.',
  ],
  [
    'is no manager',
    rita,
    { ...stranger, groups: [north, south] },
    false,
    'They take no part in the conversation, and it runs through no account of theirs; by the groups “North”, “South”, which do not share this history, only a Manager would read it.',
  ],
  [
    'is in a group that shares',
    rita,
    { ...stranger, groups: [sharing, north] },
    true,
    'A contact in it is in the group “Desk”, which shares its conversation history.',
  ],
  [
    'manages groups that share, and others',
    manager,
    { ...stranger, groups: [sharing, north] },
    true,
    'A contact in it is in the groups “Desk”, “North”, of which they are a Manager.',
  ],
  [
    'has nothing to do with it',
    rita,
    stranger,
    false,
    'They take no part in the conversation, and it runs through no account of theirs; no contact in it is in a group of theirs.',
  ],
  [
    'manages nobody in it',
    manager,
    stranger,
    false,
    'They take no part in the conversation, and it runs through no account of theirs; no contact in it is in a group of theirs.',
  ],
  [
    'asks for a mail',
    rita,
    { ...stranger, isThread: true, takesPart: true },
    false,
    'Mail threads are not shown in the messenger.',
  ],
  [
    'is disabled',
    { ...rita, enabled: false },
    { ...stranger, takesPart: true },
    false,
    'The account is disabled.',
  ],
  [
    'has no messenger role',
    { ...rita, messengerRole: 'none' as const },
    { ...stranger, takesPart: true },
    false,
    'There is no messenger role.',
  ],
])('says it where somebody %s', (...[, person, ties, sees, why]) => {
  const { sentence, ...given } = explainTies(person, ties)
  expect(given.sees).toBe(sees)
  expect(sentence).toBe(`Rita ${sees ? 'can' : 'cannot'} read this message in the messenger. ${why}`)
  expect(given.findings.every(({ holds }) => holds)).toBe(sees)
})

test.each([
  [rita, 'Rita reads their own conversations in the messenger.'],
  [
    { ...rita, groups: [north, sharing] },
    'Rita reads their own conversations in the messenger, and those of the contacts in the group “Desk”, which shares its conversation history, but for personal contacts of others.',
  ],
  [
    manager,
    'Rita reads their own conversations in the messenger, and all of the contacts in the group “North”.',
  ],
  [{ ...manager, groups: [] }, 'Rita reads their own conversations in the messenger.'],
  [
    { ...rita, removed: true },
    'Rita cannot use the messenger. The account has been removed from the organization.',
  ],
])('says what %o reads at all', (person, sentence) => {
  expect(explainMessenger(person).sentence).toBe(sentence)
})
