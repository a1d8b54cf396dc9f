import { expect, test } from 'vitest'
import { mayMoveOwner } from './contact-form.ts'

test('the owner of a personal contact is changed by whoever may change share levels', () => {
  expect(mayMoveOwner('personal', true)).toBe(true)
  expect(mayMoveOwner('personal', false)).toBe(false)
})

test('the owner of a global contact is changed by whoever may change the contact', () => {
  expect(mayMoveOwner('global', false)).toBe(true)
})
