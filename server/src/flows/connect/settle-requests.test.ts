import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openFakeTwilio, type FakeTwilio } from '#testing/fakes/twilio.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { settleRequests } from './settle-requests.ts'

let database: TestDatabase
let world: World
let twilio: FakeTwilio
let tenant: WorldTenant
let admin: Caller
beforeAll(async () => {
  database = await openTestDatabase()
  twilio = await openFakeTwilio()
  world = await openWorld(database.url, { MEDIA_HOSTS: `${twilio.host},${twilio.contentHost}` })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await twilio?.close()
  await database?.close()
})

let turn = 0
beforeEach(async () => {
  turn += 1
  tenant = await world.makeTenant(`settle-${turn}`)
  admin = await world.as(tenant, tenant.users.tenant_admin)
})

const numbers = '/external-accounts/api/v1/sms/accounts'
const settle = async () => {
  while ((await settleRequests(world.ctx, tenant.id)) > 0);
}
const configure = (authToken: string) =>
  admin.call('PUT', '/bff/organizations', {
    messagingProviderAccountSid: twilio.accountSid,
    secrets: { authToken },
  })
const one = async (id: string) => (await admin.call('GET', `${numbers}/${id}`)).json

test('a number of the organization’s provider is connected, receives, and is given back', async () => {
  const number = twilio.keepNumber()
  console.log(number)
})
