/** The lists of Key Metrics, by representative, contact and conversation. */
import type { DigitalContact, Representative } from '@verbatim/contract/metric-lists.ts'
import { onDay } from '@verbatim/contract/drilldown-days.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { ContactId } from '@verbatim/contract/ids.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createContacts } from '#domains/contacts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { countRows, followLinks } from '#testing/drilldowns.ts'
import { theirs, useKeyMetrics } from '#testing/key-metrics.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let northerner: Caller
useKeyMetrics((opened) => ({ world, tenant, admin, northerner } = opened))

test('people are listed with what they did, and can be searched, sorted and paged', async () => {
  const list = async (path: string) => (await admin.call('GET', `/bff/dashboards/${path}`)).json
  const active = await list('sales/active-representatives?days=60&sort=-sent')
  expect(
    active.items.map(({ name, sent, contacts }: Record<string, unknown>) => [name, sent, contacts]),
  ).toEqual([
    ['Rita Lund', 5, 2],
    ['Sam Sund', 1, 1],
  ])
  // So do the contacts that a representative wrote to, in the days of the list.
  const writtenTo: number[] = []
  for (const { contactsDrilldown } of active.items as Representative[])
    if (contactsDrilldown) writtenTo.push(await countRows(admin, contactsDrilldown, { days: '60' }))
  expect(writtenTo).toEqual([2, 1])
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
  // Each number opens its messages, also those of a stranger, whom no filter names.
  const sentTo = contacts.items.flatMap(({ name, sent, sentDrilldown }: DigitalContact) =>
    sentDrilldown ? [{ name, value: sent, drilldown: sentDrilldown }] : [],
  )
  expect(sentTo).toMatchObject([
    { name: 'Ann Ash', drilldown: { rows: 2 } },
    { name: 'Bob Birch', drilldown: { rows: 2 } },
  ])
  const receivedFrom = contacts.items.filter(({ received }: DigitalContact) => received > 0)
  expect(receivedFrom.map(({ drilldown }: DigitalContact) => drilldown?.rows)).toEqual([1, 2])
  expect(await followLinks(admin, [...receivedFrom, ...sentTo])).toBe(4)
  expect((await list('digital/contacts?days=30&kind=silent')).total).toBe(1)
  expect((await list('digital/contacts?days=30&channel=whatsapp')).total).toBe(3)
  expect((await list('digital/contacts?days=30&channel=sms')).total).toBe(0)
  expect(await list('digital/contacts?days=30&sort=name&skip=1&limit=1')).toMatchObject({
    total: 3,
    items: [{ name: 'Ann Ash' }],
  })
  expect((await list('digital/contacts?days=30&search=birch')).items).toMatchObject([{ name: 'Bob Birch' }])
  const talks = await list('digital/conversations?days=30&sort=-messages')
  expect(talks.items[0]).toMatchObject({ title: 'Ann Ash, Rita Lund', messages: 3 })
  // Ann’s last message is of today. The stranger waits since the fifth day, for Rita, who is named once.
  expect((await list('sales/waiting-clients?search=lund')).items).toMatchObject([
    {
      title: theirs.stranger,
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

test('both notations of a sort are accepted, and days can be sorted and paged too', async () => {
  const list = async (path: string) => (await admin.call('GET', `/bff/dashboards/${path}`)).json
  for (const [path, plain, bracketed] of [
    ['digital/contacts', '-received', 'sort[received]=DESC'],
    ['sales/active-representatives', 'sent', 'sort[sent]=asc'],
    ['compliance/policies', '-events', 'sort[events]=desc'],
  ])
    expect((await list(`${path}?days=60&${bracketed}`)).items).toEqual(
      (await list(`${path}?days=60&sort=${plain}`)).items,
    )
  for (const [path, ...fields] of [
    ['sales/adoption-rate', 'active', 'rate'],
    ['digital/overall-engagement', 'contacts', 'engaged', 'rate'],
  ] as const) {
    const all = await list(`${path}?days=60`)
    expect([all.total, all.items.map(({ day }: { day: string }) => day)]).toEqual([60, all.days])
    const page = await list(`${path}?days=60&sort[day]=DESC&skip=1&limit=2`)
    expect(page).toEqual({ ...all, asOf: page.asOf, items: all.items.slice(-3, -1).toReversed() })
    for (const field of fields) {
      const values = async (sort: string) =>
        (await list(`${path}?days=60&${sort}`)).items.map(
          (item: Record<string, unknown>) => item[field] ?? null,
        )
      const known = all.items
        .map((item: Record<string, number | null>) => item[field] ?? null)
        .filter((value: number | null) => value !== null)
        .toSorted((one: number, other: number) => one - other)
      const none = Array.from({ length: 60 - known.length }, () => null)
      expect(await values(`sort=${field}`)).toEqual([...known, ...none])
      expect(await values(`sort[${field}]=DESC`)).toEqual([...known.toReversed(), ...none])
    }
    for (const wrong of [
      'sort=name',
      'sort[day]=UP',
      'sort[name]=ASC',
      'sort=day&sort[rate]=ASC',
      'limit=0',
      'limit=900',
    ])
      expect([wrong, (await admin.call('GET', `/bff/dashboards/${path}?${wrong}`)).status]).toEqual([
        wrong,
        400,
      ])
  }
})

test('representatives can be narrowed to those who began, and answers have their response times', async () => {
  const list = async (path: string, caller = admin) =>
    (await caller.call('GET', `/bff/dashboards/${path}`)).json
  const names = async (path: string, caller = admin) =>
    (await list(path, caller)).items.map(({ name }: { name: string }) => name).toSorted()
  expect(await names('sales/representatives?days=60')).toEqual(['Rita Lund', 'Sam Sund'])
  expect(await names('sales/representatives?days=60&kind=new')).toEqual(['Rita Lund', 'Sam Sund'])
  // Rita wrote before these days.
  expect(await names('sales/representatives?days=30&kind=new')).toEqual([])
  expect(await names('sales/representatives?days=60', northerner)).toEqual(['Rita Lund'])
  expect((await list('sales/representatives?days=1')).items).toMatchObject([{ cause: 'paused', sent: 0 }])
  const active = (await list('sales/representatives?days=30')).items
  expect(active).toMatchObject([{ name: 'Rita Lund', drilldown: { list: 'messages', rows: 4 } }])
  expect(active[0].cause).toBeUndefined()

  const bursts = async (question: string, caller = admin) => list(`sales/bursts?days=30${question}`, caller)
  const all = await bursts('&sort=-minutes')
  expect(all).toMatchObject({
    total: 3,
    items: [
      { from: 'Ann Ash', title: 'Ann Ash', minutes: (6 * 24 + 1) * 60 },
      { from: 'Ann Ash', minutes: 60, representatives: [{ id: tenant.representative, name: 'Rita Lund' }] },
      { from: theirs.stranger, answeredAt: null, minutes: null, businessMinutes: null },
    ],
  })
  const [slow, fast] = all.items
  expect(Date.parse(fast.answeredAt) - Date.parse(fast.postedAt)).toBe(hourMs)
  const shown = await admin.call('GET', `/bff/api/v1/messages/${slow.messageId}`)
  expect(shown.json).toMatchObject({ conversationId: slow.conversationId, body: 'Thank you so much!' })
  const totals = ['answered', 'within-a-day', 'unanswered'].map(
    async (kind) => (await bursts(`&kind=${kind}`)).total,
  )
  expect(await Promise.all(totals)).toEqual([2, 1, 1])
  expect((await bursts('&sort=postedAt&skip=1&limit=1')).items).toEqual([
    all.items.find(({ from }: { from: string }) => from === theirs.stranger),
  ])
  expect((await bursts('&search=ASH')).total).toBe(2)
  expect((await bursts(`&search=${theirs.stranger.slice(-6)}`)).total).toBe(1)
  expect((await bursts('', northerner)).total).toBe(3)
  for (const question of ['kind=some', 'sort=from', 'sort=title'])
    expect((await admin.call('GET', `/bff/dashboards/sales/bursts?${question}`)).status).toBe(400)
})

test('a reader of a part of a thread does not see people who are only in the rest', async () => {
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
      sentAt: new Date(world.ctx.now().getTime() - dayMs - hours * hourMs),
    })
  await captureHistory(
    world,
    tenant,
    [said('dora@client.example', ['rep@counted.example'], 3)],
    [said('secret@client.example', [colleague.value], 2)],
  )
  const of = async (caller: Caller, path: string) =>
    (await caller.call('GET', `/bff/dashboards/${path}days=30`)).text
  for (const path of [
    'digital/contacts?',
    'digital/conversations?',
    'sales/waiting-clients?',
    'sales/bursts?',
  ]) {
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

test('a merged contact counts once, and its link lists the messages of all merged contacts', async () => {
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

test('under pseudonyms, answers name no one, and cannot be searched by name', async () => {
  const bursts = '/bff/dashboards/sales/bursts?days=30&sort=-minutes'
  expect((await admin.call('PUT', '/bff/organizations', { readsUnderPseudonyms: true })).status).toBe(200)
  world.pass(4_000)
  const reader = await world.as(tenant, tenant.users.super_admin)
  const { text, json } = await reader.call('GET', bursts)
  const [slow] = json.items
  const message = (await reader.call('GET', `/bff/api/v1/messages/${slow.messageId}`)).json
  expect(slow).toMatchObject({ title: 'Conversation', from: message.from })
  expect(slow.from).toMatch(/^Client [2-9A-Z]{6}$/)
  expect(slow.representatives).toMatchObject([
    { name: expect.stringMatching(/^Representative [2-9A-Z]{6}$/) },
  ])
  for (const name of ['Ann', 'Lund', tenant.representative, theirs.stranger]) expect(text).not.toContain(name)
  const contacts = '/bff/dashboards/digital/contacts?days=30'
  for (const asked of [`${bursts}&search=Ann`, `${contacts}&sort=-name`, `${contacts}&sort[name]=ASC`])
    expect(await reader.call('GET', asked)).toMatchObject({ status: 403, json: { code: 'identity.hidden' } })
  const [writer] = (await reader.call('GET', '/bff/dashboards/sales/active-representatives?days=30')).json
    .items
  expect(writer.contactsDrilldown.filter).not.toContain(tenant.representative)
  expect(await countRows(reader, writer.contactsDrilldown)).toBe(writer.contacts)
  const reveal = { reason: 'Complaint C-2041' }
  const revealed = await reader.call('POST', `/bff/conversations/${slow.conversationId}/identity`, reveal)
  expect(revealed.status).toBe(200)
  expect((await reader.call('GET', bursts)).json.items[0]).toMatchObject({ from: 'Ann Ash' })
})

test('the lists behind a day of answers have the bursts of its share and its median', async () => {
  const { figures, days, ...period } = (await admin.call('GET', '/bff/metrics/sales?days=10')).json
  const of = (id: string) => figures.find((figure: Figure) => figure.id === id) as Figure
  const [rate, median] = [of('response-rate'), of('first-response')]
  for (const [at, day] of days.entries()) {
    const rows = ({ drilldown }: Figure, changes = {}) =>
      countRows(admin, { ...onDay(drilldown!, day, period)!, ...changes })
    const [bursts, inTime] = [await rows(rate), await rows(rate, { filter: 'bursts:within-a-day' })]
    const share = bursts === 0 ? null : Math.round((inTime / bursts) * 1_000) / 10
    expect([day, rate.series?.[at]]).toEqual([day, share])
    expect([day, (await rows(median)) === 0]).toEqual([day, median.series?.[at] === null])
  }
  expect(rate.series?.some(Boolean)).toBe(true)
})
