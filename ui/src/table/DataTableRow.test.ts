import { expect, test } from 'vitest'
import { nounOf } from './DataTableRow.tsx'

const files = { id: 'files', label: 'Files', align: 'right' as const, cell: () => '' }

test('the noun of a number is in the singular for one', () => {
  const counted = { ...files, count: ({ n }: { n: number }) => n }
  expect([0, 1, 2].map((n) => nounOf(counted, { n }))).toEqual(['files', 'file', 'files'])
  expect(nounOf(files, {})).toBe('files')
})

test('a column that is not a number has no noun', () => {
  expect(nounOf({ id: 'name', label: 'Names', cell: () => '' }, {})).toBeUndefined()
})
