import { expect, test } from 'vitest'
import { type FilterField, operatorsOffered, operatorWord, plainField, valueWords } from './filter-words.ts'

const wordsOf = (field: FilterField) =>
  operatorsOffered(field).map((operator) => operatorWord(field, operator))

test('ordered values are compared, a text equals or contains, and a choice from a list is or is not', () => {
  const urgency = { type: 'enum', values: ['low', 'high'], ordered: true } as const
  expect(wordsOf({ key: 'urgency', label: 'Urgency', field: urgency })).toContain('greater than or equal')
  const subject = wordsOf({ key: 'subject', label: 'Subject', field: { type: 'text' } })
  expect(subject).toContain('equals')
  expect(subject).toContain('contains')
  expect(subject).not.toContain('is')
  const group = { key: 'groupId', label: 'Group', field: { type: 'uuid' }, options: [] } as const
  expect(wordsOf(group)).toEqual(['is', 'is not'])
})

test('a choice found by typing is or is not, like a choice from a list', () => {
  const sought = { useFound: () => ({ options: [], search: 'done' as const }), useNamed: () => [] }
  expect(wordsOf({ key: 'ownerId', label: 'Owner', field: { type: 'uuid' }, sought })).toEqual([
    'is',
    'is not',
  ])
  expect(wordsOf({ key: 'ownerId', label: 'Owner', field: { type: 'uuid' } })).toContain('is empty')
})

test('up to three values are named, and of more only the first two', () => {
  const options = ['Ann', 'Bo', 'Cleo', 'Dan'].map((label) => ({ value: label.toLowerCase(), label }))
  const words = (...values: string[]) => valueWords({ options }, { field: 'ownerId', operator: 'in', values })
  expect(words('ann', 'bo', 'cleo')).toBe('Ann, Bo, Cleo')
  expect(words('ann', 'bo', 'cleo', 'dan')).toBe('Ann, Bo and 2 more')
  expect(words('nobody')).toBe('nobody')
})

test('days and moments are written as people read them', () => {
  const words = (value: string) =>
    valueWords({ field: { type: 'date' } }, { field: 'promiseDue', operator: 'gte', values: [value] })
  expect(words('2026-03-14')).toMatch(/14.*2026|2026.*14/)
  expect(words('2026-03-14T00:00:00.000Z')).toBe(words('2026-03-14'))
  expect(words('2026-03-14T09:30:57.451Z')).not.toMatch(/T|Z|451/)
  expect(words('soon')).toBe('soon')
})

test('a field without labels gets labels from its name and values', () => {
  const states = { type: 'enum', values: ['not-sent', 'read'] } as const
  expect(plainField('deliveryState', states)).toEqual({
    key: 'deliveryState',
    label: 'Delivery state',
    field: states,
    options: [
      { value: 'not-sent', label: 'Not sent' },
      { value: 'read', label: 'Read' },
    ],
  })
  const flag = { type: 'enum', values: ['false', 'true'] } as const
  expect(plainField('isLate', flag).options?.map(({ label }) => label)).toEqual(['No', 'Yes'])
  expect(plainField('replyKey', { type: 'text' })).toEqual({
    key: 'replyKey',
    label: 'Reply key',
    field: { type: 'text' },
  })
})
