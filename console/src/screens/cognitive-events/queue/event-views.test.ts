import { defaultListState, listState } from '@verbatim/client/list-state.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { expect, test } from 'vitest'
import { parseSearchText } from '@verbatim/client/search-text.ts'
import { eventHref, eventsHref, eventViews } from './event-views.ts'

const reader = '0190c1de-0000-7000-8000-000000000001'
const state = defaultListState(cognitiveEventList)

test('the address of a view gives the same question when it is read', () => {
  for (const { filter } of eventViews(reader)) {
    const href = eventsHref({ ...state, filter })
    const read = listState(cognitiveEventList).parse(parseSearchText(new URL(href, 'http://a.b').search))
    expect(read.filter).toBe(filter)
  }
})

test('the view of everything has the plain address', () => {
  expect(eventsHref(state)).toBe('/events')
})

test('an event’s address contains the list that it was opened from, if any', () => {
  expect(eventHref('e1', state)).toBe('/events/e1?page=1')
  expect(eventHref('e1', undefined)).toBe('/events/e1')
  const href = eventHref('e1', { ...state, page: 3, search: 'gifts & more' }, 'history')
  expect(href).toBe('/events/e1/history?page=3&search=gifts+%26+more')
})
