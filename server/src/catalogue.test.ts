/** Failures as people see them: code, status and text. Failures with rules of their own are tested with those. */
import { dayMs } from '@verbatim/contract/durations.ts'
import { type FailureCode, failures } from '@verbatim/contract/errors.ts'
import { policyLimits } from '@verbatim/contract/policy-rules.ts'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findEventIds } from '#domains/cognitive-events/queries.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase } from '#testing/database.ts'
import type { Answer, Caller } from '#testing/caller.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { useTestWorld } from '#testing/test-world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let contactId: string

const none = '00000000-0000-7000-8000-000000000000'
const messenger = '/messenger/api/v1'
const api = '/bff/api/v1'
const octets = { 'content-type': 'application/octet-stream' }

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('catalogue')
  admin = await world.as(tenant, tenant.users.super_admin)
  const contact = await admin.call('POST', `${messenger}/contacts`, newContact('+15550119001'))
  expect(contact.status, contact.text).toBe(200)
  contactId = contact.json.id
})

const newContact = (phone: string, rest: object = {}) => ({
  name: 'Client',
  phoneNumbers: [phone],
  groupIds: [tenant.groups.north],
  ...rest,
})

/** The catalogue's text, with the values of the answer. */
function expectFailure(answer: Answer, code: FailureCode, filled: Record<string, string> = {}): void {
  const message = failures[code].message.replaceAll(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '?')
  expect(answer.json, answer.text).toMatchObject({ code, message, requestId: expect.any(String) })
  expect(answer.status).toBe(failures[code].status)
}

describe('the request itself', () => {
  test('an unknown address, an unsupported type, an unknown host', async () => {
    expectFailure(await admin.call('GET', '/bff/nowhere'), 'request.not-found')
    const xml = { 'content-type': 'application/xml' }
    expectFailure(
      await admin.call('POST', `${messenger}/contacts`, '<contact/>', xml),
      'request.unsupported-type',
    )
    const answer = await world.app.inject({
      url: '/bff/organizations/basic',
      headers: { host: 'nobody.verbatim.localhost' },
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'organization.not-found' }])
  })
})

describe('missing resources', () => {
  test.each<[FailureCode, 'GET' | 'PUT' | 'DELETE', string, object?]>([
    ['message.not-found', 'GET', `${api}/messages/${none}`],
    ['event.not-found', 'GET', `${api}/cognitive-events/${none}`],
    ['account.not-found', 'GET', `${api}/accounts/${none}`],
    ['policy.not-found', 'GET', `${api}/topics/${none}`],
    ['contact.not-found', 'GET', `${messenger}/contacts/${none}`],
    ['group.not-found', 'GET', `${messenger}/conversation-groups/${none}`],
    ['permission-profile.not-found', 'GET', `${api}/permission-profiles/${none}`],
    ['notification.not-found', 'GET', `/bff/notifications/alerts/${none}`],
    ['account.device-not-found', 'DELETE', `/bff/account/devices/${none}`],
    ['organization.no-logo', 'GET', '/bff/organizations/logo'],
  ])('%s', async (code, method, url) => {
    expectFailure(await admin.call(method, url), code)
  })

  test('the picture of a contact without one', async () => {
    expectFailure(await admin.call('GET', `${messenger}/contacts/${contactId}/avatar`), 'contact.no-avatar')
  })
})

describe('contacts', () => {
  test('a number of a user, an unknown owner, an archived contact', async () => {
    const save = (body: object) => admin.call('POST', `${messenger}/contacts`, body)
    expectFailure(await save(newContact('+15550100001')), 'contact.address-of-user')
    const owned = { shareLevel: 'personal', ownerId: none }
    expectFailure(await save(newContact('+15550119003', owned)), 'contact.unknown-owner')

    const going = await save(newContact('+15550119004'))
    const url = `${messenger}/contacts/${going.json.id}`
    expect((await admin.call('DELETE', `${url}?expectedVersion=1`)).status).toBe(200)
    expectFailure(
      await admin.call('PUT', url, { ...newContact('+15550119004'), expectedVersion: 2 }),
      'contact.archived',
    )
  })
})

describe('permission profiles', () => {
  test('a removed user, and a removed fallback profile', async () => {
    const url = `${api}/permission-profiles/${tenant.profiles.north}/members`
    const members = { added: [none], removed: [], expectedVersion: 1 }
    expectFailure(await admin.call('PUT', url, members), 'permission-profile.unknown-person')
    const moving = { added: [], removed: [tenant.northerner], moveTo: none, expectedVersion: 1 }
    expectFailure(await admin.call('PUT', url, moving), 'permission-profile.unknown-target')
  })
})

describe('policies', () => {
  const draft = (rule: object) => ({
    name: `Policy ${JSON.stringify(rule).length}`,
    rules: [{ name: 'R', type: 'phrase', pattern: 'x', ...rule }],
  })
  test('empty phrases, and a conversation for a rule that is not a prompt', async () => {
    expectFailure(await admin.call('POST', `${api}/topic`, draft({ pattern: '\u0301' })), 'policy.empty')
    expectFailure(
      await admin.call('POST', `${api}/topic`, draft({ scope: 'conversation' })),
      'policy.scope-for-prompts',
    )
  })
})

