// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { permissions, rolePermissions } from '@verbatim/contract/permissions.ts'
import { afterEach, expect, test } from 'vitest'
import { importsList } from '#screens/imports/imports-list.tsx'
import { messagesList } from '#screens/messages/MessagesScreen.tsx'
import { drawPages } from '#testing/draw-pages.tsx'
import { EmptyList } from './EmptyList.tsx'

afterEach(cleanup)

async function draw(list: typeof importsList | typeof messagesList, may: readonly string[]) {
  const asked: string[] = []
  const { user } = drawPages(
    { '/': () => <EmptyList list={list} create={undefined} onPeriod={(period) => asked.push(period)} /> },
    { viewer: { id: 'v', permissions: new Set(may) } },
  )
  await screen.findByRole('heading', { name: list.empty.title })
  const links = screen.queryAllByRole('link').map(({ textContent }) => textContent)
  return { links, asked, user }
}

test('an empty list links to where its rows come from, for users who may go there', async () => {
  const { links } = await draw(importsList, permissions)
  expect(links).toEqual(['Import platform users', 'Import messenger users', 'Import contacts'])
  cleanup()
  expect((await draw(importsList, rolePermissions.analyst)).links).toEqual([])
})

test('an empty list of a period offers all time', async () => {
  const { asked, user } = await draw(messagesList, permissions)
  await user.click(screen.getByRole('button', { name: 'Show all time' }))
  expect(asked).toEqual(['all'])
})
