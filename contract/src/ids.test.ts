import { expect, test } from 'vitest'
import { UserId } from './ids.ts'

test('an ID that was copied in upper case is read as it is stored', () => {
  const stored = '0198abcd-0000-7000-8000-00000000000a'
  expect(UserId.parse(stored.toUpperCase())).toBe(stored)
})