test('a policy with the maximum number of rules accepts no more', async () => {
  const policy = await admin.call('POST', `${api}/topic`, {
    name: 'Full',
    rules: [{ name: 'First', type: 'phrase', pattern: 'first' }],
  })
  const { rulesPerPolicy: most } = policyLimits
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`
      insert into policy_rule (tenant_id, id, policy_id, name, type, pattern, scope, conditions, ordinal, from_version)
      select tenant_id, gen_random_uuid(), policy_id, name, type, pattern || n, scope, conditions, n, from_version
      from policy_rule, generate_series(1, ${most - 1}::int) n where policy_id = ${policy.json.id}`.execute(
      tx,
    ),
  )
  const rule = { name: 'One more', type: 'phrase', pattern: 'more', scope: 'message', conditions: {} }
  const versioned = { expectedVersion: policy.json.version }
  const added = await admin.call('POST', `${api}/topics/${policy.json.id}/rule`, { ...rule, ...versioned })
  expectFailure(added, 'policy.too-many-rules', { most: String(most) })
  const change = { rules: { put: [rule], removed: [] }, ...versioned }
  const changed = await admin.call('PUT', `${api}/topics/${policy.json.id}`, change)
  expectFailure(changed, 'policy.too-many-rules', { most: String(most) })
})

describe('cognitive events', () => {
  test('a count that has changed, and files that are missing or too large', async () => {
    const policy = await admin.call('POST', `${api}/topic`, {
      name: 'Hush',
      rules: [{ name: 'Hush', type: 'phrase', pattern: 'off the record' }],
    })
    expect(policy.status, policy.text).toBe(200)
    await world.deliver(tenant, { from: '+15550119050', body: 'off the record' })
    await world.settle()
    const { json } = await admin.call('GET', `${api}/cognitive-events`)
    const [event] = json.items
    const all = inTenant(world.ctx.db, tenant.id, async (tx) => {
      const { scope } = (await findActor(tx, tenant.users.super_admin))!
      return findEventIds(tx, scope, { filter: [] }, { most: 0, now: world.ctx.now() })
    })
    await expect(all).rejects.toMatchObject({ code: 'event.too-many', details: { most: 0 } })
    const step = { all: true, expected: 7, change: { status: 'in_review' } }
    expectFailure(await admin.call('POST', `${api}/cognitive-events/status`, step), 'event.count-changed', {
      found: '1',
      expected: '7',
    })
    const comment = { eventId: event.id, comment: 'look', fileIds: [none] }
    expectFailure(await admin.call('POST', '/bff/events/comments', comment), 'event.file-not-found')
    const large = Buffer.alloc(25 * 1024 * 1024 + 1, 'x')
    const answer = await admin.call('POST', `/bff/events/${event.id}/files?name=a.txt`, large, octets)
    expect([answer.status, answer.json.code]).toEqual([413, 'event.file-too-large'])
    expect(answer.json.message).toMatch(/^This file is 25\.1 MB\. You can upload files of up to 25 MB/)
  })
})

test('two imports run at once, and a third waits', async () => {
  const csv = { 'content-type': 'text/csv' }
  const upload = (n: number) =>
    admin.call(
      'POST',
      `${api}/users/import`,
      `email,first name,last name,role,permission profiles\nx${n}@catalogue.example,X,Y,Analyst,Everything\n`,
      csv,
    )
  for (const n of [1, 2]) expect((await upload(n)).status).toBeLessThan(300)
  expectFailure(await upload(3), 'import.too-many')
})

test('history cannot start in the future', async () => {
  const tomorrow = new Date(world.ctx.now().getTime() + dayMs).toISOString().slice(0, 10)
  const change = { expectedVersion: 1, initialHistoryDate: tomorrow }
  expectFailure(await admin.call('PUT', '/bff/organizations', change), 'organization.future-history')
})

test('a time zone that only the program knows is refused', async () => {
  const change = { timeZone: 'US/Pacific-New' }
  expectFailure(await admin.call('PUT', '/bff/organizations', change), 'organization.unknown-zone')
})

test('outside environment local, a single sign-on provider is called only over https', async () => {
  const separate = await openTestDatabase()
  onTestFinished(() => separate.close())
  await using strict = await openWorld(separate.url, {
    VERBATIM_ENVIRONMENT: 'production',
    PUBLIC_BASE_URL: 'https://verbatim.example.com',
  })
  const theirs = await strict.makeTenant('strict')
  const caller = await strict.as(theirs, theirs.users.super_admin)
  const url = '/bff/organizations/single-sign-on'
  const { version } = (await caller.call('GET', url)).json
  const settings = (issuer: string) => ({
    expectedVersion: version,
    enabled: true,
    provider: { name: 'P', issuer, clientId: 'c', mailDomains: ['strict.example'], createsPeople: false },
  })
  expectFailure(await caller.call('PUT', url, settings('http://id.example')), 'single-sign-on.bad-issuer')
  expect((await caller.call('PUT', url, settings('https://id.example'))).status).toBe(200)
})
