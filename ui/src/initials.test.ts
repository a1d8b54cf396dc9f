import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Rita Anna Lund', 'RL'],
  ['rita', 'R'],
  ['李 小龙', '李小'],
  ['+1 202 555 0143', '#'],
  ['38e3b3a8-ac0c-492b-9c1d-0d2f6f5c7a11', '#'],
  ['Representative ALT999', 'RA'],
  ['', 'OU'],
  [' ', 'OU'],
])('the initials of “%s” are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
