import type { Found } from '@verbatim/contract/find.ts'
import { expect, test } from 'vitest'
import { foundRows } from './found-rows.ts'

test('the ID of a change request leads to it, on whatever page of the list it is', () => {
  const found = { kind: 'change-request', id: 'c1', name: 'Retention' } as unknown as Found
  const [row] = foundRows([found], () => undefined)
  expect(decodeURIComponent(row?.href ?? '')).toBe('/organization/change-requests?filter=id[eq]:c1')
})
