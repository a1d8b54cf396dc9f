import { expect, test } from 'vitest'
import { type FilterField, operatorsOffered, operatorWord } from './filter-words.ts'

const wordsOf = (field: FilterField) =>
  operatorsOffered(field).map((operator) => operatorWord(field, operator))

test('what is ordered is compared, a text equals and contains, and what is chosen from a list is or is not', () => {
  const urgency = { type: 'enum', values: ['low', 'high'], ordered: true } as const
  expect(wordsOf({ key: 'urgency', label: 'Urgency', field: urgency })).toContain('greater than or equal')
  const subject = wordsOf({ key: 'subject', label: 'Subject', field: { type: 'text' } })
  expect(subject).toContain('equals')
  expect(subject).toContain('contains')
  expect(subject).not.toContain('is')
  const group = { key: 'groupId', label: 'Group', field: { type: 'uuid' }, options: [] } as const
  expect(wordsOf(group)).toEqual(['is', 'is not'])
})
