/** Every figure of Key Metrics is the number of rows behind its link, and people are counted as one would by hand. */
import type { ContactId } from '@verbatim/contract/ids.ts'
import type { Dashboard, Drilldown, Figure } from '@verbatim/contract/metrics.ts'
import { definitionOf } from '@verbatim/contract/metric-definitions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createContacts } from '#domains/contacts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let northerner: Caller

const eveningMs = 18 * 3_600_000
const dayMs = 86_400_000
/** The representative is in the north, the colleague in the south; a mail address of nobody is a stranger's. */
const ours = { representative: '+15550100001', colleague: '+15550100009' } as const
const theirs = { ann: '+15550107001', bob: '+15550107002', stranger: '+15550107003' } as const

/** Who says what to whom: each with the days before today, and the hour. */
const said = [
  { by: 'ann', to: 'representative', at: [3, 8], body: 'Can you call me?' },
  { by: 'representative', to: 'ann', at: [3, 9], body: 'Yes, off the record' },
  { by: 'representative', to: 'ann', at: [3, 10], body: 'I will send you the papers tomorrow.' },
  { by: 'ann', to: 'representative', at: [9, 8], body: 'Thank you so much!' },
  { by: 'representative', to: 'bob', at: [5, 12], body: 'We will send you the contract tomorrow.' },
  { by: 'representative', to: 'bob', at: [4, 11], body: 'Hello again' },
  { by: 'stranger', to: 'representative', at: [5, 13], body: 'Who is this?' },
  { by: 'bob', to: 'representative', at: [40, 9], body: 'Earlier' },
  { by: 'representative', to: 'bob', at: [42, 9], body: 'Earlier still, off the record' },
  { by: 'colleague', to: 'bob', at: [45, 9], body: 'South says hello' },
  { by: 'ann', to: 'representative', at: [0, 0], body: 'Today is not over' },
] as const

useTestWorld(async (opened) => {
  world = opened
  // At the same hour whenever it runs: whole days since a message depend on it.
  world.pass((dayMs + eveningMs - (world.ctx.now().getTime() % dayMs)) % dayMs)
  tenant = await world.makeTenant('counted')
  const now = world.ctx.now()
  const tomorrow = Math.floor(now.getTime() / dayMs + 1) * dayMs
  admin = await world.as(tenant, tenant.users.super_admin)
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    createContacts(
      tx,
      [
        {
          id: newId<ContactId>(now),
          name: 'Ann Ash',
          addresses: [theirs.ann],
          groupIds: [tenant.groups.north],
        },
        {
          id: newId<ContactId>(now),
          name: 'Bob Birch',
          addresses: [theirs.bob],
          groupIds: [tenant.groups.north],
        },
      ],
      now,
    ),
  )
  await admin.call('POST', '/bff/api/v1/topic', {
    name: 'Secrecy',
    severity: 'high',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: [
      { name: 'Off the record', type: 'phrase', pattern: 'off the record', scope: 'message', conditions: {} },
    ],
  })
  const address = { ...ours, ...theirs }
  const capture = (lines: readonly (typeof said)[number][]) =>
    captureHistory(world, tenant, ...lines.map((line) => [toMessage(line)]))
  await capture(said.slice(0, -1))
  // What policies raised, they raised yesterday.
  world.pass(dayMs)
  await capture(said.slice(-1))
  admin = await world.as(tenant, tenant.users.super_admin)
  northerner = await world.as(tenant, tenant.northerner)

  function toMessage({ by, to, at: [days, hours], body }: (typeof said)[number]) {
    const people = [address[by], address[to]]
    return messageOf(world, {
      conversationKey: people.toSorted().join(),
      direction: by in ours ? 'outbound' : 'inbound',
      author: { kind: 'phone', value: address[by] },
      participants: people.map((value) => ({
        identity: { kind: 'phone' as const, value },
        role: 'member' as const,
      })),
      sentAt: new Date(tomorrow - days * dayMs + hours * 3_600_000),
      body,
    })
  }
})

