import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let reviewer: Caller
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('history')
  reviewer = await world.as(tenant, tenant.users.compliance)
  await forbidOffTheRecord(world, reviewer)
})

const path = '/bff/api/v1/cognitive-events'

test('the history of an event names who acted and who was assigned by their IDs, too', async () => {
  await world.deliver(tenant, { from: '+15550118001', body: 'Keep this off the record, please.' })
  await world.settle()
  const [{ id }] = (await reviewer.call('GET', path)).json.items
  const put = (what: string, body: object) => reviewer.call('PUT', `${path}/${id}/${what}`, body)
  const [me, other] = [tenant.users.compliance, tenant.users.tenant_admin]
  await put('assignee', { assigneeId: other })
  await put('status', { status: 'escalated' })
  await put('assignee', { assigneeId: null })
  const last = await put('assignee', { assigneeId: me })
  expect(last.status, last.text).toBe(200)
  const named = last.json.history.map((one: { kind: string; byId?: string; assigneeId?: string }) => [
    one.kind,
    one.byId,
    one.assigneeId,
  ])
  expect(named).toEqual([
    ['raised', undefined, undefined],
    ['assigned', me, other],
    ['status', me, undefined],
    ['assigned', me, undefined],
    ['assigned', me, me],
  ])
})
