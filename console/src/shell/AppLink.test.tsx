// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { AppLink } from './AppLink.tsx'

afterEach(cleanup)

test('a link that is followed twice, as by a double click, is one step of the history', async () => {
  const { router, user } = drawPages({
    '/': () => <AppLink href="/next">Next page</AppLink>,
    '/next': () => <AppLink href="/next">This page</AppLink>,
  })
  await user.click(await screen.findByText('Next page'))
  await user.dblClick(await screen.findByText('This page'))
  expect(router.history.location.pathname).toBe('/next')
  router.history.back()
  await screen.findByText('Next page')
})
