import { permissions } from '@verbatim/contract/permissions.ts'
import { expect, test } from 'vitest'
import { effectLines } from './effect-words.ts'

const none = { users: 0, names: [], messages: 0, permissions: [] }

test('shows how many messages users lose, and which permissions', () => {
  const lost = {
    users: 5,
    names: ['Ana', 'Tom', 'Eve'],
    messages: 12_430,
    permissions: ['audit.view' as const],
  }
  expect(effectLines({ lost, gained: none })).toEqual([
    'Removes access to 12,430 messages for 5 users (Ana, Tom, Eve and 2 more).',
    'Removes the permission to: read the audit trail.',
  ])
})

test('shows “more than” if the count is incomplete, and the singular for one', () => {
  const gained = { users: 1, names: ['Ana'], messages: 100_000, atLeast: true as const, permissions: [] }
  expect(effectLines({ lost: none, gained })).toEqual([
    'Gives access to more than 100,000 messages for 1 user (Ana).',
  ])
  expect(effectLines({ lost: none, gained: none })).toEqual([])
})

test('names some of a role’s many permissions, and counts the rest', () => {
  const gained = { users: 1, names: ['Ana'], messages: 0, permissions: [...permissions] }
  const [line] = effectLines({ lost: none, gained })
  const [all] = effectLines({ lost: none, gained: { ...gained, permissions: permissions.slice(0, 13) } })
  expect(all).not.toMatch(/more/)
  expect(line).toMatch(
    new RegExp(`^Gives 1 user \\(Ana\\) the permission to: .* and ${permissions.length - 12} more\\.$`),
  )
})

test('without a message, the permissions are the effect', () => {
  const side = { users: 1, names: ['Ana'], messages: 0, permissions: ['audit.view' as const] }
  expect(effectLines({ lost: side, gained: side })).toEqual([
    'Removes from 1 user (Ana) the permission to: read the audit trail.',
    'Gives 1 user (Ana) the permission to: read the audit trail.',
  ])
})

test('a user whose access changes without a message is named without a number', () => {
  const side = { users: 1, names: ['Ana'], messages: 0, permissions: [] }
  expect(effectLines({ lost: side, gained: side })).toEqual([
    'Limits the access of 1 user (Ana). No messages are affected.',
    'Extends the access of 1 user (Ana). No messages are affected.',
  ])
})
