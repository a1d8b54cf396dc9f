import { expect, test } from 'vitest'
import { shareText, trendText, urgencyParts, urgencyRows } from './theme-words.ts'

test('existing urgencies are named, the most urgent first', () => {
  expect(urgencyParts({ low: 1200, medium: 0, high: 3 })).toEqual([
    { urgency: 'high', messages: 3, text: 'High 3' },
    { urgency: 'low', messages: 1200, text: 'Low 1,200' },
  ])
  expect(urgencyParts({ low: 0, medium: 0, high: 0 })).toEqual([])
})

test('each urgency opens the messages of the theme that have it', () => {
  const drilldown = { list: 'messages', period: 'a|b', filter: 'themeId[eq]:1', rows: 1203 } as const
  expect(urgencyRows(drilldown, 'high')).toEqual({
    list: 'messages',
    period: 'a|b',
    filter: 'themeId[eq]:1,urgency[eq]:high',
  })
})

test('a trend is shown only if there is a period to compare with', () => {
  const tab = { noun: 'complaint' }
  expect(trendText({ trend: 'risen', previousShare: 2 }, tab)).toBe('clearly rising')
  expect(trendText({ trend: 'steady', previousShare: 0 }, tab)).toBe('steady')
  expect(trendText({ trend: 'steady', previousShare: null }, tab)).toBe('of all complaints')
  expect(shareText({ trend: 'steady', previousShare: 2 }, tab)).toBe('of all complaints, steady')
  expect(shareText({ trend: 'steady', previousShare: null }, tab)).toBe('of all complaints')
})
