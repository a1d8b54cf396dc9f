import { expect, test } from 'vitest'
import { organizationRows } from './organization-rows.ts'
import { readRows } from './rows-address.ts'
import { salesRows } from './sales-rows.ts'

const user = '01890000-0000-7000-8000-000000000001'

test.each([
  ['nothing', {}, { rows: 'active', sort: '-sent', page: 1, size: 25 }],
  ['known rows', { filter: 'waiting' }, { rows: 'waiting', sort: 'since' }],
  ['those of one person', { filter: `waiting:${user}` }, { rows: 'waiting', of: user }],
  ['an unknown order and too large a page', { sort: 'x', size: 999 }, { sort: '-sent', size: 200 }],
])('an address with %s is read', (_, address, expected) => {
  const state = readRows(address, salesRows)
  expect(state).toMatchObject(expected)
  expect(state).not.toHaveProperty('broken')
})

test.each([
  ['unknown rows', salesRows, { filter: 'inactve' }, 'inactve'],
  ['rows of no one', salesRows, { filter: 'waiting:tom' }, 'waiting:tom'],
  ['an empty narrowing', salesRows, { filter: 'waiting:' }, 'waiting:'],
  ['rows that cannot be narrowed', salesRows, { filter: `active:${user}` }, `active:${user}`],
  ['an unknown answer', salesRows, { filter: 'bursts:soon' }, 'bursts:soon'],
  ['an unknown channel', organizationRows, { filter: 'all:sms|fax' }, 'all:sms|fax'],
  ['a filter of another list', salesRows, { filter: 'status[eq]:new' }, 'status[eq]:new'],
  ['too long a search', salesRows, { search: 'x'.repeat(201) }, 'x'.repeat(201)],
] as const)('an address with %s is invalid, and never lists more rows', (_, group, address, broken) => {
  expect(readRows(address, group)).toMatchObject({ broken })
})
