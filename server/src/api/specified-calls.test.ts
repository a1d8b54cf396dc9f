/** Calls with the specification's fields alone: what we added is optional. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { gatherRefusals, recordRefusals } from '#domains/accounts/refusal-commands.ts'
import { runExports } from '#flows/exports/run-exports.ts'
import { readFigures } from '#flows/operations/figures.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { versionOfRelease } from '#platform/release.ts'
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

const byFound = (one: { found: number }, other: { found: number }) => one.found - other.found
const messenger = '/messenger/api/v1'
const api = '/bff/api/v1'

async function done(caller: Caller, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  const { status, json } = await caller.call(method, url, body)
  expect({ status, json }).toMatchObject({ status: 200 })
  return json
}

test('a notification is a policy, recipients, a message and a switch', async () => {
  await forbidOffTheRecord(world, admin)
  const { items } = await done(admin, 'GET', `${api}/topics`)
  const alerts = '/bff/notifications/alerts'
  const made = await done(admin, 'POST', alerts, {
    policyId: items[0].id,
    recipients: ['desk@halden.example'],
    emailMessage: 'Please look.',
    enabled: true,
  })
  expect(made).toMatchObject({
    emailSubject: '[{{severity}}] {{policyName}} — {{eventCount}} new event(s)',
    delivery: 'immediate',
    minSeverity: 'low',
  })
  const hourly = await done(admin, 'PUT', `${alerts}/${made.id}`, { delivery: 'hourly' })
  // Fields that a change does not name stay unchanged.
  expect(await done(admin, 'PUT', `${alerts}/${made.id}`, { enabled: false })).toMatchObject({
    delivery: hourly.delivery,
    enabled: false,
  })
  await done(admin, 'DELETE', `${alerts}/${made.id}`)
})

test('a contact is a name, a phone, a share level and an owner’s email, which is blank for a global one', async () => {
  const groupIds = [tenant.groups.north]
  const made = await done(admin, 'POST', `${messenger}/contacts`, {
    name: 'Ada Quinn',
    phone: '+12025550143',
    shareLevel: 'global',
    ownerEmail: '',
    groupIds,
  })
  expect(made).toMatchObject({ phone: '+12025550143', ownerEmail: '' })
  const { items } = await done(admin, 'GET', `${messenger}/users`)
  const [owner] = items
  const own = await done(admin, 'PUT', `${messenger}/contacts/${made.id}`, {
    name: 'Ada Quinn',
    phone: '+12025550143',
    shareLevel: 'personal',
    ownerEmail: owner.email.toUpperCase(),
    groupIds,
  })
  expect(own).toMatchObject({ ownerEmail: owner.email, owner: { id: owner.id } })
  await done(admin, 'DELETE', `${messenger}/contacts/${made.id}`)
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
  const organization = await done(admin, 'PUT', '/bff/organizations', change)
  expect(Object.keys(organization.secrets)).toEqual(['apiKey', 'apiSecret'])
  expect(JSON.stringify(organization)).not.toContain('secret-1')
  const without = await done(admin, 'PUT', '/bff/organizations', { apiKey: null })
  expect(Object.keys(without.secrets)).toEqual(['apiSecret'])
})

test('a group can be changed as a whole, and fields not given stay unchanged', async () => {
  const made = await done(admin, 'POST', `${messenger}/conversation-groups`, {
    name: 'Desk',
    description: 'All of it',
    memberIds: [tenant.representative],
  })
  const url = `${messenger}/conversation-groups/${made.id}`
  expect(await done(admin, 'PUT', url, { sharedConversationHistory: true })).toMatchObject({
    name: 'Desk',
    description: 'All of it',
    sharedConversationHistory: true,
    memberCount: 1,
  })
  expect(await done(admin, 'PUT', url, { name: 'Floor', memberIds: [] })).toMatchObject({
    name: 'Floor',
    memberCount: 0,
  })
  expect((await admin.call('PUT', url, { name: 'Late', expectedVersion: 1 })).json).toMatchObject({
    code: 'group.changed',
  })
  await done(admin, 'DELETE', url)
})

test('a permission profile can be changed and removed without a version', async () => {
  const made = await done(admin, 'POST', `${api}/permission-profiles`, { name: 'Readers', channels: ['sms'] })
  const url = `${api}/permission-profiles/${made.id}`
  await done(admin, 'PUT', `${url}/info`, { name: 'Many readers', description: 'All' })
  await done(admin, 'PUT', `${url}/members`, { added: [tenant.users.analyst] })
  await done(admin, 'PUT', `${url}/members`, { removed: [tenant.users.analyst] })
  await done(admin, 'PUT', `${url}/permissions`, {
    channels: ['sms', 'whatsapp'],
    groups: [tenant.groups.north],
  })
  await done(admin, 'DELETE', url)
})

test('events are also listed at their old address, which counts pages from 0 and names its successor', async () => {
  await forbidOffTheRecord(world, admin)
  for (const conversationKey of ['a', 'b', 'c'])
    await captureHistory(world, tenant, [messageOf(world, { body: 'off the record', conversationKey })])
  const reader = await world.as(tenant, tenant.users.compliance)
  const pageOf = async (url: string) => {
    const { headers, json } = await reader.call('GET', url)
    return { headers, ids: json.items.map(({ id }: { id: string }) => id) }
  }
  const old = await pageOf('/bff/events?page=0&pageSize=2')
  expect(old.headers).toMatchObject({
    deprecation: '@1795478400',
    link: '</bff/api/v1/cognitive-events>; rel="successor-version"',
  })
  expect(old.ids).toEqual((await pageOf(`${api}/cognitive-events?page=1&size=2`)).ids)
  const next = await pageOf('/bff/events?page=1&pageSize=2')
  expect(next.ids).toHaveLength(1)
  expect((await reader.call('GET', '/bff/events?page=minus')).status).toBe(400)
  await done(reader, 'GET', '/bff/cognitive-compliance')
  // Each of the three questions is in the trail once, with its reader, scope and number of results.
  const listed = 'filter=eventType[eq]:events_listed'
  const trail = (await done(admin, 'GET', `/audit/events?${listed}`)).items
  expect(trail.map(({ counts }: { counts: { found: number } }) => counts).toSorted(byFound)).toEqual([
    { found: 1 },
    { found: 3 },
    { found: 3 },
  ])
})

test('compliance returns the topics of a period with the evidence and dates that the reader may see', async () => {
  await forbidOffTheRecord(world, admin)
  const north = { kind: 'phone', value: '+15550100001' } as const
  const south = { kind: 'phone', value: '+15550100009' } as const
  await captureHistory(world, tenant, [
    messageOf(world, { author: north, body: 'Off the record', conversationKey: 'n' }),
  ])
  await captureHistory(world, tenant, [
    messageOf(world, { author: south, body: 'off the record!', conversationKey: 's' }),
  ])
  const reader = await world.as(tenant, tenant.users.compliance)
  const { items } = await done(reader, 'GET', '/bff/cognitive-compliance')
  expect(items).toMatchObject([{ name: 'Off the record', severity: 'high', events: 2, openEvents: 2 }])
  expect(items[0].evidences.map(({ text }: { text: string }) => text).toSorted()).toEqual([
    'Off the record',
    'off the record!',
  ])
  const northerner = await world.as(tenant, tenant.northerner)
  const theirs = await done(northerner, 'GET', '/bff/cognitive-compliance')
  expect(theirs.items).toMatchObject([{ events: 1, evidences: [{ text: 'Off the record' }] }])
  const before = await done(
    reader,
    'GET',
    '/bff/cognitive-compliance?date-from=2020-01-01&date-to=2020-12-31',
  )
  expect(before).toEqual({ from: '2020-01-01', to: '2020-12-31', items: [] })
  const upsideDown = await reader.call(
    'GET',
    '/bff/cognitive-compliance?date-from=2021-01-01&date-to=2020-12-31',
  )
  expect(upsideDown.status).toBe(400)
})

test('X-Language may name any language, and the answer is in English', async () => {
  const ask = (language: string) =>
    admin.call('GET', `${api}/categories`, undefined, { 'x-language': language })
  const answer = await ask('pt-BR')
  expect([answer.status, answer.headers['content-language']]).toEqual([200, 'en'])
  for (const bad of ['not a language', '', 'x'.repeat(40)])
    expect((await ask(bad)).json).toMatchObject({ code: 'request.bad-language' })
})

test('an evidence file over the limit is refused with the limit and the types, for any size', async () => {
  await forbidOffTheRecord(world, admin)
  await captureHistory(world, tenant, [messageOf(world, { body: 'off the record' })])
  const reviewer = await world.as(tenant, tenant.users.compliance)
  const [event] = (await done(reviewer, 'GET', `${api}/cognitive-events`)).items
  for (const bytes of [25 * 1024 * 1024 + 1, 26 * 1024 * 1024]) {
    const url = `/bff/events/${event.id}/files?name=proof.pdf`
    const answer = await reviewer.call('POST', url, Buffer.alloc(bytes), {
      'content-type': 'application/octet-stream',
    })
    expect([answer.status, answer.json.message]).toEqual([
      413,
      'The file is larger than 25 MB. You can upload files of up to 25 MB of these types: pdf, png, jpg, webp, txt, csv, xlsx, docx, eml, zip.',
    ])
  }
})

test('a number that is not positive is refused in the words of the specification', async () => {
  for (const integrationFrequency of [-1, 0, 1.5]) {
    const { json } = await admin.call('PUT', '/bff/organizations', { integrationFrequency })
    expect(json.message).toContain('This field accepts only positive numbers')
  }
  const { json } = await admin.call('PUT', '/bff/organizations', { integrationFrequency: 2000 })
  expect(json.message).toContain('From 1 to 1440.')
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
})

test('the configuration names the release', async () => {
  const { APP_RELEASE_VERSION } = await done(admin, 'GET', '/config.json')
  expect(APP_RELEASE_VERSION).toBe(versionOfRelease())
})

test('the manifest of an export says what was refused, redacted or not captured, as far as its requester’s access goes', async () => {
  await forbidOffTheRecord(world, admin)
  const northern = { kind: 'phone', value: '+15550100001' } as const
  const missing = { ordinal: 0, name: 'terms.pdf' }
  await captureHistory(world, tenant, [
    messageOf(world, { author: northern, body: 'off the record', attachments: [missing] }),
  ])
  const at = world.ctx.now()
  const [sms, whatsapp] = [tenant.accounts.sms, tenant.accounts.whatsapp]
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const refusal = { remote: undefined, sizeBytes: 10, at, reason: 'bad-signature' }
    const refusals = [sms, sms, whatsapp].map((accountId) => ({ accountId, ...refusal }))
    await recordRefusals(tx, gatherRefusals(refusals))
    await sql`insert into quarantined_record (record_id, account_id, quarantined_at, attempts, reason)
      select id, account_id, ${at}, 5, 'unreadable' from message_record`.execute(tx)
  })
  const manifestOf = async (caller: Caller, url: string) => {
    const { status, json } = await caller.call('POST', url, { format: 'csv' })
    expect(status).toBe(202)
    await runExports(world.ctx, tenant.id)
    return (await done(caller, 'GET', `${api}/exports/${json.exportId}`)).manifest.omissions
  }
  const reader = await world.as(tenant, tenant.users.compliance)
  const whole = await manifestOf(reader, `${api}/messages/export`)
  expect(whole).toMatchObject({
    access: 'everything',
    refused: {
      total: 3,
      reasons: [
        { reason: 'bad-signature', count: 2 },
        { channel: 'whatsapp', count: 1 },
      ],
    },
    quarantined: { total: 1, reasons: [{ channel: 'whatsapp', reason: 'unreadable', count: 1 }] },
    attachments: [{ lack: 'gap', reason: 'not-offered', count: 1 }],
    withheld: [],
  })
  expect(whole.silent.map(({ channel }: { channel: string }) => channel)).toEqual(['sms', 'proofpoint'])
  expect(await manifestOf(reader, `${api}/cognitive-events/export`)).toMatchObject({
    refused: { total: 3 },
    attachments: [{ lack: 'gap', count: 1 }],
  })
  const before = `${api}/messages/export?period=2020-01-01|2020-01-31&filter=channelType[eq]:whatsapp`
  expect(await manifestOf(reader, before)).toMatchObject({
    receivedFrom: '2020-01-01T00:00:00.000Z',
    receivedBefore: '2020-02-01T00:00:00.000Z',
    refused: { total: 0 },
    attachments: [],
  })
  await done(admin, 'PUT', `${api}/permission-profiles/${tenant.profiles.north}/permissions`, {
    channels: ['whatsapp'],
    groups: [tenant.groups.north],
  })
  world.pass(4_000)
  const northerner = await world.as(tenant, tenant.northerner)
  const theirs = await manifestOf(northerner, `${api}/messages/export`)
  expect(theirs).toMatchObject({ access: 'part', refused: { total: 1 }, silent: [] })
})

test('a rule may ignore what its author did not write: quoted mails and disclaimers', async () => {
  const rule = (conditions: object) => ({ name: 'Buy', type: 'phrase', pattern: 'buy', conditions })
  const conditions = { ignoreQuoted: true, ignoreDisclaimers: true }
  const policy = { name: 'Advice', rules: [rule(conditions)] }
  const made = await done(admin, 'POST', `${api}/topic`, policy)
  expect((await done(admin, 'GET', `${api}/topics/${made.id}`)).rules[0].conditions).toEqual(conditions)
  const text = 'I see.\n\nThis mail may contain confidential advice to buy.\n\n> buy now'
  const tried = async (given: object) =>
    (await done(admin, 'POST', `${api}/topics/try`, { text, subject: '', rules: [rule(given)] })).evidence
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

test('a field that a call lacks is named as required', async () => {
  const { status, json } = await admin.call('POST', `${api}/topic`, { rules: [] })
  expect([status, json.message]).toEqual([400, 'name is required'])
  expect(json.details.fields).toEqual({ name: 'name is required' })
})

test('an account that receives nothing for longer than expected is silent, in capture health and in the metrics', async () => {
  const url = `${api}/accounts/${tenant.accounts.sms}`
  expect(await done(admin, 'GET', url)).toMatchObject({ expectedHours: null, isSilent: false })
  await done(admin, 'PUT', url, { expectedHours: 24 })
  expect(await done(admin, 'GET', url)).toMatchObject({ expectedHours: 24, isSilent: false })
  world.pass(25 * 3_600_000)
  admin = await world.as(tenant, tenant.users.super_admin)
  const silent = `${api}/accounts?filter=isSilent[eq]:true`
  expect((await done(admin, 'GET', silent)).items).toMatchObject([{ id: tenant.accounts.sms }])
  expect(await world.deliver(tenant, { from: '+15550109999', body: 'Good morning' })).toBe(200)
  await world.settle()
  expect((await done(admin, 'GET', silent)).items).toEqual([])
  // The figures of operators go by the clock of the database.
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`update account_counters set last_event_at = now() - interval '25 hours'`.execute(tx),
  )
  expect((await readFigures(world.ctx.db, world.ctx.now())).silent).toBe(1)
  const [{ changes }] = (await done(admin, 'GET', '/audit/events?filter=eventType[eq]:account_updated')).items
  expect(changes).toEqual([{ field: 'expectedHours', old: null, new: 24 }])
  expect((await admin.call('PUT', url, { expectedHours: 0 })).status).toBe(400)
  const reviewer = await world.as(tenant, tenant.users.compliance)
  expect((await reviewer.call('PUT', url, { expectedHours: 1 })).status).toBe(403)
})
