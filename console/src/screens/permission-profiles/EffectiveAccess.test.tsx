// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import { type EffectiveAccess, getEffectiveAccess } from '@verbatim/contract/effective-access.ts'
import { listProfilePeople } from '@verbatim/contract/permission-profiles.ts'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { AccessPanel, MessageAccess } from './EffectiveAccess.tsx'
import { EffectLines } from './EffectLines.tsx'

afterEach(cleanup)

const userId = '0198abcd-0000-7000-8000-00000000000a'
const messageId = '0198abcd-0000-7000-8000-00000000000b'
const sentence = 'No profile of Ana Bell has the channel SMS.'
const access = {
  sentence,
  findings: [
    { what: 'account', holds: true, text: 'The account is enabled.' },
    { what: 'profile', holds: true, text: 'Permission profiles: “North”, “All”, “None”.' },
    { what: 'channel', holds: false, text: sentence },
    { what: 'group', holds: false, text: 'The conversation has no group.' },
  ],
  profiles: [
    { id: 'p1', name: 'North', channels: ['sms'], allGroups: false, groups: [{ id: 'g', name: 'Desk' }] },
    { id: 'p2', name: 'All', channels: ['sms', 'signal'], allGroups: true, groups: [] },
    { id: 'p3', name: 'None', channels: [], allGroups: false, groups: [] },
  ],
  permissions: [
    { permission: 'events.export', from: ['Profile North', 'Profile All'] },
    { permission: 'events.view', from: ['Role Analyst', 'Profile North'] },
  ],
} as unknown as EffectiveAccess

const listOf = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) =>
      `${within(item).queryByRole('img')?.getAttribute('aria-label') ?? ''} ${item.textContent}`.trim(),
    )

function draw(content: () => React.ReactNode, answer: EffectiveAccess | Failure) {
  const asked: unknown[] = []
  const { user } = drawPages(
    { '/': content },
    {
      api: async (endpoint: unknown, call: { query: unknown }) => {
        if (endpoint === listProfilePeople)
          return { items: [{ id: userId, name: 'Ana Bell', email: 'ana@halden.example', role: 'analyst' }] }
        expect(endpoint).toBe(getEffectiveAccess)
        asked.push(call.query)
        if (answer instanceof Failure) throw answer
        return answer
      },
      viewer: { id: 'me', permissions: new Set() },
    },
  )
  return { user, asked }
}

test('the deciding fact comes first and is not repeated among the checks, which say whether they hold', async () => {
  const whole = `Ana Bell can’t see any messages on the platform. ${sentence}`
  draw(() => <AccessPanel userId={userId} />, { ...access, sentence: whole })
  await screen.findByText(whole)
  expect(listOf('Checks').slice(0, 2)).toEqual([
    'holds The account is enabled.',
    'does not hold The conversation has no group.',
  ])
})

test('a person’s whole access names each profile once with its reach, and only permissions that no role gives', async () => {
  draw(() => <AccessPanel userId={userId} />, access)
  await screen.findByText('North')
  expect(listOf('Checks').slice(2)).toEqual([
    'holds Permission profile “North”: 1 channel, Desk',
    'holds Permission profile “All”: 2 channels, all groups',
    'holds Permission profile “None”: 0 channels, no group',
  ])
  expect(listOf('Added by profiles')).toEqual(['holds Export events: Profile North, Profile All'])
})

test('the reach of the only profile is in the sentence: what remains is which groups', async () => {
  const findings = access.findings.filter(({ holds }) => holds)
  const [north, all] = access.profiles
  const one = { ...access, sentence: 'Ana Bell can see messages on 1 channel, in 1 group.', findings }
  draw(() => <AccessPanel userId={userId} />, { ...one, profiles: [north!] })
  await screen.findByText('North')
  expect(listOf('Checks')).toEqual([
    'holds The account is enabled.',
    'holds Permission profile “North”: Desk',
  ])
  cleanup()
  draw(() => <AccessPanel userId={userId} />, { ...one, profiles: [all!] })
  await screen.findByText('All')
  expect(listOf('Checks')).toEqual(['holds The account is enabled.', 'holds Permission profile “All”'])
})

test('a check that is the same for the messenger is said once', async () => {
  const findings = [
    access.findings[0]!,
    {
      what: 'role' as const,
      holds: true,
      text: 'With the messenger role User, people read their own conversations.',
    },
  ]
  const messenger = { role: 'user' as const, sentence: 'Ana Bell reads their own.', findings }
  draw(() => <AccessPanel userId={userId} />, { ...access, messenger })
  await screen.findByText('Ana Bell reads their own.')
  expect(listOf('Checks for the messenger')).toEqual([
    'holds With the messenger role User, people read their own conversations.',
  ])
})

test('for one message it is asked about the chosen person, and their profiles are left out', async () => {
  const { user, asked } = draw(() => <MessageAccess messageId={messageId} />, access)
  await user.click(await screen.findByRole('combobox', { name: 'Person' }))
  await user.click(await screen.findByRole('option', { name: /Ana Bell/ }))
  await screen.findByText(sentence)
  expect(asked).toEqual([{ userId, messageId }])
  expect(screen.queryByText('North')).toBeNull()
  expect(screen.queryByRole('list', { name: 'Added by profiles' })).toBeNull()
})

test('a reader who may not ask about access reads which permission is missing', async () => {
  const denied = new Failure('access.denied', {
    status: 403,
    details: { permission: 'permission_profiles.manage' },
  })
  draw(() => <AccessPanel userId={userId} />, denied)
  expect((await screen.findByRole('alert')).textContent).toContain('permission_profiles.manage')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

const none = { users: 0, names: [], messages: 0, permissions: [] }

test('more permissions than fit in a sentence are listed by their areas', async () => {
  const permissions = ['events.view', 'events.export', 'messages.view', 'audit.view'] as const
  const lost = { ...none, users: 1, names: ['Ana Bell'], permissions: [...permissions] }
  drawPages({ '/': () => <EffectLines effect={{ lost, gained: none } as AccessEffect} /> })
  await screen.findByText(/Removes 4 permissions from Ana Bell:/)
  const terms = screen
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
  expect(terms).toEqual([
    'Messages and conversations: Read messages',
    'Cognitive events: See cognitive events, export events',
    'Audit: Read the audit trail',
  ])
  expect(screen.queryByRole('list')).toBeNull()
})
