/** Calls with the specification's fields alone: what we added is optional. */
import { expect, test } from 'vitest'
import { type Caller, done } from '#testing/caller.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('specified', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const messenger = '/messenger/api/v1'
const api = '/bff/api/v1'

test('a notification is a policy, recipients, a message and a switch', async () => {
  await forbidOffTheRecord(world, admin)
  const { items } = await done(admin.call('GET', `${api}/topics`))
  const alerts = '/bff/notifications/alerts'
  const made = await done(
    admin.call('POST', alerts, {
      policyId: items[0].id,
      recipients: ['desk@halden.example'],
      emailMessage: 'Please look.',
      enabled: true,
    }),
  )
  expect(made).toMatchObject({
    emailSubject: '[{{severity}}] {{policyName}} — {{eventCount}} new event(s)',
    delivery: 'immediate',
    minSeverity: 'low',
  })
  const hourly = await done(admin.call('PUT', `${alerts}/${made.id}`, { delivery: 'hourly' }))
  // Fields that a change does not name stay unchanged.
  expect(await done(admin.call('PUT', `${alerts}/${made.id}`, { enabled: false }))).toMatchObject({
    delivery: hourly.delivery,
    enabled: false,
  })
  await done(admin.call('DELETE', `${alerts}/${made.id}`))
})

test('a contact is a name, a phone, a share level and an owner’s email, which is blank for a global one', async () => {
  const groupIds = [tenant.groups.north]
  const made = await done(
    admin.call('POST', `${messenger}/contacts`, {
      name: 'Ada Quinn',
      phone: '+12025550143',
      shareLevel: 'global',
      ownerEmail: '',
      groupIds,
    }),
  )
  expect(made).toMatchObject({ phone: '+12025550143', ownerEmail: '' })
  // Another number closes what was open under the old one, as the specification says, without another question.
  const author = { kind: 'phone', value: '+12025550143' } as const
  await captureHistory(world, tenant, [messageOf(world, { author })])
  const changed = await done(
    admin.call('PUT', `${messenger}/contacts/${made.id}`, {
      name: 'Ada Quinn',
      phone: '+12025550144',
      shareLevel: 'global',
      ownerEmail: '',
      groupIds,
    }),
  )
  expect(changed).toMatchObject({ phone: '+12025550144', change: { closed: 1 } })
  const { items } = await done(admin.call('GET', `${messenger}/users`))
  const [owner] = items
  const own = await done(
    admin.call('PUT', `${messenger}/contacts/${made.id}`, {
      name: 'Ada Quinn',
      phone: '+12025550144',
      shareLevel: 'personal',
      ownerEmail: owner.email.toUpperCase(),
      groupIds,
    }),
  )
  expect(own).toMatchObject({ ownerEmail: owner.email, owner: { id: owner.id } })
  await done(admin.call('DELETE', `${messenger}/contacts/${made.id}`))
})

test('an owner’s email that no user has is refused, and so is an email together with an ID', async () => {
  const draft = {
    name: 'Ada',
    phone: '+12025550143',
    shareLevel: 'personal',
    groupIds: [tenant.groups.north],
  }
  const stranger = { ...draft, ownerEmail: 'stranger@elsewhere.example' }
  expect((await admin.call('POST', `${messenger}/contacts`, stranger)).json).toMatchObject({
    code: 'contact.unknown-owner',
  })
  const twice = { ...draft, ownerEmail: 'a@b.example', ownerId: tenant.northerner }
  expect((await admin.call('POST', `${messenger}/contacts`, twice)).json).toMatchObject({
    code: 'request.invalid',
  })
  const none = { ...draft, ownerEmail: '' }
  expect((await admin.call('POST', `${messenger}/contacts`, none)).status).toBe(400)
})

test('the organization’s API key and secret can be set like other fields, and are never returned', async () => {
  const change = { name: 'Halden', apiKey: 'key-1', apiSecret: 'secret-1' }
  const organization = await done(admin.call('PUT', '/bff/organizations', change))
  expect(Object.keys(organization.secrets)).toEqual(['apiKey', 'apiSecret'])
  expect(JSON.stringify(organization)).not.toContain('secret-1')
  const without = await done(admin.call('PUT', '/bff/organizations', { apiKey: null }))
  expect(Object.keys(without.secrets)).toEqual(['apiSecret'])
})

