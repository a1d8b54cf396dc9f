import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { array, assert, constantFrom, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { foldedRows, foldLine, foldText } from './audit-folds.ts'

const entry = (type: string, minute: number, rest: object = {}): AuditEvent =>
  ({
    id: `${minute}`,
    type,
    at: `2026-11-24T12:${String(minute).padStart(2, '0')}:00.000Z`,
    actor: { id: 'ann', name: 'Ann' },
    changes: [],
    counts: {},
    ...rest,
  }) as unknown as AuditEvent

const opened = (minute: number, id: string, name?: string) =>
  entry('conversation_viewed', minute, { target: { kind: 'conversation', id, name } })

test('things that one person opened in sequence are one row, with their names and the number of entries', () => {
  const [row, ...others] = foldedRows([
    opened(9, 'c', 'Cy'),
    entry('events_listed', 8),
    opened(7, 'b', 'Bob'),
    opened(6, 'b', 'Bob'),
    entry('event_viewed', 5),
  ])
  expect(row && foldText(row, row.repeats ?? [])).toBe('opened 2 conversations')
  expect(foldLine(row?.repeats ?? [])).toMatch(/^..:06 to ..:09 · 3 entries · Cy, Bob$/)
  expect(others.map(({ type, repeats }) => [type, repeats])).toEqual([
    ['events_listed', undefined],
    ['event_viewed', undefined],
  ])
})

test('a change, another person and another day end a folded row', () => {
  const bob = { actor: { id: 'bob', name: 'Bob' } }
  const rows = foldedRows([
    opened(9, 'a'),
    entry('policy_updated', 8),
    opened(7, 'b'),
    entry('conversation_viewed', 6, bob),
    opened(5, 'c'),
    entry('conversation_viewed', 4, { at: '2026-11-22T12:04:00.000Z' }),
  ])
  expect(rows.map(({ repeats }) => repeats)).toEqual(rows.map(() => undefined))
  expect(rows).toHaveLength(6)
})

test('changes are never folded, and a list is shown with how often it was opened', () => {
  expect(foldedRows([entry('policy_updated', 9), entry('policy_updated', 8)])).toHaveLength(2)
  const [listed] = foldedRows([entry('messages_listed', 9), entry('messages_listed', 8)])
  expect(listed && foldText(listed, listed.repeats ?? [])).toBe('listed messages 2 times')
})

test('no entry is lost or shown twice', () => {
  const types = constantFrom('conversation_viewed', 'events_listed', 'policy_updated', 'message_viewed')
  const actor = constantFrom('ann', 'bob').map((name) => ({ id: name, name }))
  assert(
    property(array(record({ type: types, actor }), { maxLength: 60 }), (given) => {
      const entries = given.map(({ type, ...rest }, i) => entry(type, 59 - i, rest))
      const shown = foldedRows(entries).flatMap((row) => row.repeats ?? [row])
      expect(shown.map(({ id }) => id).toSorted()).toEqual(entries.map(({ id }) => id).toSorted())
    }),
  )
})
