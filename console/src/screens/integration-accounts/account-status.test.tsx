import type { UserId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { stateMeaning } from './account-status.tsx'

const owner = { id: '019aa000-0000-7000-8000-000000000001' as UserId, name: 'Ana Quill' }

test.each([
  ['one that its owner has to link', { status: 'not-available', ownerLink: {} }, 'Waiting for owner'],
  ['a new one that its owner has to link', { status: 'available', ownerLink: {} }, 'Waiting for owner'],
  ['one without an owner', { status: 'available', ownerLink: {}, owner: null }, 'Available'],
  [
    'one whose owner can’t link it yet',
    { status: 'not-available', ownerLink: {}, problem: 'signed-out' },
    'Not available',
  ],
  ['one that was linked', { status: 'active', ownerLink: {} }, 'Connected'],
  ['one that is being removed', { status: 'available', ownerLink: {}, request: 'delete' }, 'Being removed'],
  ['one without an owner’s part', { status: 'available' }, 'Available'],
] as const)('the state of an account says whose turn it is: %s', (_, account, label) => {
  expect(stateMeaning({ owner, ...account }).label).toBe(label)
})
