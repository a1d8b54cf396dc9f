import { expect, test } from 'vitest'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'

let world: World

useTestWorld((opened) => {
  world = opened
})

test('a policy that is saved as it was has no new version, and no entry in the trail', async () => {
  const tenant = await world.makeTenant('unchanged')
  const caller = await world.as(tenant, tenant.users.compliance)
  await forbidOffTheRecord(world, caller)
  const [{ id, name, severity, version }] = (await caller.call('GET', '/bff/api/v1/topics')).json.items
  const saved = { name, severity, expectedVersion: version }
  const { status, json } = await caller.call('PUT', `/bff/api/v1/topics/${id}`, saved)
  expect([status, json.version]).toEqual([200, version])
  const trail = await caller.call('GET', '/audit/events?filter=eventType[eq]:policy_updated')
  expect(trail.json.items).toEqual([])
})
