import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let analyst: Caller

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('hidden-recipients')
  analyst = await world.as(tenant, tenant.users.analyst)
  await world.deliver(tenant, { from: '+15550103333', body: 'Good morning' })
  await world.settle()
})

async function hide(readsUnderPseudonyms: boolean) {
  const owner = await world.as(tenant, tenant.users.super_admin)
  expect((await owner.call('PUT', '/bff/organizations', { readsUnderPseudonyms })).status).toBe(200)
  world.pass(4_000)
}

async function items(url: string) {
  const { status, json, text } = await analyst.call('GET', url)
  expect(status, text).toBe(200)
  return json.items
}
const filtered = (id: string) => items(`/bff/api/v1/messages?filter=recipientId[eq]:${id}`)
const choices = (question: string) => items(`/bff/api/v1/message-sources?kind=recipient&${question}`)

test('under pseudonyms, recipients are found by their pseudonym and its ID, and not as a directory knows them', async () => {
  await hide(true)
  const [message] = await items('/bff/api/v1/messages')
  const [recipient] = message.to.names
  const [choice] = await choices(`search=${recipient.slice(-6)}`)
  expect(choice).toEqual({ id: expect.not.stringMatching(tenant.representative), name: recipient })
  expect(await choices(`id=${choice.id}`)).toEqual([choice])
  expect(await filtered(choice.id)).toEqual([message])
  expect(await filtered(tenant.representative)).toEqual([])

  await hide(false)
  expect(await filtered(tenant.representative)).toHaveLength(1)
  expect(await filtered(choice.id)).toEqual([])
})
