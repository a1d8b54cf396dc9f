/** Answers of the specification at their old addresses, and what they add up. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { gatherRefusals, recordRefusals } from '#domains/accounts/refusal-commands.ts'
import { runExports } from '#flows/make-exports/run-exports.ts'
import { readFigures } from '#flows/report-health/figures.ts'
import { inTenant } from '#platform/db.ts'
import { type Caller, done } from '#testing/caller.ts'
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
const api = '/bff/api/v1'
const compliance = (at: Date) => {
  const day = at.toISOString().slice(0, 10)
  return `/bff/cognitive-compliance?date-from=${day}&date-to=${day}`
}

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
  await done(reader.call('GET', compliance(world.ctx.now())))
  // Each of the three questions is in the trail once, with its reader, scope and number of results.
  const listed = 'filter=eventType[eq]:events_listed'
  const trail = (await done(admin.call('GET', `/audit/events?${listed}`))).items
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
  const today = compliance(world.ctx.now())
  const { items } = await done(reader.call('GET', today))
  expect(items).toMatchObject([{ name: 'Off the record', severity: 'high', events: 2, openEvents: 2 }])
  expect(items[0].evidences.map(({ text }: { text: string }) => text).toSorted()).toEqual([
    'Off the record',
    'off the record!',
  ])
  const northerner = await world.as(tenant, tenant.northerner)
  const theirs = await done(northerner.call('GET', today))
  expect(theirs.items).toMatchObject([{ events: 1, evidences: [{ text: 'Off the record' }] }])
  const before = await done(
    reader.call('GET', '/bff/cognitive-compliance?date-from=2020-01-01&date-to=2020-12-31'),
  )
  expect(before).toEqual({ from: '2020-01-01', to: '2020-12-31', items: [], total: 0 })
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

test('the configuration names the release', async () => {
  const { APP_RELEASE_VERSION } = await done(admin.call('GET', '/config.json'))
  expect(APP_RELEASE_VERSION).toBe(versionOfRelease())
})

test('the manifest of an export says what was refused, redacted or not captured, within its requester’s access', async () => {
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
    return (await done(caller.call('GET', `${api}/exports/${json.exportId}`))).manifest.omissions
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
  await done(
    admin.call('PUT', `${api}/permission-profiles/${tenant.profiles.north}/permissions`, {
      channels: ['whatsapp'],
      groups: [tenant.groups.north],
    }),
  )
  world.pass(4_000)
  const northerner = await world.as(tenant, tenant.northerner)
  const theirs = await manifestOf(northerner, `${api}/messages/export`)
  expect(theirs).toMatchObject({ access: 'part', refused: { total: 1 }, silent: [] })
})

test('an account that receives nothing for longer than expected is silent, in capture health and in the metrics', async () => {
  const url = `${api}/accounts/${tenant.accounts.sms}`
  expect(await done(admin.call('GET', url))).toMatchObject({ expectedHours: null, isSilent: false })
  await done(admin.call('PUT', url, { expectedHours: 24 }))
  expect(await done(admin.call('GET', url))).toMatchObject({ expectedHours: 24, isSilent: false })
  world.pass(25 * hourMs)
  admin = await world.as(tenant, tenant.users.super_admin)
  const silent = `${api}/accounts?filter=isSilent[eq]:true`
  expect((await done(admin.call('GET', silent))).items).toMatchObject([{ id: tenant.accounts.sms }])
  expect(await world.deliver(tenant, { from: '+15550109999', body: 'Good morning' })).toBe(200)
  await world.settle()
  expect((await done(admin.call('GET', silent))).items).toEqual([])
  // The figures of operators go by the clock of the database.
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`update account_counters set last_event_at = now() - interval '25 hours'`.execute(tx),
  )
  expect((await readFigures(world.ctx.db, world.ctx.now())).silent).toBe(1)
  const [{ changes }] = (await done(admin.call('GET', '/audit/events?filter=eventType[eq]:account_updated')))
    .items
  expect(changes).toEqual([{ field: 'expectedHours', old: null, new: 24 }])
  expect((await admin.call('PUT', url, { expectedHours: 0 })).status).toBe(400)
  const reviewer = await world.as(tenant, tenant.users.compliance)
  expect((await reviewer.call('PUT', url, { expectedHours: 1 })).status).toBe(403)
})
