import { expect, test } from 'vitest'
import { newReportHref, readNewReport, runWords } from './schedule-words.ts'

test('the last due time in words', () => {
  const run = { dueAt: '2026-11-25T08:00:00Z', copies: 4, waiting: 0, refused: 1, failed: 0 }
  expect(runWords(run)).toBe('3 mailed, 1 refused')
  expect(runWords({ ...run, copies: 1 })).toBe('1 refused')
})

test('a new report begins with what Key Metrics show', () => {
  const hash = (href: string) => href.split('#')[1] ?? ''
  expect(readNewReport(hash(newReportHref('sales-effectiveness', '90')))).toEqual({
    tab: 'sales',
    period: '90',
  })
  expect(readNewReport(hash(newReportHref('sales-effectiveness', '2026-01-01|2026-01-31')))).toEqual({
    tab: 'sales',
  })
  expect(readNewReport('nonsense')).toEqual({})
})