const tabs = ['', '/sales', '/digital', '/compliance']
const dashboard = async (caller: Caller, tab: string, period = 'days=30'): Promise<Dashboard> => {
  const { status, json } = await caller.call('GET', `/bff/metrics${tab}?${period}`)
  expect(status).toBe(200)
  return json
}
const figureOf = ({ figures }: Dashboard, id: Figure['id']) => figures.find((figure) => figure.id === id)

const lists = {
  messages: '/bff/api/v1/messages?',
  events: '/bff/api/v1/cognitive-events?',
  'active-representatives': '/bff/dashboards/sales/active-representatives?days=30&',
  'inactive-representatives': '/bff/dashboards/sales/inactive-representatives?days=30&',
  contacts: '/bff/dashboards/digital/contacts?days=30&',
  conversations: '/bff/dashboards/digital/conversations?days=30&',
  'waiting-clients': '/bff/dashboards/sales/waiting-clients?',
  'account-days': '/bff/dashboards/capture/account-days?days=30&',
  accounts: '/bff/api/v1/accounts?',
}

/** How many rows the list of a link has. */
async function countRows(caller: Caller, { list, period, filter }: Drilldown): Promise<number> {
  const path = lists[list]
  const asked = new URLSearchParams({
    limit: '1',
    ...(period !== undefined && { period }),
    ...(filter !== undefined && ownQuery(list, filter)),
  })
  const { status, json } = await caller.call('GET', `${path}${asked}`)
  expect([list, filter, status]).toEqual([list, filter, 200])
  return json.total
}

/** In the lists of Key Metrics, the filter is a kind of row, or `waiting:` and a representative. */
const ownQuery = (list: Drilldown['list'], filter: string): Record<string, string> => {
  if (list === 'contacts') return { kind: filter }
  if (list === 'account-days') {
    const [state = '', channel] = filter.split(':')
    return { state, ...(channel !== undefined && { channel }) }
  }
  return list === 'waiting-clients' ? { owner: filter.replace('waiting:', '') } : { filter }
}

/** Compares each link's list with what the link says. @returns How many there were. */
async function followLinks(caller: Caller, linked: readonly Pick<Figure, 'drilldown'>[]): Promise<number> {
  let links = 0
  for (const one of linked) {
    const rows = one.drilldown && (await countRows(caller, one.drilldown))
    if (rows === undefined) continue
    expect([one, rows]).toEqual([one, one.drilldown?.rows])
    links += 1
  }
  return links
}

test('the list behind every figure has as many rows as it says, for readers of all and of one group', async () => {
  let links = 0
  for (const caller of [admin, northerner])
    for (const tab of tabs) {
      const { figures, breakdowns } = await dashboard(caller, tab)
      const counts = figures.filter(({ id }) => definitionOf(id).unit === 'count')
      expect(counts.map(({ value, drilldown }) => drilldown?.rows ?? value)).toEqual(
        counts.map(({ value }) => value),
      )
      const parts = breakdowns.flatMap((one) => one.parts)
      for (const part of parts) expect(part.drilldown?.rows ?? part.value).toBe(part.value)
      links += await followLinks(caller, [...figures, ...parts])
    }
  expect(links).toBeGreaterThan(60)
})

