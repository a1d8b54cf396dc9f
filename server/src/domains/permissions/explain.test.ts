import { channels } from '@verbatim/contract/channels.ts'
import { GroupId, PermissionProfileId } from '@verbatim/contract/ids.ts'
import { roles } from '@verbatim/contract/permissions.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reaches } from '#access/explain.ts'
import { isWithin } from '#access/scope.ts'
import { explainMessage, explainPermissions, explainReach, type Subject } from './explain.ts'
import type { GivingProfile } from './profile-queries.ts'

const groupIds = [1, 2, 3].map((n) => GroupId.parse(`00000000-0000-7000-8000-00000000000${n}`))
const group = (at: number) => ({ id: groupIds[at]!, name: `Group ${at}` })
const profile = (given: Partial<GivingProfile> = {}): GivingProfile => ({
  id: PermissionProfileId.parse('00000000-0000-7000-8000-0000000000ff'),
  name: 'Desk',
  channels: ['sms'],
  groupIds: [groupIds[0]!],
  permissions: [],
  ...given,
})
const ana: Subject = { name: 'Ana', role: 'analyst', enabled: true, removed: false, profiles: [profile()] }
const message = { channel: 'sms' as const, groups: [group(0)] }

test.each([
  ['sees it by a profile', ana, message, true, 'The profile “Desk” covers SMS/MMS in the group “Group 0”.'],
  [
    'is removed',
    { ...ana, removed: true },
    message,
    false,
    'The account has been removed from the organization.',
  ],
  ['is disabled', { ...ana, enabled: false }, message, false, 'The account is disabled.'],
  [
    'has no role that reads',
    { ...ana, role: 'none' as const },
    message,
    false,
    'No platform role is assigned, and no permission profile lets its members read messages.',
  ],
  [
    'has no role and no profile',
    { ...ana, role: 'none' as const, profiles: [] },
    message,
    false,
    'No platform role is assigned.',
  ],
  [
    'has no profile',
    { ...ana, profiles: [] },
    message,
    false,
    'The user has no permission profile, so they can’t see any channels or groups.',
  ],
  [
    'has another channel',
    ana,
    { ...message, channel: 'signal' as const },
    false,
    'The message was captured on Signal, which none of the permission profiles covers.',
  ],
  [
    'has another group',
    ana,
    { ...message, groups: [group(1), group(2)] },
    false,
    'The message is in the groups “Group 1”, “Group 2”, which no permission profile covers on SMS/MMS.',
  ],
  [
    'has groups, and the message none',
    ana,
    { ...message, groups: [] },
    false,
    'This message isn’t in a group, so only permission profiles covering all groups include it.',
  ],
])('explains the access of a person who %s', (_, ...given) => {
  const [subject, seen, sees, why] = given as [Subject, Parameters<typeof explainMessage>[1], boolean, string]
  const explained = explainMessage(subject, seen)
  expect(explained.sees).toBe(sees)
  expect(explained.sentence).toBe(
    `Ana ${sees ? 'can see this message' : 'can’t see this message on the platform'}. ${why}`,
  )
})

test('a channel of one profile and a group of another do not combine', () => {
  const profiles = [profile({ channels: ['signal'] }), profile({ groupIds: [groupIds[1]!] })]
  expect(explainMessage({ ...ana, profiles }, { channel: 'signal', groups: [group(1)] }).sees).toBe(false)
})

test('the explanation agrees with the scope for any profiles and any message', () => {
  const someIds = fc.subarray(groupIds)
  const someProfile = fc
    .record({
      channels: fc.subarray([...channels]),
      groupIds: fc.oneof(fc.constant('all' as const), someIds),
    })
    .map(profile)
  fc.assert(
    fc.property(
      fc.array(someProfile, { maxLength: 4 }),
      fc.constantFrom(...channels),
      fc.subarray([0, 1, 2]),
      (profiles, channel, at) => {
        const seen = { channel, groups: at.map(group) }
        const cell = { channel, groupIds: seen.groups.map(({ id }) => id) }
        const { sees } = explainMessage({ ...ana, profiles }, seen)
        expect(sees).toBe(isWithin(profiles, cell))
        expect(sees).toBe(profiles.some((one) => reaches(one, seen)))
      },
    ),
  )
})

test('shows what a user sees in total, and the source of each permission', () => {
  expect(explainReach(ana).sentence).toBe('Ana can see messages on 1 channel, in 1 group.')
  expect(explainReach({ ...ana, profiles: [] }).sentence).toContain(
    'Ana can’t see any messages on the platform. ',
  )
  const brought = explainPermissions({
    ...ana,
    profiles: [profile({ permissions: ['audit.view', 'events.view'] })],
  })
  expect(brought).toContainEqual({ permission: 'audit.view', from: ['Profile “Desk”'] })
  expect(brought).toContainEqual({ permission: 'events.view', from: ['Role Analyst', 'Profile “Desk”'] })
  for (const role of roles) expect(explainPermissions({ ...ana, role, profiles: [] })).toBeDefined()
})
