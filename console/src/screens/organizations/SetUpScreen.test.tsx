// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { passwordsDifferText } from '@verbatim/contract/passwords.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { SetUpScreen } from './SetUpScreen.tsx'

afterEach(cleanup)

test('passwords that differ are said and marked at the second one, and nothing is sent', async () => {
  const calls: unknown[] = []
  const { user } = drawPages(
    { '/': SetUpScreen },
    { api: async (...call: unknown[]) => void calls.push(call) },
  )
  await screen.findByText('Set up')
  const [first, second] = [...document.querySelectorAll('input[type="password"]')] as [Element, Element]
  await user.click(first)
  await user.paste('Another-Horse-8')
  await user.click(second)
  await user.paste('Another-Horse-9')
  await user.keyboard('{Enter}')
  await screen.findByText(passwordsDifferText)
  expect(second.getAttribute('aria-describedby')).toContain(screen.getByText(passwordsDifferText).id)
  expect(second.getAttribute('aria-invalid')).toBe('true')
  expect(calls).toEqual([])
})
