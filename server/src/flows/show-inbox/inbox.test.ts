import { dayMs } from '@verbatim/contract/durations.ts'
import { inboxLimits } from '@verbatim/contract/inbox.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { sweep } from '#flows/sweep/sweep.ts'
import { inTenant } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let reviewer: Caller
useTenants('inbox', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
  reviewer = await world.as(tenant, tenant.users.compliance)
  await forbidOffTheRecord(world, admin)
})

const path = '/bff/api/v1/cognitive-events'
async function raise(value: string, conversationKey: string): Promise<string> {
  const author = { kind: 'phone', value } as const
  await captureHistory(world, tenant, [messageOf(world, { author, conversationKey, body: 'off the record' })])
  const { items } = (await admin.call('GET', `${path}?limit=1`)).json
  world.pass(1)
  return items[0].id
}
const northern = () => raise('+15550100001', 'north')
const southern = () => raise('+15550100009', 'south')

async function done(answer: Promise<{ status: number; json: unknown }>) {
  const { status, json } = await answer
  expect({ status, json }).toMatchObject({ status: 200 })
  world.pass(1)
}
const assign = (event: string, assigneeId: UserId | null, caller = admin) =>
  done(caller.call('PUT', `${path}/${event}/assignee`, { assigneeId }))
const move = (event: string, change: object, caller = admin) =>
  done(caller.call('PUT', `${path}/${event}/status`, change))
const comment = (eventId: string, mentions: readonly string[], caller = admin) =>
  caller.call('POST', '/bff/events/comments', { eventId, comment: 'Look at this', mentions })
const inboxOf = async (caller: Caller, query = '') =>
  (await caller.call('GET', `/bff/api/v1/inbox${query}`)).json
const kindsFor = async (caller: Caller) =>
  (await inboxOf(caller)).items.map(({ kind }: { kind: string }) => kind)

test('a reviewer’s inbox shows what others did with their events, newest first, and nothing they did themselves', async () => {
  const id = await northern()
  await assign(id, tenant.users.compliance)
  await move(id, { status: 'escalated' })
  await comment(id, [])
  world.pass(1)
  await move(id, { status: 'in_review', assigneeId: tenant.users.compliance }, reviewer)
  await comment(id, [], reviewer)
  await assign(id, null)
  const { items, unread } = await inboxOf(reviewer)
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual([
    'unassigned',
    'commented',
    'moved',
    'assigned',
  ])
  expect(items[3]).toMatchObject({ eventId: id, events: 1, isRead: false, policy: 'Off the record' })
  expect(unread).toBe(4)
  expect(await kindsFor(admin)).toEqual([])
})

test('events assigned together are one item that counts them', async () => {
  const ids = [await northern(), await southern(), await raise('+15550100009', 'other')]
  const change = { status: 'in_review', assigneeId: tenant.users.compliance }
  await done(admin.call('POST', `${path}/status`, { ids, change }))
  const { items } = await inboxOf(reviewer)
  expect(items).toMatchObject([{ kind: 'assigned', events: 3 }])
})

test('a mention reaches users who may see the event, reviewers or not, and is refused for others', async () => {
  const id = await southern()
  const { status, json } = await comment(id, [tenant.users.analyst, tenant.users.analyst])
  expect({ status, mentions: json.mentions }).toMatchObject({
    status: 200,
    mentions: [{ id: tenant.users.analyst }],
  })
  const analyst = await world.as(tenant, tenant.users.analyst)
  expect(await inboxOf(analyst)).toMatchObject({ unread: 1, items: [{ kind: 'mentioned', eventId: id }] })
  const other = await world.makeTenant(`other-${tenant.label}`)
  for (const stranger of [tenant.northerner, tenant.representative, other.users.compliance])
    expect((await comment(id, [stranger])).json.code).toBe('event.cannot-mention')
  expect((await admin.call('GET', `/bff/events/comments/${id}`)).json.total).toBe(1)
})

test('all users who see the event are offered for mentions', async () => {
  const id = await southern()
  const offered = (await admin.call('GET', `${path}/reviewers?may=view&eventId=${id}`)).json.items.map(
    ({ id: of }: { id: string }) => of,
  )
  expect(offered).toContain(tenant.users.analyst)
  expect(offered).not.toContain(tenant.northerner)
})

test('an item is hidden while its event is out of the reader’s scope', async () => {
  const id = await southern()
  await assign(id, tenant.users.compliance)
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.updateTable('inbox_item').set({ read_at: null }).execute(),
  )
  const northerner = await world.as(tenant, tenant.northerner)
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const item = await tx.selectFrom('inbox_item').selectAll().executeTakeFirstOrThrow()
    const theirs = { ...item, id: crypto.randomUUID() as never, user_id: tenant.northerner }
    await tx.insertInto('inbox_item').values(theirs).execute()
  })
  expect(await inboxOf(northerner)).toEqual({ items: [], hasMore: false, unread: 0 })
})

test('users mark items as read one by one or all at once, and never those of another user', async () => {
  const id = await northern()
  await assign(id, tenant.users.compliance)
  await assign(id, null)
  const [newest, oldest] = (await inboxOf(reviewer)).items
  const read = (caller: Caller, body: object) => caller.call('POST', '/bff/api/v1/inbox/read', body)
  expect((await read(admin, { ids: [newest.id] })).json).toEqual({ unread: 0 })
  expect((await read(reviewer, { ids: [] })).json).toEqual({ unread: 2 })
  expect((await inboxOf(reviewer)).unread).toBe(2)
  expect((await read(reviewer, { ids: [newest.id] })).json).toEqual({ unread: 1 })
  expect((await inboxOf(reviewer)).items.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([
    true,
    false,
  ])
  expect((await read(reviewer, {})).json).toEqual({ unread: 0 })
  expect(await inboxOf(reviewer, `?before=${newest.id}`)).toMatchObject({ items: [{ id: oldest.id }] })
})

test('a user without access to events has an empty inbox', async () => {
  const withoutRole = await world.as(tenant, tenant.users.none)
  expect(await inboxOf(withoutRole)).toEqual({ items: [], hasMore: false, unread: 0 })
})

test('a long inbox is served page by page, and old items are removed', async () => {
  const id = await northern()
  for (let n = 0; n <= inboxLimits.shown; n += 1) await comment(id, [tenant.users.compliance])
  const first = await inboxOf(reviewer)
  expect([first.items.length, first.hasMore]).toEqual([inboxLimits.shown, true])
  const second = await inboxOf(reviewer, `?before=${first.items.at(-1).id}`)
  expect([second.items.length, second.hasMore]).toEqual([1, false])
  const later = new Date(world.ctx.now().getTime() + (inboxLimits.keptDays + 1) * dayMs)
  await inTenant(world.ctx.db, tenant.id, (tx) => sweep(tx, later))
  expect((await inboxOf(reviewer)).items).toEqual([])
})
