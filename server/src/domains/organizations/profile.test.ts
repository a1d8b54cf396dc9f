import type { Organization } from '@verbatim/contract/organizations.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller

useTenants('profiled', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.tenant_admin)
})

const path = '/bff/organizations'
const read = async (caller = admin) => (await caller.call('GET', path)).json as Organization
const put = (change: object, caller = admin) => caller.call('PUT', path, { expectedVersion: 1, ...change })
const audits = () =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .selectFrom('audit_event')
      .selectAll()
      .where('type', 'in', ['organization_updated', 'retention_updated', 'organization_logo_updated'])
      .orderBy('at')
      .orderBy('id')
      .execute(),
  )

const foundedOn = async () => {
  const { created_at } = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('organization').select('created_at').executeTakeFirstOrThrow(),
  )
  return created_at.toISOString().slice(0, 10)
}

test('an unchanged organization has the defaults', async () => {
  expect(await read()).toMatchObject({
    integrationFrequency: 5,
    idleLockMinutes: 30,
    businessHours: { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', holidays: [] },
    waitingHours: 24,
    requiresSecondStep: false,
    dataRetention: [],
    secrets: {},
    messagingProviderAccountSid: '',
    initialHistoryDate: await foundedOn(),
    hasInitialHistoryDate: false,
    version: 1,
  })
})

test('given fields change, are audited one by one, and can be read back', async () => {
  const change = {
    name: 'Halden & Marsh',
    language: 'fr-CA',
    timeZone: 'America/New_York',
    country: 'CA',
    mailDomains: ['halden.example', 'marsh.example'],
    messagingProviderAccountSid: 'AC0123',
    integrationFrequency: 15,
    initialHistoryDate: '2020-02-29',
    idleLockMinutes: 10,
    businessHours: { days: [1, 2, 6], from: '08:30', to: '24:00', holidays: ['2026-12-25'] },
    waitingHours: 48,
    requiresSecondStep: true,
  }
  const { status, json } = await put(change)
  expect(status).toBe(200)
  expect(json).toMatchObject({ ...change, version: 2 })
  expect(await read()).toEqual(json)
  const [audit] = await audits()
  expect(audit?.changes.map(({ field }) => field).toSorted()).toEqual(
    [...Object.keys(change), 'holidays'].toSorted(),
  )
  expect(audit?.changes).toContainEqual({
    field: 'businessHours',
    old: 'Monday to Friday, 09:00–17:00',
    new: 'Monday, Tuesday, Saturday, 08:30–24:00',
  })
  expect(audit?.changes).toContainEqual({ field: 'holidays', old: '', new: '2026-12-25' })
  const { json: basics } = await admin.call('GET', `${path}/basic`)
  expect(basics).toMatchObject({ name: 'Halden & Marsh', language: 'fr-CA', idleLockMinutes: 10 })
})

test('an initial history date can be the day of the founding, and removed again', async () => {
  const founded = await foundedOn()
  const dates = async () => {
    const { initialHistoryDate, hasInitialHistoryDate } = await read()
    return [initialHistoryDate, hasInitialHistoryDate]
  }
  await put({ initialHistoryDate: founded })
  expect(await dates()).toEqual([founded, true])
  await put({ initialHistoryDate: '2020-02-29', expectedVersion: 2 })
  await put({ initialHistoryDate: null, expectedVersion: 3 })
  expect(await dates()).toEqual([founded, false])
  expect((await audits()).map(({ changes: [change] }) => [change?.old, change?.new])).toEqual([
    [null, founded],
    [founded, '2020-02-29'],
    ['2020-02-29', null],
  ])
})

test('an unchanged value changes nothing, and is not audited', async () => {
  const { name } = await read()
  const businessHours = { holidays: [], to: '17:00', from: '09:00', days: [5, 4, 3, 2, 1, 1] }
  expect((await put({ name, idleLockMinutes: 30, businessHours })).json).toMatchObject({ version: 1 })
  expect(await audits()).toEqual([])
})

test('a mail domain is stored once, in its normal form', async () => {
  const { json } = await put({ mailDomains: [' Halden.Example ', 'halden.example', 'marsh.example'] })
  expect(json).toMatchObject({ mailDomains: ['halden.example', 'marsh.example'] })
  const [audit] = await audits()
  expect(audit?.changes).toEqual([
    {
      field: 'mailDomains',
      old: [`${tenant.label}.example`],
      new: ['halden.example', 'marsh.example'],
    },
  ])
})

test('one of two concurrent changes is refused, with the version', async () => {
  const answers = await Promise.all([put({ name: 'One' }), put({ name: 'Two' })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.json).toMatchObject({ code: 'organization.changed', details: { version: 2 } })
  expect(await audits()).toHaveLength(1)
})

const office = { days: [1], from: '09:00', to: '17:00', holidays: [] }

test.each([
  ['a frequency of none', { integrationFrequency: 0 }],
  ['a frequency of two days', { integrationFrequency: 2880 }],
  ['a lock after four minutes', { idleLockMinutes: 4 }],
  ['a lock after nine hours', { idleLockMinutes: 540 }],
  ['a client who waits after no hour', { waitingHours: 0 }],
  ['a client who waits after a month', { waitingHours: 744 }],
  ['business hours on no day', { businessHours: { ...office, days: [] } }],
  ['business hours on an eighth day', { businessHours: { ...office, days: [8] } }],
  ['business hours that end before they start', { businessHours: { ...office, to: '08:59' } }],
  ['business hours from the end of a day', { businessHours: { ...office, from: '24:00' } }],
  ['business hours past the end of a day', { businessHours: { ...office, to: '24:30' } }],
  ['a holiday that is no date', { businessHours: { ...office, holidays: ['2026-02-30'] } }],
  ['an unknown language', { language: 'tlh' }],
  ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
  ['a country that is none', { country: 'ZZ' }],
  ['a country in lower case', { country: 'gb' }],
  ['a domain without an end', { mailDomains: ['halden'] }],
  ['a mail address for a domain', { mailDomains: ['halden.example', 'ana@halden.example'] }],
  [
    'fifty-one domains',
    { mailDomains: Array.from({ length: 51 }, (_, number) => `halden${number}.example`) },
  ],
  ['a name that is only blanks', { name: ' ​ ' }],
  ['history from tomorrow on', { initialHistoryDate: '2999-01-01' }],
  ['half a day of retention', { dataRetention: [{ channel: 'sms', retentionPeriod: 'PT12H' }] }],
  ['no days of retention', { dataRetention: [{ channel: 'sms', retentionPeriod: 'P0D' }] }],
  [
    'two periods for the same',
    {
      dataRetention: [
        { channel: 'sms', retentionPeriod: 'P1Y' },
        { channel: 'sms', retentionPeriod: 'P2Y' },
      ],
    },
  ],
  ['a field that is not its own', { hostLabel: 'elsewhere' }],
])('%s is refused', async (_, change) => {
  expect((await put(change)).status).toBe(400)
  expect((await read()).version).toBe(1)
})

describe('secrets', () => {
  test('can be written, never read back, and are audited only as changed', async () => {
    const secret = 'e3b0c44298fc1c149afbf4c8996fb924'
    const { text, json } = await put({ secrets: { authToken: secret, apiKey: 'SK1' } })
    expect(text).not.toContain(secret)
    const { secrets } = json as Organization
    expect(Object.keys(secrets).toSorted()).toEqual(['apiKey', 'authToken'])
    expect(secrets.authToken).toMatchObject({ setBy: expect.any(String) })
    const kept = await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx
        .selectFrom('organization_secret')
        .selectAll()
        .where('name', '=', 'auth_token')
        .executeTakeFirstOrThrow(),
    )
    expect(kept.sealed.includes(secret)).toBe(false)
    const place = { tenantId: tenant.id, table: 'organization_secret', id: 'auth_token' }
    expect(world.ctx.secrets.unseal(kept.sealed, place).toString()).toBe(secret)
    const [audit] = await audits()
    expect(audit?.changes).toContainEqual({ field: 'authToken', old: null, new: 'changed' })
    expect(JSON.stringify(audit)).not.toContain(secret)
  })

  test('are deleted on request', async () => {
    await put({ secrets: { apiSecret: 'S1' } })
    const { json } = await put({ expectedVersion: 2, secrets: { apiSecret: null, authToken: null } })
    expect(json).toMatchObject({ secrets: {}, version: 3 })
    expect((await audits())[1]?.changes).toEqual([{ field: 'apiSecret', old: 'set', new: 'removed' }])
  })
})

test('retention is set by channel and context, audited in words, and needs its own permission', async () => {
  const dataRetention = [
    { channel: 'sms', retentionPeriod: 'P7Y', retentionContext: 'all' },
    { channel: 'sms', retentionPeriod: 'P90D', retentionContext: 'no_event' },
  ]
  expect((await put({ dataRetention })).json).toMatchObject({ dataRetention })
  const [audit] = await audits()
  expect(audit).toMatchObject({ type: 'retention_updated' })
  expect(audit?.changes).toContainEqual({
    field: 'SMS/MMS, messages without an event',
    old: null,
    new: 'P90D',
  })
})

test('only administrators change the organization, and only users with permission see it', async () => {
  const compliance = await world.as(tenant, tenant.users.compliance)
  expect((await compliance.call('GET', path)).status).toBe(200)
  expect((await put({ name: 'X' }, compliance)).status).toBe(403)
  const analyst = await world.as(tenant, tenant.users.analyst)
  expect((await analyst.call('GET', path)).status).toBe(403)
})

describe('the logo', () => {
  const octets = { 'content-type': 'application/octet-stream' }
  const send = (bytes: Uint8Array) => admin.call('PUT', `${path}/logo`, bytes, octets)
  const draw = (format: 'png' | 'jpeg' | 'webp', width = 2_124) =>
    sharp({ create: { width, height: 528, channels: 3, background: '#225588' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'hidden words' } } })
      .toFormat(format)
      .toBuffer()

  test.each(['png', 'jpeg'] as const)(
    'a %s is redrawn, at most twice its displayed size, without hidden data',
    async (format) => {
      const { status, json } = await send(await draw(format))
      expect(status).toBe(200)
      const { logo } = json as Organization
      expect(logo).toMatchObject({ width: 1062, height: 264 })
      const response = await world.app.inject({
        url: logo!.url,
        headers: { host: `${tenant.label}.verbatim.localhost` },
      })
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
      })
      expect(response.rawPayload.includes('hidden words')).toBe(false)
      expect((await audits())[0]).toMatchObject({ type: 'organization_logo_updated' })
      expect((await admin.call('GET', `${path}/basic`)).json).toMatchObject({ logo })
    },
  )

  test('other pictures, files with a false type, and large ones are refused', async () => {
    const png = await draw('png')
    const broken = Buffer.concat([png.subarray(0, 60), Buffer.from('<script>alert(1)</script>')])
    for (const bytes of [
      await draw('webp'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      broken,
    ])
      expect((await send(bytes)).json).toMatchObject({ code: 'organization.bad-logo' })
    expect((await send(Buffer.alloc(2 * 1024 * 1024 + 1))).json).toMatchObject({
      code: 'organization.logo-too-large',
    })
  })

  test('can be removed', async () => {
    await send(await draw('png', 300))
    expect((await admin.call('DELETE', `${path}/logo`)).json).not.toHaveProperty('logo')
    const { statusCode } = await world.app.inject({
      url: `${path}/logo`,
      headers: { host: `${tenant.label}.verbatim.localhost` },
    })
    expect(statusCode).toBe(404)
  })
})