test('a group can be changed as a whole, and fields not given stay unchanged', async () => {
  const made = await done(
    admin.call('POST', `${messenger}/conversation-groups`, {
      name: 'Desk',
      description: 'All of it',
      memberIds: [tenant.representative],
    }),
  )
  const url = `${messenger}/conversation-groups/${made.id}`
  expect(await done(admin.call('PUT', url, { sharedConversationHistory: true }))).toMatchObject({
    name: 'Desk',
    description: 'All of it',
    sharedConversationHistory: true,
    memberCount: 1,
  })
  expect(await done(admin.call('PUT', url, { name: 'Floor', memberIds: [] }))).toMatchObject({
    name: 'Floor',
    memberCount: 0,
  })
  expect((await admin.call('PUT', url, { name: 'Late', expectedVersion: 1 })).json).toMatchObject({
    code: 'group.changed',
  })
  await done(admin.call('DELETE', url))
})

test('a group’s fields and some of its people can be changed in one step, of which a refusal leaves nothing', async () => {
  const groups = `${messenger}/conversation-groups`
  const { representative, colleague } = tenant
  const made = await done(admin.call('POST', groups, { name: 'Step', memberIds: [representative] }))
  const url = `${groups}/${made.id}`
  const change = { name: 'Stair', addedMemberIds: [colleague], removedMemberIds: [representative] }
  expect(await done(admin.call('PUT', url, { ...change, expectedVersion: made.version }))).toMatchObject({
    name: 'Stair',
    memberCount: 1,
  })
  const { items } = await done(admin.call('GET', `${messenger}/group-members?filter=groupId[in]:${made.id}`))
  expect(items.map(({ id }: { id: string }) => id)).toEqual([colleague])

  // Who is added stays, though a list of the others is given.
  const both = { memberIds: [representative], addedMemberIds: [colleague] }
  expect(await done(admin.call('PUT', url, both))).toMatchObject({ memberCount: 2 })

  const none = '00000000-0000-7000-8000-000000000000'
  const refused = await admin.call('PUT', url, { name: 'Ladder', addedMemberIds: [none] })
  expect(refused.json).toMatchObject({ code: 'group.unknown-person' })
  expect(await done(admin.call('GET', url))).toMatchObject({ name: 'Stair', memberCount: 2 })
  await done(admin.call('DELETE', url))
})

test('a permission profile can be changed and removed without a version', async () => {
  const made = await done(
    admin.call('POST', `${api}/permission-profiles`, { name: 'Readers', channels: ['sms'] }),
  )
  const url = `${api}/permission-profiles/${made.id}`
  await done(admin.call('PUT', `${url}/info`, { name: 'Many readers', description: 'All' }))
  await done(admin.call('PUT', `${url}/members`, { added: [tenant.users.analyst] }))
  await done(admin.call('PUT', `${url}/members`, { removed: [tenant.users.analyst] }))
  await done(
    admin.call('PUT', `${url}/permissions`, {
      channels: ['sms', 'whatsapp'],
      groups: [tenant.groups.north],
    }),
  )
  await done(admin.call('DELETE', url))
})

test('a permission profile that names a group, a channel and a permission twice has each once', async () => {
  const { north } = tenant.groups
  const made = await done(
    admin.call('POST', `${api}/permission-profiles`, {
      name: 'Twice',
      groups: [north, north],
      channels: ['sms', 'sms'],
      permissions: ['messages.view', 'messages.view'],
    }),
  )
  expect(made).toMatchObject({ channels: ['sms'], groups: [{ id: north }], permissions: ['messages.view'] })
})

test('an evidence file over the limit is refused with its size, the limit and the types', async () => {
  await forbidOffTheRecord(world, admin)
  await captureHistory(world, tenant, [messageOf(world, { body: 'off the record' })])
  const reviewer = await world.as(tenant, tenant.users.compliance)
  const [event] = (await done(reviewer.call('GET', `${api}/cognitive-events`))).items
  for (const [bytes, size] of [
    [25 * 1024 * 1024 + 1, '25.1 MB'],
    [26 * 1024 * 1024, '26 MB'],
  ] as const) {
    const url = `/bff/events/${event.id}/files?name=proof.pdf`
    const answer = await reviewer.call('POST', url, Buffer.alloc(bytes), {
      'content-type': 'application/octet-stream',
    })
    expect([answer.status, answer.json.message]).toEqual([
      413,
      `This file is ${size}. You can upload files of up to 25 MB of these types: pdf, png, jpg, webp, txt, csv, xlsx, docx, eml, zip.`,
    ])
  }
})