test('messages, events and people of 30 whole days, against the 30 days before', async () => {
  const overview = await dashboard(admin, '')
  expect(overview.days).toHaveLength(30)
  expect(overview.to < new Date(world.ctx.now()).toISOString().slice(0, 10)).toBe(true)
  const of = async (tab: string, id: Figure['id'], caller = admin) => {
    const { value, previous } = figureOf(await dashboard(caller, tab), id) ?? {}
    return [value, previous]
  }
  expect(await of('', 'messages')).toEqual([7, 3])
  expect(await of('', 'messages-received')).toEqual([3, 1])
  expect(await of('', 'messages-sent')).toEqual([4, 2])
  // Ann’s two are six days apart, Bob’s are 23 hours apart, and his two earlier ones 48 hours.
  expect(await of('', 'conversations')).toEqual([4, 3])
  expect(await of('', 'events-raised')).toEqual([2, 0])
  expect(await of('', 'connected-accounts')).toEqual([3, null])
  expect(await of('/sales', 'representatives')).toEqual([1, 2])
  expect(await of('/sales', 'active-representatives')).toEqual([1, 2])
  expect(await of('/sales', 'adoption-rate')).toEqual([100, 100])
  expect(await of('/sales', 'new-adopters')).toEqual([0, 2])
  // Ann waited an hour, and six days and an hour the other time; the stranger was not answered.
  expect(await of('/sales', 'response-rate')).toEqual([33.3, 0])
  expect(await of('/sales', 'first-response')).toEqual([(60 + 145 * 60) / 2, null])
  // Ann’s papers were promised for the day after; Bob got another message in time.
  expect(await of('/sales', 'overdue-promises')).toEqual([1, null])
  expect(await of('/sales', 'open-promises')).toEqual([0, null])
  expect(await of('/sales', 'kept-promises')).toEqual([50, null])
  expect(await of('/digital', 'contacts')).toEqual([3, 1])
  expect(await of('/digital', 'reached-contacts')).toEqual([2, 1])
  expect(await of('/digital', 'engaged-contacts')).toEqual([2, 1])
  expect(await of('/digital', 'overall-engagement')).toEqual([66.7, 100])
  expect(await of('/compliance', 'hit-rate')).toEqual([285.7, 0])
  expect(await of('/compliance', 'open-events')).toEqual([2, null])
  expect(await of('/compliance', 'aged-events')).toEqual([0, null])
  // Without the colleague’s message, who is in the south.
  expect(await of('', 'messages-sent', northerner)).toEqual([4, 1])
  expect(await of('/sales', 'representatives', northerner)).toEqual([1, 1])
})

test('people are listed with what they did, found by name, in an order, by pages', async () => {
  const list = async (path: string) => (await admin.call('GET', `/bff/dashboards/${path}`)).json
  const active = await list('sales/active-representatives?days=60&sort=-sent')
  expect(
    active.items.map(({ name, sent, contacts }: Record<string, unknown>) => [name, sent, contacts]),
  ).toEqual([
    ['Rita Lund', 5, 2],
    ['Sam Sund', 1, 1],
  ])
  const inactive = await list('sales/inactive-representatives?days=1')
  expect(inactive.items).toMatchObject([{ name: 'Rita Lund', sent: 0, daysSince: 3, cause: 'paused' }])
  const contacts = await list('digital/contacts?days=30&sort=name')
  expect(
    contacts.items.map(({ name, received, sent, isEngaged }: Record<string, unknown>) => [
      name,
      received,
      sent,
      isEngaged,
    ]),
  ).toEqual([
    [theirs.stranger, 1, 0, true],
    ['Ann Ash', 2, 2, true],
    ['Bob Birch', 0, 2, false],
  ])
  expect((await list('digital/contacts?days=30&kind=silent')).total).toBe(1)
  expect(await list('digital/contacts?days=30&sort=name&skip=1&limit=1')).toMatchObject({
    total: 3,
    items: [{ name: 'Ann Ash' }],
  })
  expect((await list('digital/contacts?days=30&search=birch')).items).toMatchObject([{ name: 'Bob Birch' }])
  const talks = await list('digital/conversations?days=30&sort=-messages')
  expect(talks.items[0]).toMatchObject({ title: 'Ann Ash, Rita Lund', messages: 3 })
  // Ann’s last message is of today. The stranger waits since the fifth day.
  expect((await list('sales/waiting-clients')).items).toMatchObject([
    {
      title: `${theirs.stranger}, Rita Lund`,
      category: 'question',
      hours: expect.toSatisfy((hours: number) => hours >= 4 * 24),
      representatives: [{ id: tenant.representative, name: 'Rita Lund' }],
    },
  ])
  const owners = await list('sales/waiting-owners')
  expect(owners).toMatchObject({
    total: 1,
    items: [{ id: tenant.representative, name: 'Rita Lund', waiting: 1 }],
  })
  expect(await followLinks(admin, owners.items)).toBe(1)
  expect((await list('sales/waiting-owners?search=sund')).total).toBe(0)
  expect((await list('sales/waiting-clients?owner=none')).total).toBe(0)
  const adoption = await list('sales/adoption-rate?days=30')
  expect(adoption).toMatchObject({ representatives: 1, active: 1, rate: 100 })
  expect(adoption.items.at(-1)).toMatchObject({ active: 1, rate: 100 })
  const engagement = await list('digital/overall-engagement?days=30')
  expect(engagement).toMatchObject({ contacts: 3, engaged: 2, rate: 66.7 })
  expect(engagement.items.filter(({ contacts: some }: { contacts: number }) => some > 0)).toHaveLength(4)
})

