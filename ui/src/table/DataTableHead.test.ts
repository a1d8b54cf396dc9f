import { expect, test } from 'vitest'
import { orderBy } from './DataTableHead.tsx'

const column = { id: 'severity', label: 'Severity', cell: () => '' }

test('pressing a head sorts descending, then ascending', () => {
  const severity = { ...column, sortBy: 'severity' }
  expect(orderBy(severity, '-date')).toEqual({ direction: undefined, next: '-severity' })
  expect(orderBy(severity, '-severity')).toEqual({ direction: 'descending', next: 'severity' })
  expect(orderBy(severity, 'severity')).toEqual({ direction: 'ascending', next: '-severity' })
})

test('the arrow of a column of durations follows the durations, not the moments', () => {
  const waits = { ...column, sortBy: 'since', isOpposite: true } as const
  expect(orderBy(waits, 'since')).toEqual({ direction: 'descending', next: '-since' })
  expect(orderBy(waits, '-since')).toEqual({ direction: 'ascending', next: 'since' })
  expect(orderBy(waits, 'urgency')).toEqual({ direction: undefined, next: 'since' })
})

test('rows that are equal in a column are sorted by its second field', () => {
  const severity = { ...column, sortBy: 'severity', thenBy: 'triggeredTime' }
  expect(orderBy(severity, '-triggeredTime').next).toBe('-severity,triggeredTime')
  expect(orderBy(severity, '-severity,triggeredTime')).toEqual({
    direction: 'descending',
    next: 'severity,triggeredTime',
  })
})
