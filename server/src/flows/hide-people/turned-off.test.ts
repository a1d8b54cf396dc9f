import { expect, test } from 'vitest'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('shown')
})

const turn = async (role: 'super_admin' | 'tenant_admin', settings: object) => {
  const caller = await world.as(tenant, tenant.users[role])
  const { status, json } = await caller.call('PUT', '/bff/organizations', settings)
  return status === 200 ? json : { status, code: json.code, details: json.details }
}

const refused = {
  status: 403,
  code: 'access.denied',
  details: { permission: 'messages.reveal_identity' },
}

test('an Admin turns pseudonyms on, does not turn them off, and saves the other settings', async () => {
  expect(await turn('tenant_admin', { readsUnderPseudonyms: true })).toMatchObject({
    readsUnderPseudonyms: true,
  })
  expect(await turn('tenant_admin', { readsUnderPseudonyms: false })).toMatchObject(refused)
  expect(await turn('tenant_admin', { readsUnderPseudonyms: false, name: 'Other' })).toMatchObject(refused)
  expect(await turn('tenant_admin', { readsUnderPseudonyms: true, name: 'Renamed' })).toMatchObject({
    readsUnderPseudonyms: true,
    name: 'Renamed',
  })
})

test('a person who may reveal names turns pseudonyms off', async () => {
  await turn('tenant_admin', { readsUnderPseudonyms: true })
  expect(await turn('super_admin', { readsUnderPseudonyms: false })).toMatchObject({
    readsUnderPseudonyms: false,
  })
})
