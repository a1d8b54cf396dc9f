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
  ['takes part', rita, { ...stranger, takesPart: true }, true, 'They are in the conversation.'],
  [
    'owns the account',
    rita,
    { ...stranger, accounts: ['Desk'] },
    true,
    'The conversation is on the account “Desk”, which they own.',
  ],
  [
    'manages a contact of it',
    manager,
    { ...stranger, groups: [north] },
    true,
    'One of its contacts is in the group “North”, where they are a Manager.',
  ],
  [
    'is no manager',
    rita,
    { ...stranger, groups: [north, south] },
    false,
    'They are not in the conversation, and it is not on an account they own. In the groups “North”, “South”, which do not share this history, only a Manager can read it.',
  ],
  [
    'is in a group that shares',
    rita,
    { ...stranger, groups: [sharing, north] },
    true,
    'One of its contacts is in the group “Desk”, which shares its conversation history.',
  ],
  [
    'manages groups that share, and others',
    manager,
    { ...stranger, groups: [sharing, north] },
    true,
    'One of its contacts is in the groups “Desk”, “North”, where they are a Manager.',
  ],
  [
    'has nothing to do with it',
    rita,
    stranger,
    false,
    'They are not in the conversation, and it is not on an account they own. None of its contacts is in one of their groups.',
  ],
  [
    'manages no member of it',
    manager,
    stranger,
    false,
    'They are not in the conversation, and it is not on an account they own. None of its contacts is in one of their groups.',
  ],
  [
    'asks for a mail',
    rita,
    { ...stranger, isThread: true, takesPart: true },
    false,
    'Email threads are not shown in the messenger.',
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
])('explains the access of a user who %s', (...[, person, ties, sees, why]) => {
  const { sentence, ...given } = explainTies(person, ties)
  expect(given.sees).toBe(sees)
  expect(sentence).toBe(`Rita ${sees ? 'can' : 'can’t'} read this message in the messenger. ${why}`)
  expect(given.findings.every(({ holds }) => holds)).toBe(sees)
})

test.each([
  [rita, 'Rita reads their own conversations in the messenger.'],
  [
    { ...rita, groups: [north, sharing] },
    'Rita reads their own conversations in the messenger, and those of the contacts in the group “Desk”, which shares its conversation history, except other people’s personal contacts.',
  ],
  [
    manager,
    'Rita reads their own conversations in the messenger, and all conversations of the contacts in the group “North”.',
  ],
  [{ ...manager, groups: [] }, 'Rita reads their own conversations in the messenger.'],
  [
    { ...rita, removed: true },
    'Rita can’t use the messenger. The account has been removed from the organization.',
  ],
])('shows what %o reads in total', (person, sentence) => {
  expect(explainMessenger(person).sentence).toBe(sentence)
})
