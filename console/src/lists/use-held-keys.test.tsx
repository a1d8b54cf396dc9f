// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { useHeldKeys } from './use-held-keys.ts'

afterEach(cleanup)

/** A page whose screen is taken away for a placeholder and drawn anew, and which acts once it is ready. */
async function open() {
  const acted: string[] = []
  const set = { drawn: (_is: boolean) => {}, ready: (_is: boolean) => {} }
  function Screen({ isReady }: { isReady: boolean }) {
    useHeldKeys(['1', '4'], (key) => (isReady ? () => acted.push(key) : 'wait'))
    return <p>Screen</p>
  }
  function Page() {
    const [isDrawn, setDrawn] = useState(true)
    const [isReady, setReady] = useState(false)
    Object.assign(set, { drawn: setDrawn, ready: setReady })
    return isDrawn ? <Screen isReady={isReady} /> : <p>Placeholder</p>
  }
  const pages = drawPages({ '/': Page, '/next': () => <p>Next</p> })
  await screen.findByText('Screen')
  await pages.user.keyboard('14')
  return { ...pages, acted, set: async (what: keyof typeof set, is: boolean) => act(() => set[what](is)) }
}

test('keys that a screen holds act when it is drawn anew after a placeholder', async () => {
  const page = await open()
  await page.set('drawn', false)
  await page.set('drawn', true)
  expect(page.acted).toEqual([])
  await page.set('ready', true)
  expect(page.acted).toEqual(['1', '4'])
})

test('they are forgotten if the address is another one by then', async () => {
  const page = await open()
  await page.set('drawn', false)
  await act(() => page.router.navigate({ to: '/next' as never }))
  await act(() => page.router.navigate({ to: '/' as never, search: { again: 1 } as never }))
  await page.set('ready', true)
  expect(page.acted).toEqual([])
})

test('they are kept if the same page is opened once more, and forgotten if another one is', async () => {
  const page = await open()
  const { history } = page.router
  await act(async () => history.push(history.location.href))
  await page.set('ready', true)
  expect(page.acted).toEqual(['1', '4'])

  await page.set('ready', false)
  await page.user.keyboard('1')
  await act(async () => history.push('/?other=1'))
  await page.set('ready', true)
  expect(page.acted).toEqual(['1', '4'])
})
