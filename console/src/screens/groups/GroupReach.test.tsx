// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import type { Group } from '@verbatim/contract/groups.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { GroupReach } from './GroupReach.tsx'

afterEach(cleanup)

test('if the reach of a group can’t be read, the panel says why, and reads it again on request', async () => {
  let fails = true
  const api = async () => {
    if (fails) throw new Failure('internal', { requestId: 'r-7' })
    return { conversations: 3, profiles: ['Asia Desk'], policies: [] }
  }
  const group = { id: '0198abcd-0000-7000-8000-00000000000a', version: 1 } as unknown as Group
  const { user } = drawPages(
    { '/': () => <GroupReach group={group} /> },
    { api, viewer: { id: 'me', permissions: new Set() } },
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Request r-7')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Asia Desk')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
