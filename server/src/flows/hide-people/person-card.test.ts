import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import type { Things } from '#testing/crawl/things.ts'
import { furnish } from '#testing/furnish.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let things: Things
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('cards')
  things = await furnish(world, tenant)
})

test('the card of a person leads to no pseudonym', async () => {
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const analyst = await world.as(tenant, tenant.users.analyst)
  const owner = await world.as(tenant, tenant.users.super_admin)
  const hide = async (readsUnderPseudonyms: boolean) => {
    expect((await owner.call('PUT', '/bff/organizations', { readsUnderPseudonyms })).status).toBe(200)
    world.pass(4_000)
  }
  const contact = (caller: Caller) => caller.call('GET', `/bff/api/v1/people/contact/${things.contactId}`)
  await hide(true)
  const card = await contact(admin)
  expect([card.status, card.json.channels, card.json.openEvents]).toEqual([200, undefined, undefined])
  expect((await contact(analyst)).status).toBe(404)
  expect((await analyst.call('GET', `/bff/api/v1/people/user/${tenant.representative}`)).status).toBe(404)
  await hide(false)
  expect((await contact(admin)).json.channels).toEqual(expect.any(Array))
})
