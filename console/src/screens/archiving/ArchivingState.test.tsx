// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import type { ArchivingSettings } from '@verbatim/contract/archiving.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ArchivingState } from './ArchivingState.tsx'

afterEach(cleanup)

test('the trouble of an archive says since when it has accepted no email, and when it failed last', async () => {
  const [since, at] = ['2026-11-20T10:00:00.000Z', '2026-11-28T09:30:00.000Z']
  const settings = {
    mode: 'on',
    delivery: 'per_message',
    trouble: { problem: 'sign-in', since, at },
  } as unknown as ArchivingSettings
  drawPages(
    { '/': () => <ArchivingState settings={settings} /> },
    { api: async () => ({}), viewer: { id: 'me', permissions: new Set() } },
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The server did not accept the user name and the password.')
  expect(alert.textContent).toMatch(
    /The server has accepted no email since .*20.*\. The last attempt failed at .*28/,
  )
  expect(alert.textContent).toContain('The emails wait; none is lost.')
})
