import { hourMs } from '@verbatim/contract/durations.ts'
import { describe, expect, test } from 'vitest'
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

test('of several changes of an event, each undo takes back the last one that is in force', async () => {
  const { id } = await raise()
  const put = async (body: object) =>
    (await reviewer.call('PUT', `${path}/${id}/status`, body)).json.history.at(-1).changeId
  const undo = async (changeId: string) =>
    (await reviewer.call('POST', `${path}/status/undo`, { changeId })).json.changed
  const read = async () => (await reviewer.call('GET', `${path}/${id}`)).json
  const escalated = await put({ status: 'escalated' })
  const first = await put({ status: 'dismissed' })
  const reopened = await put({ status: 'in_review', reason: 'Look again' })
  const second = await put({ status: 'resolved', disposition: 'compliant' })
  expect([await undo(first), await undo(reopened)]).toEqual([0, 0])
  expect([await undo(second), await undo(second), await undo(reopened)]).toEqual([1, 0, 1])
  expect(await read()).toMatchObject({ status: 'dismissed', disposition: 'false_positive' })
  const { history } = await read()
  const undoing = history.at(-1).changeId
  expect([await undo(undoing), await undo(escalated), await undo(first)]).toEqual([0, 0, 1])
  const third = await put({ status: 'dismissed' })
  expect([await undo(escalated), await undo(third), await undo(escalated)]).toEqual([0, 1, 1])
  expect(await read()).toMatchObject({ status: 'new', disposition: null, assignee: null })
})

test('a change is not undone once more evidence has joined the event, nor after an undo in between', async () => {
  const { id } = await raise()
  const put = async (body: object) =>
    (await reviewer.call('PUT', `${path}/${id}/status`, body)).json.history.at(-1).changeId
  const undo = async (changeId: string) =>
    (await reviewer.call('POST', `${path}/status/undo`, { changeId })).json.changed
  const claimed = await put({ status: 'in_review' })
  const escalated = await put({ status: 'escalated' })
  expect(await undo(escalated)).toBe(1)
  world.pass(1)
  const from = `+155502${String(20_000 + people)}`
  await world.deliver(tenant, { from, body: 'Please keep that off the record, too.' })
  await world.settle()
  expect((await reviewer.call('GET', `${path}/${id}`)).json.history.at(-1).kind).toBe('joined')
  expect(await undo(claimed)).toBe(0)
})

test(
  'of many events that go into review, those that are reopened have the comment as their reason',
  { tags: ['whole'] },
  async () => {
    const [closed, open] = [await raise(), await raise()]
    await reviewer.call('PUT', `${path}/${closed.id}/status`, { status: 'dismissed' })
    const change = { status: 'in_review', comment: 'All of them again' }
    await reviewer.call('POST', `${path}/status`, { ids: [closed.id, open.id], change })
    const noteOf = async (id: string) =>
      (await reviewer.call('GET', `${path}/${id}`)).json.history.at(-1).note
    expect([await noteOf(closed.id), await noteOf(open.id)]).toEqual(['All of them again', null])
  },
)

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

