/**
 * The nine fixed types of docs/rules/audit.md, caused by requests and read from the audit trail: sentence, changed fields,
 * counts, and origin.
 */
import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { auditSentence, changeLine, countsLine } from '@verbatim/contract/audit-words.ts'
import { expect, test } from 'vitest'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('nine')
  admin = await world.as(tenant, tenant.users.super_admin)
})

type Method = Parameters<Caller['call']>[0]

/** The visible parts of the latest audit entry. */
async function auditedCall(method: Method, url: string, body?: object) {
  world.pass(1_000)
  const agent = { 'user-agent': 'Browser 7' }
  const { status, json, text } = await admin.call(method, url, body, agent)
  expect(status, text).toBe(200)
  const trail = await admin.call('GET', '/audit/events?limit=1')
  const [event] = trail.json.items as AuditEvent[]
  if (!event) throw new Error('Nothing was audited')
  expect(event).toMatchObject({
    actor: { id: tenant.users.super_admin, name: 'super_admin nine' },
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    address: '127.0.0.1',
    agent: 'Browser 7',
  })
  return {
    json,
    line: [
      event.type,
      auditSentence(event),
      countsLine(event.counts).split(', ').toSorted().join(', '),
      ...event.changes.map(changeLine).toSorted(),
    ],
  }
}

test('creating, describing, filling and deleting a group is audited', async () => {
  const base = '/messenger/api/v1/conversation-groups'
  const contact = await admin.call('POST', '/messenger/api/v1/contacts', {
    name: 'Cleo',
    phoneNumbers: ['+15550118001'],
    groupIds: [tenant.groups.north],
  })
  const info = { name: 'Desk', description: 'Equities', sharedConversationHistory: false }
  const { line: created, json: group } = await auditedCall('POST', base, {
    ...info,
    memberIds: [tenant.representative],
    contactIds: [contact.json.id],
  })
  expect(created).toEqual([
    'messenger_conversation_group_created',
    'super_admin nine created the group Desk',
    '1 contact added, 1 member added',
    'Contacts: — → Cleo',
    'Description: — → Equities',
    'Members: — → Rita Lund',
    'Name: — → Desk',
    'Shared conversation history: — → No',
  ])
  const at = `${base}/${group.id}`
  const { line: described } = await auditedCall('PUT', `${at}/info`, {
    ...info,
    name: 'Desk A',
    sharedConversationHistory: true,
    expectedVersion: group.version,
  })
  expect(described).toEqual([
    'messenger_conversation_group_info_updated',
    'super_admin nine changed the group Desk A',
    '',
    'Name: Desk → Desk A',
    'Shared conversation history: No → Yes',
  ])
  const { line: peopled, json: after } = await auditedCall('PUT', `${at}/members`, {
    addedMemberIds: [tenant.colleague],
    removedMemberIds: [tenant.representative],
    addedContactIds: [],
    removedContactIds: [contact.json.id],
    expectedVersion: group.version + 1,
  })
  expect(peopled.slice(0, 3)).toEqual([
    'messenger_conversation_group_members_updated',
    'super_admin nine changed the members of the group Desk A',
    '1 contact removed, 1 member added, 1 member removed',
  ])
  const { line: deleted } = await auditedCall('DELETE', `${at}?expectedVersion=${after.version}`)
  expect(deleted.slice(0, 3)).toEqual([
    'messenger_conversation_group_deleted',
    'super_admin nine deleted the group Desk A',
    '1 member removed',
  ])
})

test('creating, describing, filling, extending and deleting a permission profile is audited', async () => {
  const base = '/bff/api/v1/permission-profiles'
  const info = { name: 'North Readers', description: '' }
  const { line: created, json: profile } = await auditedCall('POST', base, {
    ...info,
    channels: ['sms'],
    groups: [tenant.groups.north],
    permissions: [],
    memberIds: [tenant.users.analyst],
  })
  expect(created.slice(0, 2)).toEqual([
    'permission_profile_created',
    'super_admin nine created the permission profile North Readers',
  ])
  expect(created[2]).toBe('1 channel added, 1 group added, 1 member added')
  expect(created).toContain('Channels: none → SMS/MMS')
  expect(created).toContain('Groups: none → North')

  const at = `${base}/${profile.id}`
  const { line: described } = await auditedCall('PUT', `${at}/info`, {
    ...info,
    name: 'Northern Readers',
    expectedVersion: profile.version,
  })
  expect(described).toEqual([
    'permission_profile_info_updated',
    'super_admin nine changed the permission profile Northern Readers',
    '',
    'Name: North Readers → Northern Readers',
  ])
  const { line: peopled } = await auditedCall('PUT', `${at}/members`, {
    added: [tenant.northerner],
    removed: [tenant.users.analyst],
    expectedVersion: profile.version + 1,
  })
  expect(peopled.slice(0, 3)).toEqual([
    'permission_profile_members_updated',
    'super_admin nine changed the members of the permission profile Northern Readers',
    '1 member added, 1 member removed',
  ])
  const { line: given } = await auditedCall('PUT', `${at}/permissions`, {
    channels: ['sms', 'telegram'],
    groups: [tenant.groups.south],
    permissions: ['messages.export'],
    expectedVersion: profile.version + 2,
  })
  expect(given.slice(0, 2)).toEqual([
    'permission_profile_permissions_updated',
    'super_admin nine changed the permissions of the permission profile Northern Readers',
  ])
  expect(given[2]).toBe('1 channel added, 1 group added, 1 group removed, 1 permission added')
  expect(given).toContain('Channels: SMS/MMS → SMS/MMS, Telegram')
  expect(given).toContain('Groups: North → South')
  const { line: deleted } = await auditedCall('DELETE', `${at}?expectedVersion=${profile.version + 3}`)
  expect(deleted.slice(0, 2)).toEqual([
    'permission_profile_deleted',
    'super_admin nine deleted the permission profile Northern Readers',
  ])
})

test('a policy and its groups are audited by name', async () => {
  const { line } = await auditedCall('POST', '/bff/api/v1/topic', {
    name: 'Hush',
    scope: 'group',
    groupIds: [tenant.groups.north],
    severity: 'high',
    rules: [{ name: 'Hush', type: 'phrase', pattern: 'off the record' }],
  })
  expect(line.slice(0, 2)).toEqual(['policy_created', 'super_admin nine created the policy Hush'])
  expect(line).toContain('Groups: — → North')
  expect(line).toContain('Severity: — → High')
})
