import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countSelected,
  everythingSelected,
  isSelected,
  nothingSelected,
  pageState,
  toggleRow,
  withRows,
} from './selection.ts'

test('a whole page can be selected, then everything, then everything except one', () => {
  const page = withRows(nothingSelected, ['a', 'b'], true)
  expect(pageState(page, ['a', 'b'])).toBe('all')
  expect(pageState(page, ['b', 'c'])).toBe('some')
  expect(countSelected(page, 900)).toBe(2)
  expect(countSelected(everythingSelected, 900)).toBe(900)
  const butOne = toggleRow(everythingSelected, 'b')
  expect(countSelected(butOne, 900)).toBe(899)
  expect(isSelected(butOne, 'b')).toBe(false)
  expect(isSelected(butOne, 'on another page')).toBe(true)
})

test('toggling changes only its row, and toggling twice changes nothing', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd')
  fc.assert(
    fc.property(fc.boolean(), fc.array(id), id, id, (all, toggles, one, other) => {
      const selection = toggles.reduce(toggleRow, all ? everythingSelected : nothingSelected)
      const once = toggleRow(selection, one)
      expect(isSelected(once, one)).toBe(!isSelected(selection, one))
      if (other !== one) expect(isSelected(once, other)).toBe(isSelected(selection, other))
      expect(toggleRow(once, one)).toEqual(selection)
    }),
  )
})