test('without versions, many events are changed in their current state, and those that do not allow the step are skipped', async () => {
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

test('an event that is named in upper case is left out of all, and its expected version counts', async () => {
  const [kept, changed] = [await raise(), await raise()]
  const dismiss = (body: object) =>
    reviewer.call('POST', `${path}/status?filter=status[eq]:new`, {
      ...body,
      all: true,
      change: { status: 'dismissed' },
    })
  const versions = { [kept.id.toUpperCase()]: kept.version + 1 }
  expect((await dismiss({ expectedVersions: versions })).json).toMatchObject({ changed: 1, outdated: 1 })
  expect((await dismiss({ except: [kept.id.toUpperCase()] })).json).toMatchObject({ changed: 0 })
  const statusOf = async ({ id }: { id: string }) => (await reviewer.call('GET', `${path}/${id}`)).json.status
  expect([await statusOf(kept), await statusOf(changed)]).toEqual(['new', 'dismissed'])
})

test('events are either named or all of a question: anything else is refused, and changes nothing', async () => {
  const { id } = await raise()
  const change = { status: 'dismissed' }
  const asked = (body: object, query = '') =>
    reviewer.call('POST', `${path}/status${query}`, { ...body, change })
  const answers = await Promise.all([
    asked({ ids: [id], all: true }),
    asked({}, '?filter=status[eq]:new'),
    asked({ ids: [id], except: [id] }),
    asked({ ids: [id] }, '?filter=status[eq]:dismissed'),
    asked({ ids: [id] }, '?search=record'),
  ])
  expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
    [400, 'Either “ids” or “all”.'],
    [400, 'Either “ids” or “all”.'],
    [400, '“except” is for “all”.'],
    [400, '“filter” is for “all”: with “ids” it would be ignored.'],
    [400, '“search” is for “all”: with “ids” it would be ignored.'],
  ])
  expect((await reviewer.call('GET', `${path}/${id}`)).json.status).toBe('new')
})

test('a change is undone for an hour, and later it has to be reopened', async () => {
  const { id } = await raise()
  const put = (body: object) => reviewer.call('PUT', `${path}/${id}/status`, body)
  const undo = (changeId: string) => reviewer.call('POST', `${path}/status/undo`, { changeId })
  const closing = await put({ status: 'dismissed' })
  const { changeId } = closing.json.history.at(-1)
  world.pass(hourMs + 1)
  reviewer = await world.as(tenant, tenant.users.compliance)
  const late = await undo(changeId)
  expect([late.status, late.json.code]).toEqual([409, 'event.undo-over'])
  expect((await reviewer.call('GET', `${path}/${id}`)).json.status).toBe('dismissed')
  const reopened = await put({ status: 'in_review', reason: 'It was none.' })
  const own = await undo(reopened.json.history.at(-1).changeId)
  expect(own.json).toMatchObject({ changed: 1 })
})

describe('who may change the status', () => {
  /** The analyst, who may comment, with one more profile. */
  const grant = async (name: string, permissions: readonly string[]) => {
    const admin = await world.as(tenant, tenant.users.super_admin)
    const memberIds = [tenant.users.analyst]
    const made = await admin.call('POST', '/bff/api/v1/permission-profiles', { name, permissions, memberIds })
    expect(made.status, made.text).toBe(200)
    world.pass(4_000)
    return world.as(tenant, tenant.users.analyst)
  }
  const refusal = ({ status, json }: { status: number; json: { details?: { permission?: string } } }) => [
    status,
    json.details?.permission,
  ]

  test('assigns no one else by that, and changes many only with both rights', async () => {
    const { id } = await raise()
    const bulk = await grant('Bulk', ['events.bulk'])
    const many = (caller: Caller, change: object) =>
      caller.call('POST', `${path}/status`, { ids: [id], change })
    expect(refusal(await many(bulk, { status: 'dismissed' }))).toEqual([403, 'events.change_status'])
    const changing = await grant('Changing', ['events.change_status'])
    const put = (change: object) => changing.call('PUT', `${path}/${id}/status`, change)
    const given = { status: 'escalated', assigneeId: tenant.users.compliance }
    expect(refusal(await put(given))).toEqual([403, 'events.assign'])
    expect(refusal(await many(changing, given))).toEqual([403, 'events.assign'])
    expect(refusal(await put({ status: 'escalated', assigneeId: null }))).toEqual([403, 'events.assign'])
    const claimed = await put({ status: 'in_review', assigneeId: tenant.users.analyst, comment: 'Mine.' })
    expect(claimed.json).toMatchObject({ status: 'in_review', commentCount: 1 })
    expect((await put({ status: 'new', assigneeId: null })).status).toBe(200)
    expect((await many(changing, { status: 'dismissed' })).json).toMatchObject({ changed: 1 })
  })
})
