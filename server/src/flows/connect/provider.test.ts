import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { withProvider } from '#testing/with-provider.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { settleRequests } from './settle-requests.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('provider-first')
  admin = await world.as(tenant, tenant.users.tenant_admin)
})

const numbers = '/external-accounts/api/v1/sms/accounts'
let count = 0
const number = () => `+1415555070${(count += 1)}`

test('an account that needs the messaging provider is added only once that is set up; one that there is can be changed', async () => {
  const path = '/external-accounts/api/v1/whatsapp/accounts'
  const add = () => admin.call('POST', path, { name: 'Early', address: number() })
  const refused = await add()
  expect([refused.status, refused.json.code]).toEqual([409, 'account.no-provider'])
  const { status, json } = await withProvider(world, tenant, add)
  expect([status, json.name]).toEqual([200, 'Early'])
  const one = `${path}/${json.id}`
  expect((await admin.call('PUT', one, { name: 'Late' })).json).toMatchObject({ name: 'Late' })
  expect((await admin.call('POST', `${one}/request-reconnect`)).status).toBe(200)
  expect((await admin.call('POST', `${one}/request-delete`)).status).toBe(200)
  await settleRequests(world.ctx, tenant.id)
  expect((await admin.call('GET', one)).status).toBe(404)
  // The other kind of WhatsApp, and numbers for text messages, do not wait for it.
  const native = await admin.call('POST', path, { name: 'Own', address: number(), channel: 'whatsappnative' })
  const text = await admin.call('POST', numbers, { name: 'Desk', address: number() })
  expect([native.status, text.status]).toEqual([200, 200])
  for (const { json: added } of [native, text])
    await admin.call('POST', `/external-accounts/api/v1/${added.channel}/accounts/${added.id}/request-delete`)
  await settleRequests(world.ctx, tenant.id)
})
