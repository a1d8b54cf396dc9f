import { expect, test } from 'vitest'
import { auditLine } from './audit-lines.ts'

const change = (field: string, old: unknown, next: unknown) => ({ field, old, new: next })

test('a change shows both values, and a new value only itself', () => {
  const changes = [change('name', 'Desk A', 'Desk B'), change('description', null, 'Bonds')]
  expect(auditLine({ type: 'policy_updated', changes, counts: { rulesAdded: 2 } })).toBe(
    '2 rules added · Name: Desk A → Desk B · Description: Bonds',
  )
})

test('the content of the sentence is not repeated', () => {
  const changes = [change('role', 'analyst', 'compliance')]
  expect(auditLine({ type: 'user_role_changed', changes, counts: {} })).toBeUndefined()
})

test('a list is described by its filter and its number of results, not by its order', () => {
  const changes = [
    change('sort', null, '-triggeredTime'),
    change('period', null, '30'),
    change(
      'filter',
      null,
      'status[in]:new|escalated,attachmentCount[gte]:1,groupId[empty],assigneeId[eq]:01a20a1d-d210-7c80-8b1c-5241d6a7483f',
    ),
    change('accessScope', null, 'all channels in all groups'),
  ]
  expect(auditLine({ type: 'events_listed', changes, counts: { found: 5 } })).toBe(
    '5 found · Last 30 days · Status: New, Escalated · Attachment count ≥ 1 · Group is empty · Assignee: 1 chosen',
  )
})

test('a kept view is described in the words of the screens', () => {
  const changes = [
    change('list', null, 'messages'),
    change('isShared', null, false),
    change('period', null, '365'),
    change('filter', null, 'urgency[in]:high'),
    change('sort', null, '-postedAt'),
  ]
  expect(auditLine({ type: 'saved_view_created', changes, counts: {} })).toBe(
    'List: Content Library · Shared: No · Period: last 365 days · Urgency: High',
  )
  const changed = [change('filter', 'urgency[in]:high', undefined)]
  expect(auditLine({ type: 'saved_view_updated', changes: changed, counts: {} })).toBe(
    'Filter: Urgency: High → none',
  )
})
