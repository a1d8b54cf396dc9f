import { expect, test } from 'vitest'
import { explainMessenger, explainTies, type Representative, type Ties } from './explain-messenger.ts'

const rita: Representative = {
  name: 'Rita',
  messengerRole: 'user',
  enabled: true,
  removed: false,
  groups: ['North'],
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
    { ...stranger, groups: ['North'] },
    true,
    'A contact in it is in the group “North”, of which they are a Manager.',
  ],
  [
    'is no manager',
    rita,
    { ...stranger, groups: ['North', 'South'] },
    false,
    'They take no part in the conversation, and it runs through no account of theirs; by the groups “North”, “South”, only a Manager would read it.',
  ],
  [
    'has nothing to do with it',
    rita,
    stranger,
    false,
    'They take no part in the conversation, and it runs through no account of theirs.',
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
