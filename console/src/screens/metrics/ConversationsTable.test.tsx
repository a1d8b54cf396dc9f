// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { listMetricConversations } from '@verbatim/contract/metric-lists.ts'
import { listThemes } from '@verbatim/contract/theme-choices.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { DigitalRows } from './DigitalRows.tsx'

afterEach(cleanup)

const fees = { id: '019aa000-0000-7000-8000-000000000001', name: 'Fees' }
const group = '019aa000-0000-7000-8000-000000000002'
const conversation = {
  conversationId: '019aa000-0000-7000-8000-000000000003',
  channel: 'sms',
  title: 'Ann Ash',
  firstAt: '2026-11-01T09:00:00.000Z',
  lastAt: '2026-11-01T09:10:00.000Z',
  messages: 2,
}

/** The conversations of an address, one about fees and one about nothing. */
function draw(at: string, permissions: readonly string[] = ['metrics.digital', 'themes.view']) {
  const asked: Readonly<Record<string, unknown>>[] = []
  const drawn = drawPages(
    { '/': DigitalRows, '/metrics/digital-engagement': DigitalRows },
    {
      at,
      viewer: { id: 'me', permissions: new Set(permissions) },
      api: async (call: unknown, { query }: { query: Readonly<Record<string, unknown>> }) => {
        if (call === listThemes) return { items: [fees], total: 1 }
        if (call !== listMetricConversations) return { items: [], total: 0 }
        asked.push(query)
        const items = [
          { ...conversation, theme: fees },
          { ...conversation, conversationId: group },
        ]
        return { items, total: 2 }
      },
    },
  )
  return { ...drawn, asked }
}

const conversations = '/?period=2026-11-01|2026-11-07&filter=conversations'

test('a conversation says what it is about, which leads to the theme in the same days', async () => {
  draw(conversations)
  const table = await screen.findByRole('table', { name: 'Conversations' })
  const link = await within(table).findByRole('link', { name: 'Fees' })
  expect(link.getAttribute('href')).toBe(`/themes/all/${fees.id}?period=2026-11-01%7C2026-11-07`)
  expect(within(table).getByRole('columnheader', { name: 'Theme' })).toBeTruthy()
  expect(within(table).getAllByRole('cell', { name: '–' })).toHaveLength(1)
})

test('a chosen theme narrows the conversations, beside what a link narrows them to, until all are shown again', async () => {
  const { user, asked, router } = draw(`${conversations}:sms|group=${group}`)
  const select = await screen.findByRole('combobox', { name: 'Theme' })
  await user.click(select)
  await user.click(await screen.findByRole('option', { name: 'Fees' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ channel: 'sms', group, theme: fees.id }))
  expect(router.state.location.search).toMatchObject({
    filter: `conversations:sms|group=${group}|theme=${fees.id}`,
  })
  await user.click(select)
  await user.click(await screen.findByRole('option', { name: 'All themes' }))
  await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('theme'))
  expect(asked.at(-1)).toMatchObject({ channel: 'sms', group })
})

test('the theme of an address is named', async () => {
  const { asked } = draw(`${conversations}:theme=${fees.id}`)
  const select = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Theme' })
  await waitFor(() => expect(select.value).toBe('Fees'))
  expect(asked.at(-1)).toMatchObject({ theme: fees.id })
})

test('a reader who may not see themes has neither the column nor the choice', async () => {
  draw(conversations, ['metrics.digital'])
  const table = await screen.findByRole('table', { name: 'Conversations' })
  expect(within(table).queryByRole('columnheader', { name: 'Theme' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Theme' })).toBeNull()
})
