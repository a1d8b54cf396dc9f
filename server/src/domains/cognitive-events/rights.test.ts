import type { UserId } from '@verbatim/contract/ids.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { expect, test } from 'vitest'
import { lackingFor, mayBeUndone } from './model.ts'

const [me, other] = ['me', 'other'] as UserId[]
const actorWith = (...permissions: Permission[]) => ({ userId: me!, permissions: new Set(permissions) })

test('a comment, and an assignee other than oneself, need their own permissions', () => {
  const changing = actorWith('events.change_status')
  expect(lackingFor({ status: 'escalated' }, changing)).toBeUndefined()
  expect(lackingFor({ status: 'escalated', comment: 'Look.' }, changing)).toBe('events.comment')
  expect(lackingFor({ status: 'escalated', assigneeId: other! }, changing)).toBe('events.assign')
  expect(lackingFor({ status: 'escalated', assigneeId: null }, changing)).toBe('events.assign')
  expect(lackingFor({ status: 'escalated', assigneeId: me! }, changing)).toBeUndefined()
  expect(lackingFor({ status: 'new', assigneeId: null }, changing)).toBeUndefined()
})

test('a change may be undone for an hour', () => {
  const at = new Date('2026-05-14T08:00:00Z')
  expect(mayBeUndone(at, new Date('2026-05-14T09:00:00Z'))).toBe(true)
  expect(mayBeUndone(at, new Date('2026-05-14T09:00:00.001Z'))).toBe(false)
})
