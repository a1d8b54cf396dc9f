// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { permissions, rolePermissions } from '@verbatim/contract/permissions.ts'
import { afterEach, expect, test } from 'vitest'
import { organizationTabs } from '#shell/navigation.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

afterEach(cleanup)

const label = 'Organization Settings'

async function draw(may: readonly string[]) {
  const Frame = () => <SettingsFrame label={label} tabs={organizationTabs} />
  const { router, user } = drawPages(
    { '/organization/groups': Frame, '/organization/policies': Frame },
    { at: '/organization/groups', viewer: { id: 'v', permissions: new Set(may) } },
  )
  const [list] = await screen.findAllByRole('navigation', { name: label })
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: label })
  return { list: within(list as HTMLElement), select, router, user }
}

test('each tab is under one of four headings, with the open one marked', async () => {
  const { list } = await draw(permissions)
  const headings = ['Organization', 'People', 'Supervision', 'Data']
  const under = headings.map((name) =>
    within(list.getByRole('list', { name }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')?.split('/').at(-1)),
  )
  expect(under).toEqual([
    ['profile', 'single-sign-on'],
    ['platform-users', 'groups', 'contacts', 'permission-profiles'],
    ['policies', 'notifications', 'change-requests', 'metric-alerts'],
    [
      'integrations',
      'smtp-integration',
      'insights',
      'insight-providers',
      'imports',
      'audit-trail',
      'scheduled-reports',
    ],
  ])
  expect(list.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([
    'Groups',
  ])
})

test('a tab that the reader may not open is absent, and so is a heading without tabs', async () => {
  const { list, select } = await draw(rolePermissions.manager)
  expect(list.queryByText('Organization')).toBeNull()
  expect(list.queryByRole('link', { name: 'Policies' })).toBeNull()
  expect([...select.options].map(({ text }) => text)).toEqual([
    'Platform Users',
    'Groups',
    'Contact Management',
    'Permission Profiles',
  ])
})

test('on a phone a select shows the open tab, and opens another one', async () => {
  const { select, router, user } = await draw(permissions)
  expect(select.selectedOptions[0]?.text).toBe('Groups')
  await user.selectOptions(select, 'Policies')
  expect(router.state.location.pathname).toBe('/organization/policies')
})