test('a reader of a part of a thread learns of nobody who is only in the rest', async () => {
  const colleague = { kind: 'email', value: 'colleague@counted.example' } as const
  const said = (author: string, to: readonly string[], hours: number) =>
    messageOf(world, {
      channel: 'proofpoint',
      conversationKey: 'offer',
      conversationType: 'thread',
      direction: 'inbound',
      author: { kind: 'email', value: author },
      participants: to.map((value) => ({
        identity: { kind: 'email' as const, value },
        role: 'recipient' as const,
        addressing: 'to' as const,
      })),
      sentAt: new Date(world.ctx.now().getTime() - dayMs - hours * 3_600_000),
    })
  await captureHistory(
    world,
    tenant,
    [said('dora@client.example', ['rep@counted.example'], 3)],
    [said('secret@client.example', [colleague.value], 2)],
  )
  const of = async (caller: Caller, path: string) =>
    (await caller.call('GET', `/bff/dashboards/${path}days=30`)).text
  for (const path of ['digital/contacts?', 'digital/conversations?', 'sales/waiting-clients?']) {
    expect(await of(admin, path)).toContain(
      path.startsWith('digital') ? 'secret@client.example' : 'Rita Lund',
    )
    expect(await of(northerner, path)).not.toContain('secret@client.example')
  }
  expect(await of(northerner, 'digital/contacts?')).toContain('dora@client.example')
  expect(
    (await northerner.call('GET', '/bff/dashboards/digital/conversations?days=30&search=secret')).json.total,
  ).toBe(0)
})

test('a merged contact counts once, and their link has what all of them wrote', async () => {
  const bob = async () =>
    (await admin.call('GET', '/bff/dashboards/digital/contacts?days=60&search=birch')).json.items[0]
  const before = await bob()
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const ids = [newId<ContactId>(world.ctx.now()), newId<ContactId>(world.ctx.now())] as const
    await createContacts(
      tx,
      ids.map((id, at) => ({
        id,
        name: `Robert Birch ${at}`,
        addresses: [`+1555010800${at}`],
        groupIds: [tenant.groups.north],
      })),
      world.ctx.now(),
    )
    const merge = (id: string, into: string) =>
      sql`update contact set merged_into = ${into}, archived_at = now() where id = ${id}`.execute(tx)
    await merge(before.id, ids[0])
    await merge(ids[0], ids[1])
  })
  const after = await bob()
  expect(after).toMatchObject({
    name: 'Robert Birch 1',
    received: 1,
    sent: before.sent,
    drilldown: { rows: 1 },
  })
  expect(await countRows(admin, after.drilldown)).toBe(1)
})

