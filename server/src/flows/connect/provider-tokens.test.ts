/** What a test of the connection says of each of the organization's credentials. */
import { beforeEach, expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import type { FakeTwilio } from '#testing/fakes/twilio.ts'
import { useProviderWorld } from '#testing/provider-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { settleRequests } from './settle-requests.ts'

let world: World
let twilio: FakeTwilio
let tenant: WorldTenant
let admin: Caller
useProviderWorld((opened) => {
  ;({ world, twilio } = opened)
})

const key = { sid: `SK${'b'.repeat(32)}`, secret: 'api-secret' }
const number = '+14155550171'
let turn = 0
beforeEach(async () => {
  turn += 1
  tenant = await world.makeTenant(`provider-tokens-${turn}`)
  admin = await world.as(tenant, tenant.users.tenant_admin)
  twilio.apiKey = key
  twilio.rest.remove(number)
  twilio.rest.addNumber(number)
})

const save = (attributes: Record<string, string>) =>
  admin.call('POST', '/v1/connections/sms', {
    attributes: { messagingProviderAccountSid: twilio.accountSid, ...attributes },
  })
const found = async () => (await admin.call('GET', '/v1/connections/sms/numbers')).json
const withKey = { apiKey: key.sid, apiSecret: key.secret }
const works = { numbers: [{ address: number }] }

test('a wrong token is named although the key works, and no account is connected with it', async () => {
  await save({ ...withKey, authToken: 'wrong' })
  expect(await found()).toEqual({ problem: 'credentials-refused', numbers: [], refused: ['authToken'] })
  const path = '/external-accounts/api/v1/sms/accounts'
  const { json: account } = await admin.call('POST', path, { name: 'Desk', address: number })
  await settleRequests(world.ctx, tenant.id)
  const one = async () => (await admin.call('GET', `${path}/${account.id}`)).json
  expect(await one()).toMatchObject({ status: 'not-available', problem: 'credentials-refused' })
  await save({ authToken: twilio.authToken })
  await settleRequests(world.ctx, tenant.id)
  expect((await one()).problem).toBeUndefined()
  expect(await found()).toMatchObject({ ...works, refused: [] })
})

test('of two tokens, the old one is named and the numbers are found', async () => {
  await save({ ...withKey, authToken: 'old', authTokenSecondary: twilio.authToken })
  expect(await found()).toMatchObject({ ...works, refused: ['authToken'] })
  await save({ authToken: twilio.authToken, authTokenSecondary: 'old' })
  expect(await found()).toMatchObject({ ...works, refused: ['authTokenSecondary'] })
})

test('a secondary token that is the only one is named as such, and so is a key', async () => {
  await save({ ...withKey, authTokenSecondary: 'wrong' })
  expect(await found()).toMatchObject({ problem: 'credentials-refused', refused: ['authTokenSecondary'] })
  await save({ apiSecret: 'wrong', authTokenSecondary: twilio.authToken })
  expect(await found()).toMatchObject({ problem: 'credentials-refused', refused: ['apiKey'] })
})

test.each(['IS00000000000000000000000000000000', 'MG00000000000000000000000000000000'])(
  'a conversation service that the provider does not have is named beside its numbers: %s',
  async (conversationServiceSid) => {
    await save({ authToken: twilio.authToken })
    const set = (sid: string) => admin.call('PUT', '/bff/organizations', { conversationServiceSid: sid })
    await set(conversationServiceSid)
    expect(await found()).toMatchObject({ ...works, refused: ['conversationService'] })
    await set(twilio.conversations.serviceSid)
    expect(await found()).toMatchObject({ ...works, refused: [] })
  },
)
