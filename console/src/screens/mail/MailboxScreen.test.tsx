// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { MailboxScreen } from './MailboxScreen.tsx'

afterEach(cleanup)

const mail = {
  id: 'm1',
  to: 'ana@halden.example',
  subject: 'You are invited',
  createdAt: '2026-11-28T09:00:00Z',
  text: 'Hello Ana,\nopen https://halden.example/set-password#a.b-c and sign in.\nSee javascript:alert(1)',
}

test('addresses in a mail that waits are links that tell nothing of this page, and other text is none', async () => {
  drawPages({ '/': MailboxScreen }, { api: async () => ({ items: [mail] }) })
  const article = await screen.findByRole('article')
  expect(article.textContent).toContain(mail.text)
  const [link, ...others] = screen.getAllByRole('link')
  expect(others).toEqual([])
  expect(link?.getAttribute('href')).toBe('https://halden.example/set-password#a.b-c')
  expect(link?.getAttribute('rel')).toBe('noreferrer')
})

test('a mailbox without mail says how one comes', async () => {
  drawPages({ '/': MailboxScreen }, { api: async () => ({ items: [] }) })
  await screen.findByText('No email waiting')
  expect(screen.queryByRole('article')).toBeNull()
})