test('categories have their messages, their share and their days', async () => {
  const counted = figureOf(await dashboard(admin, ''), 'messages')?.value ?? 0
  const all = (await admin.call('GET', '/bff/categories/metrics?days=30')).json
  expect(all.items).toHaveLength(5)
  expect(all.items.reduce((sum: number, { messages }: { messages: number }) => sum + messages, 0)).toBe(
    counted,
  )
  const some = all.items.find(({ messages }: { messages: number }) => messages > 0)
  const one = (await admin.call('GET', `/bff/categories/metrics?days=30&category-id=${some.id}`)).json
  expect(one.items).toEqual([some])
  expect(some.share).toBe(Math.round((some.messages / counted) * 1000) / 10)
  expect(some.series.reduce((sum: number, messages: number) => sum + messages, 0)).toBe(some.messages)
  const { status, json } = await admin.call('GET', '/bff/categories/metrics?category-id=none')
  expect([status, json.code]).toEqual([404, 'category.not-found'])
})

test.each([
  ['days=0', 'days'],
  ['days=900', 'days'],
  ['days=7&date-from=2026-01-01&date-to=2026-01-02', 'days'],
  ['date-from=2026-01-01', 'date-to'],
  ['date-to=2026-01-01', 'date-from'],
  ['date-from=2026-01-02&date-to=2026-01-01', 'date-to'],
  ['date-from=2020-01-01&date-to=2026-01-01', 'date-from'],
  ['date-from=0001-01-01&date-to=0001-01-05', 'date-from'],
  ['date-from=9999-12-30&date-to=9999-12-31', 'date-to'],
  ['date-from=soon&date-to=2026-01-01', 'date-from'],
  ['period=7', 'period'],
])('the period %s is refused, naming its part', async (asked, field) => {
  const { status, text } = await admin.call('GET', `/bff/metrics?${asked}`)
  expect(status).toBe(400)
  expect(text).toContain(field)
})

test('how long a client may wait, and the business hours, are settings that figures follow and state', async () => {
  const noteOf = async (id: Figure['id']) => figureOf(await dashboard(admin, '/sales'), id)?.note
  const waiting = async () => figureOf(await dashboard(admin, '/sales'), 'waiting-clients')?.value
  expect([await waiting(), await noteOf('waiting-clients')]).toEqual([
    1,
    'They have waited for at least 24 hours.',
  ])
  expect(await noteOf('first-response-business')).toBe('Monday to Friday, 09:00–17:00, UTC.')
  const set = async (change: object) =>
    expect((await admin.call('PUT', '/bff/organizations', change)).status).toBe(200)
  // The stranger has waited for five days; only Ann’s second answer took longer.
  await set({ waitingHours: 720, businessHours: { days: [1], from: '00:00', to: '24:00', holidays: [] } })
  expect([await waiting(), await noteOf('waiting-clients')]).toEqual([
    0,
    'They have waited for at least 720 hours.',
  ])
  expect(await noteOf('first-response-business')).toBe('Monday, 00:00–24:00, UTC.')
  const everyDay = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', holidays: [] }
  await set({ waitingHours: 24, businessHours: everyDay })
  const all = await dashboard(admin, '/sales')
  expect(figureOf(all, 'first-response-business')?.value).toBe(figureOf(all, 'first-response')?.value)
  for (const owner of ['all', '123'])
    expect((await admin.call('GET', `/bff/dashboards/sales/waiting-clients?owner=${owner}`)).status).toBe(400)
})

test('a reader without the permission of a tab gets none of its figures', async () => {
  const nobody = await world.as(tenant, tenant.users.none)
  for (const path of [
    ...tabs.map((tab) => `/bff/metrics${tab}`),
    '/bff/categories/metrics',
    '/bff/dashboards/sales/active-representatives',
    '/bff/dashboards/sales/waiting-clients',
    '/bff/dashboards/sales/waiting-owners',
    '/bff/dashboards/capture/account-days',
    '/bff/dashboards/digital/contacts',
    '/bff/dashboards/compliance/policies',
    '/bff/dashboards/compliance/reviewers',
  ])
    expect([path, (await nobody.call('GET', path)).status]).toEqual([path, 403])
})
