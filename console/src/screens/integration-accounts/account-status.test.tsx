import { expect, test } from 'vitest'
import { stateMeaning } from './account-status.tsx'

test.each([
  ['one that its owner has to link', { status: 'not-available', ownerLink: {} }, 'Waiting for owner'],
  ['a new one that its owner has to link', { status: 'available', ownerLink: {} }, 'Waiting for owner'],
  [
    'one whose owner can’t link it yet',
    { status: 'not-available', ownerLink: {}, problem: 'signed-out' },
    'Not available',
  ],
  ['one that was linked', { status: 'active', ownerLink: {} }, 'Connected'],
  ['one that is being removed', { status: 'available', ownerLink: {}, request: 'delete' }, 'Being removed'],
  ['one without an owner’s part', { status: 'available' }, 'Available'],
] as const)('the state of an account says whose turn it is: %s', (_, account, label) => {
  expect(stateMeaning(account).label).toBe(label)
})
