import { expect, test } from 'vitest'
import { has, listHref } from './list-href.ts'

test('a list is addressed with the rows that have exactly this, of all time', () => {
  expect(listHref('/messages', [has('groupId', 'g1')])).toBe(
    '/messages?period=all&filter=groupId%5Beq%5D%3Ag1',
  )
})

test('a list without periods has none in its address', () => {
  expect(listHref('/policies', [has('id', 'p1')], { hasPeriods: false })).toBe(
    '/policies?filter=id%5Beq%5D%3Ap1',
  )
})

test('what separates conditions is escaped in a value', () => {
  const one = listHref('/messages', [has('name', 'a,b')])
  expect(one).not.toBe(listHref('/messages', [has('name', 'a'), has('b', '')]))
  expect(new URLSearchParams(one.split('?')[1]).get('filter')).toBe('name[eq]:a\\,b')
})
