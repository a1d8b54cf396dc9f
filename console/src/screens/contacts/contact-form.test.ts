import { expect, test } from 'vitest'
import { mayMoveOwner } from './contact-form.ts'

test('a user who may change share levels may change the owner of a personal contact', () => {
  expect(mayMoveOwner('personal', true)).toBe(true)
  expect(mayMoveOwner('personal', false)).toBe(false)
})

test('a user who may change a global contact may change its owner', () => {
  expect(mayMoveOwner('global', false)).toBe(true)
})
