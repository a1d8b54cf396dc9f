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

test('a rule that is saved as it was makes no new version either, by itself or with its policy', async () => {
  const tenant = await world.makeTenant('same-rule')
  const caller = await world.as(tenant, tenant.users.compliance)
  await forbidOffTheRecord(world, caller)
  const [{ id }] = (await caller.call('GET', '/bff/api/v1/topics')).json.items
  const url = `/bff/api/v1/topics/${id}`
  const before = (await caller.call('GET', url)).json
  const [{ id: ruleId, name, type, pattern }] = before.rules
  const put = [{ id: ruleId, name, type, pattern }]
  const calls: [string, object][] = [
    [`${url}/rule/${ruleId}`, { name, type, pattern, expectedVersion: 1 }],
    [url, { rules: { put, removed: [] }, expectedVersion: 1 }],
  ]
  for (const [address, body] of calls) {
    const { status, json } = await caller.call('PUT', address, body)
    expect({ status, json }).toMatchObject({ status: 200, json: { version: 1, rules: before.rules } })
  }
  const trail = await caller.call(
    'GET',
    '/audit/events?filter=eventType[in]:policy_updated|policy_rule_updated',
  )
  expect(trail.json.items).toEqual([])
})
