import { expect, test } from 'vitest'
import { updateChannelAccount } from './accounts.ts'
import { ArchivingChange } from './archiving.ts'
import { InsightProviderDraft } from './insight-providers.ts'
import { InsightDefinition } from './insights.ts'
import { AlertCondition } from './metric-alerts.ts'
import { RuleConditions } from './policy-rules.ts'
import { previewPolicy } from './policy-trials.ts'
import { wholeNumberText } from './whole-number.ts'

const fields = {
  port: ArchivingChange.shape.port,
  maxMailMb: ArchivingChange.shape.maxMailMb,
  expectedHours: updateChannelAccount.body.shape.expectedHours,
  sessionMinutes: InsightProviderDraft.shape.sessionMinutes,
  usualDays: InsightDefinition.shape.usualDays,
  withinWords: RuleConditions.shape.withinWords,
  minWords: RuleConditions.shape.minWords,
  days: previewPolicy.body.shape.days,
}
const said = (field: keyof typeof fields, value: unknown) =>
  fields[field].safeParse(value).error?.issues.map(({ message }) => message)

test.each(Object.keys(fields) as (keyof typeof fields)[])('%s takes positive whole numbers only', (field) => {
  for (const value of [-1, 1.5, 'x', Number.NaN]) expect(said(field, value)).toEqual([wholeNumberText])
  expect(said(field, 1_000_000)?.[0]).toMatch(/^From \d+ to \d+/)
})

test.each([
  { kind: 'above', value: -1 },
  { kind: 'rises', percent: -5 },
])('an alert takes no negative number: %j', (condition) => {
  expect(AlertCondition.safeParse(condition).error?.issues[0]?.message).toBe(wholeNumberText)
})

test('zero is accepted only where it is a valid value', () => {
  expect(said('withinWords', 0)).toBeUndefined()
  expect(said('port', 0)).toEqual([wholeNumberText])
})
