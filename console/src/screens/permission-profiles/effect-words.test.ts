import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import { permissions } from '@verbatim/contract/permissions.ts'
import { expect, test } from 'vitest'
import { effectLines } from './effect-words.ts'

const textsOf = (effect: AccessEffect) => effectLines(effect).map(({ text }) => text)
const none = { users: 0, names: [], messages: 0, permissions: [] }

test('shows how many messages users lose, and which permissions', () => {
  const lost = {
    users: 5,
    names: ['Ana', 'Tom', 'Eve'],
    messages: 12_430,
    permissions: ['audit.view' as const],
  }
  expect(textsOf({ lost, gained: none })).toEqual([
    'Removes access to 12,430 messages for 5 users (Ana, Tom, Eve and 2 more).',
    'Removes the permission to read the audit trail.',
  ])
})

test('shows “more than” if the count is incomplete, and the singular for one', () => {
  const gained = { users: 1, names: ['Ana'], messages: 100_000, atLeast: true as const, permissions: [] }
  expect(textsOf({ lost: none, gained })).toEqual(['Gives access to more than 100,000 messages for Ana.'])
  expect(effectLines({ lost: none, gained: none })).toEqual([])
})

test('lists many permissions under a line with their number, and names a few in the line itself', () => {
  const gained = { users: 1, names: ['Ana'], messages: 0, permissions: permissions.slice(0, 4) }
  expect(effectLines({ lost: gained, gained })).toEqual([
    { text: 'Removes 4 permissions from Ana:', permissions: gained.permissions },
    { text: 'Gives Ana 4 permissions:', permissions: gained.permissions },
  ])
  const [few] = effectLines({ lost: none, gained: { ...gained, permissions: permissions.slice(0, 3) } })
  expect(few?.text).toMatch(/^Ana can also \w.*, \w.* and \w/)
  expect(few?.permissions).toEqual([])
})

test('without a message, the permissions are the effect', () => {
  const side = { users: 1, names: ['Ana'], messages: 0, permissions: ['audit.view' as const] }
  expect(textsOf({ lost: side, gained: side })).toEqual([
    'Ana can no longer read the audit trail.',
    'Ana can also read the audit trail.',
  ])
})

test('a user whose access changes without a message is named without a number', () => {
  const side = { users: 1, names: ['Ana'], messages: 0, permissions: [] }
  expect(textsOf({ lost: side, gained: side })).toEqual([
    'Limits the access of Ana. No messages are affected.',
    'Extends the access of Ana. No messages are affected.',
  ])
})
