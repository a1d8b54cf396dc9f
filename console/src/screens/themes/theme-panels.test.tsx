// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { Theme } from '@verbatim/contract/themes.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ThemeCategories, ThemeChannels, ThemePeople } from './theme-panels.tsx'
import { ThemeSubthemes } from './ThemeSubthemes.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const drilldown = { list: 'messages', period: '2026-11-01|2026-11-07' }
const part = { messages: 9, previous: 4, drilldown }
const theme = {
  from: '2026-11-01',
  to: '2026-11-07',
  previousFrom: '2026-10-25',
  previousTo: '2026-10-31',
  zone: 'Europe/London',
  asOf: '2026-11-08T09:00:00.000Z',
  days: [],
  channels: [{ channel: 'sms', ...part }],
  categories: [{ category: 'complaint', ...part }],
  people: [{ name: 'Ann Ash', messages: 9, drilldown }],
  subthemes: [{ id: 's1', name: 'Late letters', share: 75, ...part }],
  otherSubthemes: { share: 25, messages: 3, previous: 0, drilldown },
} as unknown as Theme

test.each([
  ['Channels', ThemeChannels, ['SMS/MMS', 'This period', 'Previous period, 25 – 31 Oct 2026'], 1],
  ['Categories', ThemeCategories, ['Complaint', 'This period', 'Previous period, 25 – 31 Oct 2026'], 1],
  ['Who wrote most', ThemePeople, ['Ann Ash', 'Messages'], 0],
  ['Sub-themes', ThemeSubthemes, ['Late letters', 'Other', 'Previous period, 25 – 31 Oct 2026'], 1],
])('the bars of %s are also a picture, which says its period', async (title, Panel, words, ticks) => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`)
  const { user } = drawPages(
    { '/': () => <Panel theme={theme} /> },
    { viewer: { id: 'me', permissions: new Set() } },
  )
  await user.click(await screen.findByRole('button', { name: `Save ${title} as picture` }))
  const picture = new DOMParser().parseFromString((await files[0]?.text()) ?? '', 'application/xml')
  const texts = [...picture.querySelectorAll('text')].map(({ textContent }) => textContent)
  expect(texts[0]).toBe(title)
  expect(texts[1]).toMatch(/^1 – 7 Nov 2026, Europe\/London · counted at 8 Nov 2026/)
  expect(texts).toEqual(expect.arrayContaining([...words, '9']))
  // Beside the sample of the legend, one for each bar with messages in the period before.
  const drawn = picture.querySelectorAll('line').length
  expect(drawn).toBe(ticks === 0 ? 0 : ticks + 1)
})
