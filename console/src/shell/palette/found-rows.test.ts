import type { Found } from '@verbatim/contract/find.ts'
import { expect, test } from 'vitest'
import { foundRows } from './found-rows.ts'

test('the ID of a change request leads to it, on whatever page of the list it is', () => {
  const found = { kind: 'change-request', id: 'c1', name: 'Retention' } as unknown as Found
  const [row] = foundRows([found], () => undefined)
  expect(decodeURIComponent(row?.href ?? '')).toBe('/organization/change-requests?filter=id[eq]:c1')
})

test('the ID of a request leads to what the audit trail has of it, of all time', () => {
  const found = { kind: 'request', id: 'r1', name: '2 audit events', detail: 'Ann Bell' } as const
  const [row] = foundRows([found], () => undefined)
  expect(decodeURIComponent(row?.href ?? '')).toBe(
    '/organization/audit-trail?period=all&filter=requestId[eq]:r1',
  )
})
