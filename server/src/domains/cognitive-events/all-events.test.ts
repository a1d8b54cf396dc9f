import type { EventId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { findActor } from '#domains/permissions/actors.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { changeStatus } from './commands.ts'

const path = '/bff/api/v1/cognitive-events'
const open = 'filter=status[in]:new|in_review|escalated'

let world: World
let tenant: WorldTenant
let reviewer: Caller
let colleague: Caller
useTenants('all-events', async (made, opened) => {
  world = opened
  tenant = made
  reviewer = await world.as(tenant, tenant.users.compliance)
  colleague = await world.as(tenant, tenant.users.tenant_admin)
  await forbidOffTheRecord(world, reviewer)
})

/** The event of a message that breaks the policy. */
async function raise(from: string): Promise<EventId> {
  world.pass(1)
  expect(await world.deliver(tenant, { from, body: 'Keep this off the record, please.' })).toBe(200)
  await world.settle()
  return (await reviewer.call('GET', `${path}?limit=1`)).json.items[0].id
}

/** What a change of all open events says of the list as it is now. */
async function readList(): Promise<{ asOf: string; expected: number }> {
  const { json } = await reviewer.call('GET', `${path}?limit=1&${open}`)
  return { asOf: json.asOf, expected: json.total }
}

const put = (caller: Caller, id: EventId, change: object) =>
  caller.call('PUT', `${path}/${id}/status`, change)

async function dismissAll(asked: object) {
  const body = { all: true, ...asked, change: { status: 'dismissed' } }
  return (await reviewer.call('POST', `${path}/status?${open}`, body)).json
}

const statusOf = async (id: EventId) => (await reviewer.call('GET', `${path}/${id}`)).json.status

test('an event that someone else changed since the list was read stays as it is', async () => {
  const [seen, escalated] = [await raise('+15550300001'), await raise('+15550300002')]
  const list = await readList()
  await put(colleague, escalated, { status: 'escalated' })
  expect(await dismissAll(list)).toMatchObject({ changed: 1, skipped: 0, outdated: 1 })
  expect([await statusOf(seen), await statusOf(escalated)]).toEqual(['dismissed', 'escalated'])
})

test('an event that was raised since the list was read stays as it is, though the number is the same', async () => {
  const [seen, closed] = [await raise('+15550300001'), await raise('+15550300002')]
  const list = await readList()
  await put(colleague, closed, { status: 'resolved', disposition: 'compliant' })
  const raised = await raise('+15550300003')
  expect(await dismissAll(list)).toMatchObject({ changed: 1, skipped: 0, outdated: 1 })
  expect([await statusOf(seen), await statusOf(raised)]).toEqual(['dismissed', 'new'])
})

test('an event with more evidence since the list was read stays as it is', async () => {
  const grown = await raise('+15550300001')
  const list = await readList()
  expect(await raise('+15550300001')).toBe(grown)
  expect(await dismissAll(list)).toMatchObject({ changed: 0, outdated: 1 })
})

test('a change that was still being saved when the list was read counts as a later one', async () => {
  const id = await raise('+15550300001')
  const now = world.ctx.now()
  world.pass(5_000)
  const list = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const actor = await findActor(tx, tenant.users.tenant_admin)
    if (actor) await changeStatus(tx, actor, { id, change: { status: 'escalated' } }, now)
    return readList()
  })
  expect(await dismissAll(list)).toMatchObject({ changed: 0, outdated: 1 })
  expect(await dismissAll(await readList())).toMatchObject({ changed: 1, outdated: 0 })
})

test('what the reader changed or saw since the list was read is changed with the rest', async () => {
  const [own, seen] = [await raise('+15550300001'), await raise('+15550300002')]
  const list = await readList()
  await put(reviewer, own, { status: 'escalated' })
  const { version } = (await put(colleague, seen, { status: 'in_review' })).json
  const asked = { ...list, expectedVersions: { [seen]: version } }
  expect(await dismissAll(asked)).toMatchObject({ changed: 2, outdated: 0 })
})

test('a moment that no list named is refused', async () => {
  const { json } = await reviewer.call('POST', `${path}/status?${open}`, {
    all: true,
    asOf: '2026-03-01T10:00:00Z',
    change: { status: 'dismissed' },
  })
  expect(json.code).toBe('request.invalid')
})

test('a moment that is not of this organization is before everything, so that unseen events stay', async () => {
  await raise('+15550109001')
  const other = await world.makeTenant('other-moments')
  const theirs = await world.as(other, other.users.compliance)
  const { asOf } = (await theirs.call('GET', `${path}?limit=1`)).json
  for (const moment of [asOf, 'AAAA']) {
    const { expected } = await readList()
    expect(await dismissAll({ asOf: moment, expected })).toMatchObject({ changed: 0, outdated: expected })
  }
})
