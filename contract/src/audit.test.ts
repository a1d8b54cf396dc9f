import { expect, test } from 'vitest'
import { auditList, exportAuditEvents } from './audit.ts'
import { parseListQuery } from './list.ts'

test('the trail can be filtered by postedDate, as other lists are', () => {
  const { filter } = parseListQuery(auditList, { filter: 'postedDate[between]:2026-03-01|2026-03-31' })
  expect(filter).toEqual([{ field: 'date', operator: 'between', values: ['2026-03-01', '2026-03-31'] }])
})

test('a file of the trail has all rows, unless a page is asked for', () => {
  const { query } = exportAuditEvents
  expect(query.parse({ 'filter[user][nempty]': '' })).not.toHaveProperty('query.limit')
  expect(query.parse({ limit: '10' })).toMatchObject({ format: 'csv', query: { limit: 10 } })
})
