import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearchText, searchText } from './search-text.ts'

test('any text is the same after it was in the address', () => {
  const text = fc.string({ unit: 'binary', minLength: 1 }).filter((value) => value.isWellFormed())
  fc.assert(
    fc.property(fc.dictionary(text, text), (search) => {
      const plain = { ...search }
      expect({ ...parseSearchText(searchText(plain)) }).toEqual(plain)
    }),
  )
})

test('numbers are written without quotes, and missing parts are left out', () => {
  expect(searchText({ page: 2, sort: '-postedDate', filter: undefined, search: '' })).toBe(
    '?page=2&sort=-postedDate',
  )
  expect(searchText({})).toBe('')
})
