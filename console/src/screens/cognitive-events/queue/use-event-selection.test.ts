// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { defaultListState } from '@verbatim/client/list-state.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import type { EventStatus } from '@verbatim/contract/event-status.ts'
import type { EventId } from '@verbatim/contract/ids.ts'
import { everythingSelected, nothingSelected, type Selection } from '@verbatim/ui/table/selection.ts'
import { expect, test } from 'vitest'
import { type Seen, seenWith, useEventSelection } from './use-event-selection.ts'

const row = (id: string, version: number) => ({ id: id as EventId, version, status: 'new' as const })
const some = (...ids: string[]): Selection => ({ kind: 'some', ids: new Set(ids) })

const versionsOf = (seen: Seen) => [...seen.events].map(([id, { version }]) => [id, version])
const seenEvents = (versions: readonly (readonly [string, number])[]) =>
  new Map(versions.map(([id, version]) => [id, { version, status: 'new' as const }]))

const page = (...items: ReturnType<typeof row>[]) => ({ items, asOf: '700' })
const after = (selection: Selection, seen: Seen) => ({ selection, ...seen })

test('a selected event keeps the version that it had when it was selected, on every page', () => {
  const first = seenWith(some('a'), page(row('a', 1), row('b', 1)))
  const later = seenWith(some('a', 'b'), page(row('a', 2), row('b', 4)), after(some('a'), first))
  const next = seenWith(some('a', 'b', 'c'), page(row('c', 7)), after(some('a', 'b'), later))
  expect(versionsOf(next)).toEqual([
    ['a', 1],
    ['b', 4],
    ['c', 7],
  ])
})

test('selecting an event again takes its current version; an event that was never shown has none', () => {
  const seen = seenWith(some('a'), page(row('a', 1)))
  const none = seenWith(nothingSelected, page(row('a', 2)), after(some('a'), seen))
  const again = seenWith(some('a', 'x'), page(row('a', 2)), after(nothingSelected, none))
  expect(versionsOf(again)).toEqual([['a', 2]])
})

test('of all events, those that are shown have their versions, and the others the moment of the list', () => {
  const one = seenWith(some('a'), page(row('a', 1)))
  const all = seenWith(
    everythingSelected,
    { ...page(row('a', 2), row('b', 2)), asOf: '800' },
    after(some('a'), one),
  )
  expect(all).toEqual({
    events: seenEvents([
      ['a', 1],
      ['b', 2],
    ]),
    asOf: '800',
  })
  const other = { items: [row('b', 5), row('c', 5)], asOf: '900' }
  const without: Selection = { kind: 'all', except: new Set(['b']) }
  const fewer = seenWith(without, other, after(everythingSelected, all))
  expect(fewer).toEqual({ events: seenEvents([['a', 1]]), asOf: '800' })
  const again = seenWith(everythingSelected, other, after(without, fewer))
  expect(again).toEqual({
    events: seenEvents([
      ['a', 1],
      ['b', 5],
    ]),
    asOf: '800',
  })
})

test('opening a selected event takes its current version', () => {
  const shown = page(row('a', 1), row('b', 1))
  const { result } = renderHook(useEventSelection, { initialProps: defaultListState(cognitiveEventList) })
  const open = (content: Omit<ReturnType<typeof row>, 'status'> & { status: EventStatus }) =>
    act(() => result.current.seeing(() => undefined)({ content }))
  act(() => result.current.select(some('a'), shown))
  open(row('b', 3))
  open({ ...row('a', 3), status: 'escalated' })
  expect(versionsOf(result.current.seen)).toEqual([['a', 3]])
  expect(result.current.seen.events.get('a')?.status).toBe('escalated')
  act(() => result.current.select(everythingSelected, shown))
  open(row('x', 4))
  expect(versionsOf(result.current.seen)).toEqual([
    ['a', 3],
    ['b', 1],
    ['x', 4],
  ])
})

test('after a refusal, all events are those that the list shows now, unless others are selected meanwhile', () => {
  const { result } = renderHook(useEventSelection, { initialProps: defaultListState(cognitiveEventList) })
  act(() => result.current.select(everythingSelected, page(row('a', 1))))
  const { renew } = result.current
  const now = { items: [row('a', 2), row('b', 1)], asOf: '900' }
  act(() => renew(now))
  expect(result.current.seen).toEqual({
    events: seenEvents([
      ['a', 2],
      ['b', 1],
    ]),
    asOf: '900',
  })
  act(() => result.current.select(nothingSelected, now))
  act(() => result.current.select(some('b'), now))
  act(() => renew({ items: [row('b', 2)], asOf: '950' }))
  expect(result.current.seen).toEqual({ events: seenEvents([['b', 1]]) })
})

test('an event selected in another question has the version that was shown there', () => {
  const mine = defaultListState(cognitiveEventList)
  const urgent = { ...mine, filter: 'severity[eq]:high' }
  const { result, rerender } = renderHook(useEventSelection, { initialProps: mine })
  act(() => result.current.select(some('a'), page(row('a', 1))))
  expect(versionsOf(result.current.seen)).toEqual([['a', 1]])
  rerender(urgent)
  act(() => result.current.select(some('a'), page(row('a', 2))))
  expect(versionsOf(result.current.seen)).toEqual([['a', 2]])
})
