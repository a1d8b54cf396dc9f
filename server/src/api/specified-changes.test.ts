/** Changes with the specification's fields alone: what they do not name stays as it was. */
import { expect, test } from 'vitest'
import { type Caller, done } from '#testing/caller.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('specified-changes', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const messenger = '/messenger/api/v1'
const api = '/bff/api/v1'

/** What a change does to a thing, besides its version. */
async function changed(url: string, change: object, at = url): Promise<object> {
  const stateOf = async () => {
    const { version: _, changedAt: _at, changedBy: _by, ...rest } = await done(admin.call('GET', url))
    return rest as Record<string, unknown>
  }
  const before = await stateOf()
  await done(admin.call('PUT', at, change))
  const after = await stateOf()
  const isOther = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name])
  return Object.fromEntries(Object.entries(after).filter(isOther))
}

test('a contact keeps its groups, its other numbers, its mail and its conversations', async () => {
  const made = await done(
    admin.call('POST', `${messenger}/contacts`, {
      name: 'Ada Quinn',
      phoneNumbers: ['+12025550143', '+12025550177'],
      emails: ['ada@quinn.example'],
      shareLevel: 'personal',
      ownerId: tenant.northerner,
      groupIds: [tenant.groups.north],
    }),
  )
  const url = `${messenger}/contacts/${made.id}`
  for (const value of ['+12025550143', '+12025550177'])
    await captureHistory(world, tenant, [messageOf(world, { author: { kind: 'phone', value } })])
  const { name, phone, shareLevel, ownerEmail } = made
  expect(await changed(url, { name, phone, shareLevel, ownerEmail })).toEqual({})
  expect(await changed(url, { name: 'Ada Quill' })).toEqual({ name: 'Ada Quill' })
  // Another number takes the place of the one that was answered.
  expect(await changed(url, { phone: '+12025550144' })).toMatchObject({
    phone: '+12025550144',
    addresses: [
      { kind: 'phone', value: '+12025550144' },
      { kind: 'phone', value: '+12025550177' },
      { kind: 'email', value: 'ada@quinn.example' },
    ],
  })
  expect(await changed(url, { emails: [] })).toMatchObject({ addresses: [{}, {}] })
  expect(await changed(url, { phoneNumbers: ['+12025550144'] })).toMatchObject({ addresses: [{}] })
  const refusal = async (change: object) => (await admin.call('PUT', url, change)).json.details.fields
  expect(await refusal({ phone: '' })).toEqual({ phoneNumbers: 'Field cannot be empty.' })
  expect(await refusal({ ownerEmail: '' })).toEqual({ ownerId: 'Owner is required' })
  expect(await changed(url, { shareLevel: 'global', ownerEmail: '' })).toMatchObject({
    shareLevel: 'global',
    ownerEmail: '',
  })
  expect(await refusal({ shareLevel: 'personal' })).toEqual({ ownerId: 'Owner is required' })
  await done(admin.call('DELETE', url))
})

test('a permission profile keeps its permissions, its groups and its description', async () => {
  const made = await done(
    admin.call('POST', `${api}/permission-profiles`, {
      name: 'Readers',
      description: 'All of them',
      channels: ['sms'],
      groups: [tenant.groups.north],
      permissions: ['events.comment'],
    }),
  )
  const url = `${api}/permission-profiles/${made.id}`
  const { groups } = made
  const groupIds = groups.map(({ id }: { id: string }) => id)
  const asked = { channels: ['sms', 'whatsapp'], groups: groupIds }
  expect(await changed(url, asked, `${url}/permissions`)).toEqual({ channels: ['sms', 'whatsapp'] })
  expect(await changed(url, { permissions: [] }, `${url}/permissions`)).toEqual({ permissions: [] })
  expect(await changed(url, { name: 'Desk' }, `${url}/info`)).toEqual({ name: 'Desk' })
})

test('a group keeps its description and its shared history', async () => {
  const made = await done(
    admin.call('POST', `${messenger}/conversation-groups`, {
      name: 'Floor',
      description: 'All of it',
      sharedConversationHistory: true,
    }),
  )
  const url = `${messenger}/conversation-groups/${made.id}`
  expect(await changed(url, { name: 'Trading floor' }, `${url}/info`)).toEqual({ name: 'Trading floor' })
})

