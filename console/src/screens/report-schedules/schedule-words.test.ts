import { InsightId } from '@verbatim/contract/insights.ts'
import { expect, test } from 'vitest'
import { newReportHref, readNewReport, runWords } from './schedule-words.ts'

test('the last due time in words', () => {
  const run = { dueAt: '2026-11-25T08:00:00Z', copies: 4, waiting: 0, refused: 1, failed: 0 }
  expect(runWords(run)).toBe('3 emailed, 1 refused')
  expect(runWords({ ...run, copies: 1 })).toBe('1 refused')
})

test('a new report begins with what the page shows', () => {
  const hash = (href: string) => href.split('#')[1] ?? ''
  const sales = { kind: 'metrics', tab: 'sales' } as const
  expect(readNewReport(hash(newReportHref(sales, '90')))).toEqual({ subject: sales, period: '90' })
  expect(readNewReport(hash(newReportHref(sales, '2026-01-01|2026-01-31')))).toEqual({ subject: sales })
  const ready = { kind: 'insight', insightId: 'complaints' } as const
  expect(readNewReport(hash(newReportHref(ready, '7')))).toEqual({ subject: ready, period: '7' })
  const insightId = InsightId.parse('01890a5d-ac96-774b-bcce-b302099a8057')
  const own = { kind: 'insight', insightId } as const
  expect(readNewReport(hash(newReportHref(own, '14')))).toEqual({ subject: own })
  expect(readNewReport('nonsense')).toEqual({})
})
