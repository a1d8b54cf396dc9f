import { dayMs } from '@verbatim/contract/durations.ts'
import { onDay } from '@verbatim/contract/drilldown-days.ts'
import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { furnish } from '#testing/furnish.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { addUser } from '#testing/users.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
/** Reads messages, and may not see permission profiles. */
let reader: Caller

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('filtering')
  await furnish(world, tenant)
  await world.deliver(tenant, { from: '+15550200001', body: 'Of the north.' })
  await world.deliver(tenant, { from: '+15550200002', body: 'Of no group.', channel: 'whatsapp' })
  await world.settle()
  admin = await world.as(tenant, tenant.users.super_admin)
  const added = await addUser(
    world,
    tenant,
    { email: 'reader@filtering.example', firstName: 'Ray', lastName: 'Reader', role: 'none' },
    {
      name: 'Reading',
      channels: ['sms', 'whatsapp'],
      groupIds: 'all',
      permissions: ['messages.view', 'messages.export', 'events.view', 'events.bulk', 'events.export'],
    },
  )
  reader = added.caller
})

const list = (caller: Caller, filter: string, period?: string) =>
  caller.call(
    'GET',
    `/bff/api/v1/messages?limit=200&filter=${filter}${period === undefined ? '' : `&period=${encodeURIComponent(period)}`}`,
  )
const bodies = async (caller: Caller, filter: string, period?: string): Promise<readonly string[]> =>
  (await list(caller, filter, period)).json.items.map(({ body }: { body: string }) => body)

test('a permission profile finds the messages that it covers, and “is not” finds the others', async () => {
  const { north, everything } = tenant.profiles
  expect(await bodies(admin, `permissionProfileId[eq]:${north}`)).toContain('Of the north.')
  expect(await bodies(admin, `permissionProfileId[eq]:${north}`)).not.toContain('Of no group.')
  expect(await bodies(admin, `permissionProfileId[neq]:${north}`)).toContain('Of no group.')
  expect(await bodies(admin, `permissionProfileId[eq]:${everything}`)).toEqual(
    expect.arrayContaining(['Of the north.', 'Of no group.']),
  )
})

test('a profile that covers more does not extend what its reader sees', async () => {
  const northerner = await world.as(tenant, tenant.northerner)
  expect(await bodies(northerner, `permissionProfileId[eq]:${tenant.profiles.everything}`)).not.toContain(
    'Of no group.',
  )
})

test('the filter by profile needs the permission to see profiles, in lists, exports and bulk changes', async () => {
  expect((await list(reader, 'hasFiles[eq]:false')).status).toBe(200)
  const filter = `permissionProfileId[eq]:${tenant.profiles.north}`
  const asked = await list(reader, filter)
  const exported = await reader.call('POST', `/bff/api/v1/messages/export?filter=${filter}`, {
    format: 'csv',
  })
  const events = '/bff/api/v1/cognitive-events'
  const ofEvents = [
    await reader.call('GET', `${events}?filter=${filter}`),
    await reader.call('GET', `/bff/events?filter=${filter}`),
    await reader.call('POST', `${events}/export?filter=${filter}`, { format: 'csv' }),
    await reader.call('POST', `${events}/status?filter=${filter}`, {
      change: { status: 'escalated' },
      all: true,
    }),
  ]
  for (const { status, json } of [asked, exported, ...ofEvents])
    expect([status, json.code, json.details]).toEqual([
      403,
      'access.denied',
      { permission: 'permission_profiles.view' },
    ])
})

test('a message that arrived before any policy is not covered, and only users who see the figure may filter by it', async () => {
  const own = await world.makeTenant('covering')
  const officer = await world.as(own, own.users.super_admin)
  await world.deliver(own, { from: '+15550200001', body: 'Of the north, before.' })
  await world.settle()
  await forbidOffTheRecord(world, officer)
  await world.deliver(own, { from: '+15550200001', body: 'Of the north, after.' })
  await world.settle()
  expect(await bodies(officer, 'isUncovered[eq]:true')).toEqual(['Of the north, before.'])
  expect(await bodies(officer, 'isUncovered[eq]:false')).toEqual(['Of the north, after.'])
  const today = world.ctx.now().toISOString().slice(0, 10)
  const { json } = await officer.call('GET', `/bff/metrics/compliance?date-from=${today}&date-to=${today}`)
  const figure = json.figures.find(({ id }: { id: string }) => id === 'covered-messages')
  expect(figure).toMatchObject({
    value: 50,
    series: [50],
    drilldown: { list: 'messages', rows: 1 },
    note: 'Messages covered: 1 of 2.',
  })
  expect(await bodies(officer, figure.drilldown.filter)).toEqual(['Of the north, before.'])
  const refused = await list(reader, 'isUncovered[eq]:true')
  expect([refused.status, refused.json.code, refused.json.details]).toEqual([
    403,
    'access.denied',
    { permission: 'metrics.compliance' },
  ])
})

test('where every message is covered, all of them are behind the figure', async () => {
  const own = await world.makeTenant('whole')
  const officer = await world.as(own, own.users.super_admin)
  await forbidOffTheRecord(world, officer)
  await world.deliver(own, { from: '+15550200001', body: 'Of the north.' })
  await world.settle()
  const today = world.ctx.now().toISOString().slice(0, 10)
  const { json } = await officer.call('GET', `/bff/metrics/compliance?date-from=${today}&date-to=${today}`)
  const figure = json.figures.find(({ id }: { id: string }) => id === 'covered-messages')
  expect(figure).toMatchObject({ value: 100, drilldown: { list: 'messages', rows: 1 } })
  expect(await bodies(officer, figure.drilldown.filter)).toEqual(['Of the north.'])
})

test('messages are found by their files, and by the state of reading them', async () => {
  const withFiles = (await list(admin, 'hasFiles[eq]:true')).json
  expect(withFiles.total).toBeGreaterThan(0)
  expect(
    withFiles.items.every(({ attachmentCount }: { attachmentCount: number }) => attachmentCount > 0),
  ).toBe(true)
  expect(await bodies(admin, 'hasFiles[eq]:false')).toContain('Of the north.')
  const read = (await list(admin, 'readingState[eq]:read')).json.items
  expect(read.length).toBeGreaterThan(0)
  expect(await bodies(admin, 'readingState[neq]:read')).toContain('Of the north.')
})

// Last, because sessions end meanwhile.
test('a covered day in a period that is not opens its messages, and a day that is not the others', async () => {
  const own = await world.makeTenant('days-apart')
  const before = await world.as(own, own.users.super_admin)
  await world.deliver(own, { from: '+15550200001', body: 'Before any policy.' })
  await world.settle()
  await forbidOffTheRecord(world, before)
  world.pass(dayMs)
  const officer = await world.as(own, own.users.super_admin)
  await world.deliver(own, { from: '+15550200001', body: 'A day later.' })
  await world.settle()
  const day = (ago: number) => new Date(world.ctx.now().getTime() - ago * dayMs).toISOString().slice(0, 10)
  const ask = `/bff/metrics/compliance?date-from=${day(1)}&date-to=${day(0)}`
  const { json } = await officer.call('GET', ask)
  const { series, drilldown } = json.figures.find(({ id }: { id: string }) => id === 'covered-messages')
  expect(series).toEqual([0, 100])
  const opened = async (at: number) => {
    const question = onDay(drilldown, json.days[at], json, series[at])
    return (await bodies(officer, question?.filter ?? '', question?.period)).toSorted()
  }
  expect([await opened(0), await opened(1)]).toEqual([['Before any policy.'], ['A day later.']])
})
