// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { Insight } from '@verbatim/contract/insights.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { insightEditor } from './insight-editor.tsx'

afterEach(cleanup)

const desk = { id: 'i1', name: 'Desk', version: 3 } as unknown as Insight

async function linesFor(effect: object) {
  const { removal } = insightEditor
  if (!removal) throw new Error('Insights cannot be removed')
  drawPages(
    { '/': () => <removal.Question thing={desk} onRemoved={() => undefined} onClose={() => undefined} /> },
    { api: async () => effect },
  )
  const lines = await screen.findAllByRole('listitem')
  return lines.map(({ textContent }) => textContent)
}

test('deleting an insight says how many people can no longer see it, and which mails end', async () => {
  expect(await linesFor({ readers: 1_204, schedules: 2, recipients: 7 })).toEqual([
    '1,204 other people can no longer see it.',
    '2 scheduled reports no longer mail it to 7 people.',
    'The data it shows is not deleted.',
  ])
  cleanup()
  expect(await linesFor({ readers: 0, schedules: 0, recipients: 0 })).toEqual([
    'No one else can see it.',
    'The data it shows is not deleted.',
  ])
})
