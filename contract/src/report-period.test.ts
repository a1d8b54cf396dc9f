import { expect, test } from 'vitest'
import { reportDays, type ReportPeriod } from './report-period.ts'

test.each<[ReportPeriod, string, string, string]>([
  ['1', '2026-11-25', '2026-11-24', '2026-11-24'],
  ['30', '2026-11-25', '2026-10-26', '2026-11-24'],
  ['last-month', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['last-month', '2028-03-31', '2028-02-01', '2028-02-29'],
  ['last-quarter', '2026-11-25', '2026-07-01', '2026-09-30'],
  ['last-quarter', '2026-02-10', '2025-10-01', '2025-12-31'],
])('%s on %s is %s to %s', (period, today, from, to) => {
  expect(reportDays(period, today)).toEqual({ 'date-from': from, 'date-to': to })
})
