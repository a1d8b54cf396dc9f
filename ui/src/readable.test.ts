import { expect, test } from 'vitest'
import { addressText, readable, storedText } from './readable.ts'

test.each([
  ['38e3b3a8-ac0c-492b-9c1d-0d2f6f5c7a11', 'ID 38e3b3a8…'],
  ['38E3B3A8-AC0C-492B-9C1D-0D2F6F5C7A11', 'ID 38E3B3A8…'],
  ['38e3b3a8-ac0c-492b-9c1d', '38e3b3a8-ac0c-492b-9c1d'],
  ['wm93eaa673b5fd37faa497b72fd05caa', 'ID wm93eaa6…'],
  ['Rita Lund', 'Rita Lund'],
  ['Representative ALT999', 'Rep. ALT999'],
  ['Representative Office', 'Representative Office'],
  ['Client 4F2K7Q', 'Client 4F2K7Q'],
  ['+12025550143', '+1 202 555 0143'],
  ['+447700900142', '+44 7700 900 142'],
  ['+4915112345678', '+49 15 112 345 678'],
  ['+85291234567', '+852 91 234 567'],
  ['+971501234567', '+971 501 234 567'],
  ['12025550143', '12025550143'],
  ['+1202', '+1202'],
])('“%s” is shown as “%s”', (text, shown) => {
  expect(readable(text)).toBe(shown)
})

test.each([
  ['wm93eaa673b5fd37faa497b72fd05caa', 'wm93eaa673b5fd37faa497b72fd05caa'],
  ['+447700900142', '+44 7700 900 142'],
  ['Representative ALT999', 'Representative ALT999'],
])('the address “%s” is shown in full, as “%s”', (address, shown) => {
  expect(addressText(address)).toBe(shown)
})

test('a copied number is searched in its stored form; other words stay unchanged', () => {
  expect(storedText(' +44 7700 900 142')).toBe('+447700900142')
  expect(storedText('+1 or more')).toBe('+1 or more')
})
