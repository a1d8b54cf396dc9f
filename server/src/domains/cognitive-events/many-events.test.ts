import { expect, test } from 'vitest'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let reviewer: Caller
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('many-events')
  reviewer = await world.as(tenant, tenant.users.compliance)
  await forbidOffTheRecord(world, reviewer)
})

const path = '/bff/api/v1/cognitive-events'
let people = 0
/** The event of a message that breaks the policy, from a new sender. */
async function raise() {
  world.pass(1)
  const from = `+155502${String(20_000 + (people += 1))}`
  expect(await world.deliver(tenant, { from, body: 'Keep this off the record, please.' })).toBe(200)
  await world.settle()
  const { json } = await reviewer.call('GET', `${path}?limit=1`)
  return json.items[0]
}

test('a change of many events can be undone, except for events that changed since', async () => {
  const events = [await raise(), await raise(), await raise()]
  const bulk = await reviewer.call('POST', `${path}/status`, {
    ids: events.map(({ id }) => id),
    change: { status: 'dismissed' },
  })
  expect(bulk.json).toMatchObject({ changed: 3, skipped: 0 })
  await reviewer.call('PUT', `${path}/${events[0].id}/status`, {
    status: 'in_review',
    reason: 'Not so fast',
  })
  const undone = await reviewer.call('POST', `${path}/status/undo`, { changeId: bulk.json.changeId })
  expect(undone.json).toEqual({ changed: 2, skipped: 1, withheld: [] })
  const { json } = await reviewer.call('GET', `${path}/${events[1].id}`)
  expect(json).toMatchObject({ status: 'new', disposition: null })
})

test('of many events that go into review, those that are reopened have the comment as their reason', async () => {
  const [closed, open] = [await raise(), await raise()]
  await reviewer.call('PUT', `${path}/${closed.id}/status`, { status: 'dismissed' })
  const change = { status: 'in_review', comment: 'All of them again' }
  await reviewer.call('POST', `${path}/status`, { ids: [closed.id, open.id], change })
  const noteOf = async (id: string) => (await reviewer.call('GET', `${path}/${id}`)).json.history.at(-1).note
  expect([await noteOf(closed.id), await noteOf(open.id)]).toEqual(['All of them again', null])
})

test('of many events, those that changed since the reader saw them stay as they are', async () => {
  const events = [await raise(), await raise(), await raise(), await raise()]
  const [seen, claimed, reassigned, moved] = events.map(({ id }) => id)
  const put = (id: string, what: string, body: object) => reviewer.call('PUT', `${path}/${id}/${what}`, body)
  await put(claimed, 'status', { status: 'in_review' })
  await put(reassigned, 'assignee', { assigneeId: tenant.northerner })
  await put(moved, 'status', { status: 'resolved', disposition: 'compliant' })
  const bulk = await reviewer.call('POST', `${path}/status`, {
    ids: [seen, claimed, reassigned, moved],
    expectedVersions: Object.fromEntries(events.map(({ id, version }) => [id, version])),
    change: { status: 'dismissed', comment: 'Noise.' },
  })
  expect(bulk.json).toMatchObject({ changed: 1, skipped: 0, outdated: 3 })
  const now = await Promise.all(
    [seen, claimed, reassigned, moved].map((id) => reviewer.call('GET', `${path}/${id}`)),
  )
  expect(now.map(({ json }) => [json.status, json.commentCount])).toEqual([
    ['dismissed', 1],
    ['in_review', 0],
    ['new', 0],
    ['resolved', 0],
  ])
})

test('without versions, many events are changed as they are, and those that do not allow the step are skipped', async () => {
  const [claimed, dismissed] = [await raise(), await raise()]
  await reviewer.call('PUT', `${path}/${claimed.id}/status`, { status: 'in_review' })
  await reviewer.call('PUT', `${path}/${dismissed.id}/status`, { status: 'dismissed' })
  const bulk = await reviewer.call('POST', `${path}/status`, {
    ids: [claimed.id, dismissed.id],
    change: { status: 'escalated' },
  })
  expect(bulk.json).toMatchObject({ changed: 1, skipped: 1, outdated: 0 })
})

test('all events that a filter matches can be changed at once', async () => {
  await raise()
  const before = (await reviewer.call('GET', `${path}?filter=status[eq]:new`)).json.total
  expect(before).toBeGreaterThan(0)
  const bulk = await reviewer.call('POST', `${path}/status?filter=status[eq]:new`, {
    all: true,
    change: { status: 'in_review' },
  })
  expect(bulk.json.changed).toBe(before)
})