test('the events of a conversation are at most 1,000, the most severe first, with the number of all', async () => {
  await forbidOffTheRecord(world, admin)
  await captureHistory(world, tenant, [messageOf(world, { body: 'off the record' })])
  const [{ conversationId }] = (await done(admin.call('GET', `${api}/cognitive-events`))).items
  const asked = 'sort=-severity,-triggeredTime&skip=0&limit=1000'
  const { items, total } = await done(
    admin.call('GET', `${api}/cognitive-events?filter=conversationId[eq]:${conversationId}&${asked}`),
  )
  expect(items.map((event: { conversationId: string }) => event.conversationId)).toEqual([conversationId])
  expect(total).toBe(1)
  const { status } = await admin.call('GET', `${api}/cognitive-events?skip=0&limit=1001`)
  expect(status).toBe(400)
})

test('a number that is not positive is refused in the words of the specification', async () => {
  for (const integrationFrequency of [-1, 0, 1.5]) {
    const { json } = await admin.call('PUT', '/bff/organizations', { integrationFrequency })
    expect(json.message).toContain('This field accepts only positive numbers')
  }
  const { json } = await admin.call('PUT', '/bff/organizations', { integrationFrequency: 2000 })
  expect(json.message).toContain('From 1 to 1440.')
  const rule = { name: 'Buy', type: 'phrase', pattern: 'buy', conditions: { minWords: -1 } }
  const policy = await admin.call('POST', `${api}/topic`, { name: 'Numbers', rules: [rule] })
  expect(policy.json.message).toContain('This field accepts only positive numbers')
})

test('an address that is not a web address is refused in the words of the specification', async () => {
  const provider = {
    name: 'Sign-in',
    issuer: 'ftp://login.example',
    clientId: 'a',
    secret: 'b',
    mailDomains: ['a.example'],
  }
  const { json } = await admin.call('PUT', '/bff/organizations/single-sign-on', { enabled: false, provider })
  expect(json.message).toContain('Please make sure your URL is valid.')
  const receiver = {
    host: 'mail.example',
    port: 587,
    security: 'starttls_required',
    signIn: 'xoauth2',
    user: 'archive',
    tokenUrl: 'login.example/token',
    clientId: 'a',
    scope: '',
    fromAddress: 'a@halden.example',
    journalRecipients: ['b@archive.example'],
  }
  const archive = await admin.call('POST', '/bff/archiving/test', receiver)
  expect(archive.json.details.fields.tokenUrl).toBe('Please make sure your URL is valid.')
})

test('a rule may ignore what its author did not write: quoted mails and disclaimers', async () => {
  const rule = (conditions: object) => ({ name: 'Buy', type: 'phrase', pattern: 'buy', conditions })
  const conditions = { ignoreQuoted: true, ignoreDisclaimers: true }
  const policy = { name: 'Advice', rules: [rule(conditions)] }
  const made = await done(admin.call('POST', `${api}/topic`, policy))
  expect((await done(admin.call('GET', `${api}/topics/${made.id}`))).rules[0].conditions).toEqual(conditions)
  const text = 'I see.\n\nThis mail may contain confidential advice to buy.\n\n> buy now'
  const tried = async (given: object) =>
    (await done(admin.call('POST', `${api}/topics/try`, { text, subject: '', rules: [rule(given)] })))
      .evidence
  expect(await tried({})).toHaveLength(2)
  expect(await tried({ ignoreQuoted: true })).toHaveLength(1)
  expect(await tried(conditions)).toEqual([])
})

test('a rule may be limited to languages that are recognized, and to no other', async () => {
  const limitedTo = (languages: string[]) =>
    admin.call('POST', `${api}/topic`, {
      name: `In ${languages.join()}`,
      rules: [{ name: 'Buy', type: 'phrase', pattern: 'buy', conditions: { languages } }],
    })
  const made = await limitedTo(['zh', 'de'])
  expect([made.status, made.json.rules[0].conditions]).toEqual([200, { languages: ['zh', 'de'] }])
  for (const code of ['sw', 'und', 'xx']) expect((await limitedTo([code])).status).toBe(400)
})

test('a missing field is named as required', async () => {
  const { status, json } = await admin.call('POST', `${api}/topic`, { rules: [] })
  expect([status, json.message]).toEqual([400, 'name is required'])
  expect(json.details.fields).toEqual({ name: 'name is required' })
})