test('a rule keeps its pattern and its conditions, alone and with its policy', async () => {
  const conditions = { direction: 'outbound', minWords: 3 }
  const rule = { name: 'Buy', type: 'phrase', pattern: 'buy', alsoDisguised: false, conditions }
  const made = await done(admin.call('POST', `${api}/topic`, { name: 'Advice', rules: [rule] }))
  const url = `${api}/topics/${made.id}`
  const [{ id }] = made.rules
  const ruleUrl = `${url}/rule/${id}`
  const [before] = made.rules
  const asked = { name: 'Buying', type: 'phrase', scope: 'message_and_attachment' }
  expect(await changed(url, asked, ruleUrl)).toEqual({ rules: [{ ...before, ...asked }] })
  expect(await changed(url, { rules: { put: [{ id, name: 'Sell' }] } })).toEqual({
    rules: [{ ...before, ...asked, name: 'Sell' }],
  })
  // A pattern is one of its type: neither is read by the other's rules.
  const fieldsOf = async (url_: string, change: object) => {
    const { status, json } = await admin.call('PUT', url_, change)
    return [status, json.code, json.details.field ?? Object.keys(json.details.fields)[0]]
  }
  expect(await fieldsOf(ruleUrl, { type: 'regex' })).toEqual([400, 'policy.empty', 'pattern'])
  expect(await fieldsOf(ruleUrl, { pattern: '(' })).toEqual([400, 'request.invalid', 'type'])
  expect((await admin.call('PUT', ruleUrl, { type: 'regex', pattern: '(' })).json.code).toBe(
    'policy.bad-regex',
  )
  for (const rules of [{ put: [{ name: 'New', type: 'phrase' }] }, { put: [{ name: 'New' }] }])
    expect(await fieldsOf(url, { rules })).toEqual([400, 'request.invalid', 'rules.put.0.pattern'])
})

test('an account keeps its settings and its secrets', async () => {
  const accounts = '/external-accounts/api/v1/imessage/accounts'
  const made = await done(
    admin.call('POST', accounts, {
      name: 'Desk phone',
      address: '+12025550188',
      details: { serverUrl: 'https://mac.example.com', password: 'secret' },
    }),
  )
  expect(await changed(`${accounts}/${made.id}`, { name: 'Front desk' })).toEqual({ name: 'Front desk' })
})

test('a messenger user has one role, named role, and keeps the invited email address', async () => {
  const users = `${messenger}/users`
  const draft = { email: 'Manny@Halden.example', firstName: 'Manny', lastName: 'Ager' }
  const groupIds = [tenant.groups.north]
  const made = await done(admin.call('POST', `${users}/invite`, { ...draft, role: 'manager', groupIds }))
  expect(made).toMatchObject({ role: 'manager', messengerRole: 'manager' })
  const url = `${users}/${made.id}`
  expect(await changed(url, { ...draft, role: 'user', groupIds })).toEqual({
    role: 'user',
    messengerRole: 'user',
  })
  expect(await changed(url, { firstName: 'Manfred' })).toEqual({
    firstName: 'Manfred',
    fullName: 'Manfred Ager',
  })
  const { items } = await done(admin.call('GET', `${users}?filter=role[eq]:user&search=Manfred`))
  expect(items).toMatchObject([{ id: made.id, role: 'user' }])
  const refused = async (change: object) => {
    const { status, json } = await admin.call('PUT', url, change)
    return [status, json.code]
  }
  expect(await refused({ email: 'other@halden.example' })).toEqual([400, 'user.email-fixed'])
  expect(await refused({ role: 'user', messengerRole: 'manager' })).toEqual([400, 'request.invalid'])
  const none = await admin.call('POST', `${users}/invite`, { ...draft, email: 'b@halden.example', groupIds })
  expect(none.json.message).toContain('role is required')
})

test('an empty period of retention keeps messages, beside other rows', async () => {
  const period = (retentionPeriod: string, retentionContext = 'all') => ({
    channel: 'sms',
    retentionPeriod,
    retentionContext,
  })
  const years = period('P7Y')
  const { dataRetention } = await done(
    admin.call('PUT', '/bff/organizations', { dataRetention: [years, period(''), period('', 'no_event')] }),
  )
  expect(dataRetention).toEqual([years])
  const none = await done(admin.call('PUT', '/bff/organizations', { dataRetention: [period('')] }))
  expect(none.dataRetention).toEqual([])
})

test('events are sorted by date and by author under the specification’s field names', async () => {
  for (const list of [`${api}/cognitive-events`, '/bff/events'])
    for (const sort of ['-date', 'author', '-severity,-triggeredTime'])
      await done(admin.call('GET', `${list}?sort=${sort}`))
})
