// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { defaultListState } from '@verbatim/client/list-state.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import type { EventId } from '@verbatim/contract/ids.ts'
import { everythingSelected, nothingSelected, type Selection } from '@verbatim/ui/table/selection.ts'
import { expect, test } from 'vitest'
import { seenAnew, useEventSelection, versionsOf } from './use-event-selection.ts'

const row = (id: string, version: number) => ({ id: id as EventId, version })
const some = (...ids: string[]): Selection => ({ kind: 'some', ids: new Set(ids) })

test('a selected event keeps the version that it had when it was selected, on every page', () => {
  const first = versionsOf(some('a'), [row('a', 1), row('b', 1)], new Map())
  const later = versionsOf(some('a', 'b'), [row('a', 2), row('b', 4)], first)
  const next = versionsOf(some('a', 'b', 'c'), [row('c', 7)], later)
  expect([...next]).toEqual([
    ['a', 1],
    ['b', 4],
    ['c', 7],
  ])
})

test('selecting an event again takes its current version; an event that was never shown has none', () => {
  const seen = versionsOf(some('a'), [row('a', 1)], new Map())
  const none = versionsOf(nothingSelected, [row('a', 2)], seen)
  expect([...versionsOf(some('a', 'x'), [row('a', 2)], none)]).toEqual([['a', 2]])
  expect([...versionsOf(everythingSelected, [row('a', 2)], seen)]).toEqual([])
})

test('opening a selected event takes its current version', () => {
  const seen = versionsOf(some('a'), [row('a', 1)], new Map())
  expect([...seenAnew(row('a', 3), seen)]).toEqual([['a', 3]])
  expect(seenAnew(row('b', 3), seen)).toBe(seen)
  expect(seenAnew(row('a', 1), seen)).toBe(seen)
})

test('an event selected in another question has the version that was shown there', () => {
  const mine = defaultListState(cognitiveEventList)
  const urgent = { ...mine, filter: 'severity[eq]:high' }
  const { result, rerender } = renderHook(useEventSelection, { initialProps: mine })
  act(() => result.current.select(some('a'), [row('a', 1)]))
  expect([...result.current.versions]).toEqual([['a', 1]])
  rerender(urgent)
  act(() => result.current.select(some('a'), [row('a', 2)]))
  expect([...result.current.versions]).toEqual([['a', 2]])
})
