// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { CognitiveEvent } from '@verbatim/contract/cognitive-events.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { EventLinks } from './EventLinks.tsx'
import type { RelatedEvents } from './related-events.ts'

const items = ['a', 'b'].map(
  (id) =>
    ({
      id,
      policyName: `Policy ${id}`,
      severity: 'high',
      status: 'new',
      ruleNames: ['Rule'],
      triggeredTime: '2026-03-01T12:00:00Z',
    }) as unknown as CognitiveEvent,
)
const draw = (events: RelatedEvents) => drawPages({ '/': () => <EventLinks events={events} none="None." /> })

afterEach(cleanup)

test('events that are not shown are counted', async () => {
  draw({ items, total: 1_234 })
  expect(await screen.findByText('Showing 2 of 1,234, the most severe first.')).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(2)
})

test('a complete list shows no count, and an empty one has its own text', async () => {
  draw({ items, total: 2 })
  expect(await screen.findByText('Policy a')).toBeTruthy()
  expect(screen.queryByText(/^Showing/)).toBeNull()
  cleanup()
  draw({ items: [], total: 0 })
  expect(await screen.findByText('None.')).toBeTruthy()
})
