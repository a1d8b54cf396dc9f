import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

test('lists the other user’s changes, additions and removals, and no local changes', () => {
  expect(
    differencesOf({
      before: { Name: 'Desk', Note: 'a', 'Retention of Signal': '3 years' },
      theirs: { Name: 'Sales', Note: 'a', 'Retention of Telegram': '1 year' },
      mine: { Name: 'Desk', Note: 'b', 'Retention of Signal': '3 years' },
    }),
  ).toEqual([
    { what: 'Name', from: 'Desk', to: 'Sales', isContested: false },
    { what: 'Retention of Signal', from: '3 years', to: '', isContested: false },
    { what: 'Retention of Telegram', from: '', to: '1 year', isContested: false },
  ])
})

test('marks a conflict if both changed a value, unless to the same', () => {
  const found = (mine: string) =>
    differencesOf({ before: { Name: 'Desk' }, theirs: { Name: 'Sales' }, mine: { Name: mine } })
  expect(found('North')).toMatchObject([{ isContested: true }])
  expect(found('Sales')).toMatchObject([{ isContested: false }])
  expect(found('Desk')).toMatchObject([{ isContested: false }])
})
