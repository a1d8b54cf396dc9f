import { hourMs } from '@verbatim/contract/durations.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import type { FakeTwilio } from '#testing/fakes/twilio.ts'
import { useProviderWorld } from '#testing/provider-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { reconnectAccounts } from '#domains/accounts/integration-commands.ts'
import { noteConnected, settleRequest, takeRequested } from '#domains/accounts/connection-requests.ts'
import { inTenant } from '#platform/db.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { settleRequests } from './settle-requests.ts'

let world: World
let twilio: FakeTwilio
let origin: string
let tenant: WorldTenant
let admin: Caller
useProviderWorld((opened) => ({ world, twilio, origin } = opened))

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

const problemOf = async (id: string) => {
  const { status, problem, request } = await one(id)
  return [status, problem, request]
}
const add = async (address: string) =>
  (await admin.call('POST', numbers, { name: 'Desk', address })).json as { id: string; version: number }

let last = 0
const phone = () => `+1415555${String((last += 1)).padStart(4, '0')}`
/** The provider fails for each question about this number. */
const away = '+14155550500'

async function passADay(): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    world.pass(hourMs)
    await settle()
  }
  admin = await world.as(tenant, tenant.users.tenant_admin)
}

describe('a number whose former settings were not answered', { tags: ['whole'] }, () => {
  const theirs = { sms_url: 'https://bot.acme.test/in', sms_method: 'GET' }

  /** What happens at Twilio is done once, while an account is connected; it is then connected in any case, and removed. */
  async function connectedDespite(happens: () => Promise<'answered' | 'lost'>) {
    const number = phone()
    const row = twilio.rest.addNumber(number, theirs)
    await configure(twilio.authToken)
    const { id } = await add(number)
    twilio.rest.afterChange = () => {
      twilio.rest.afterChange = undefined
      return happens()
    }
    await settle()
    world.pass(60_000)
    await settle()
    expect(await problemOf(id)).toEqual(['active', undefined, undefined])
    await admin.call('POST', `${numbers}/${id}/request-delete`)
    await settle()
    return { sms_url: row['sms_url'], sms_method: row['sms_method'] }
  }

  test('gets them back after another attempt', async () => {
    expect(await connectedDespite(() => Promise.resolve('lost'))).toEqual(theirs)
  })

  test('gets them back if its request was renewed meanwhile, as new credentials do', async () => {
    const renew = () =>
      inTenant(world.ctx.db, tenant.id, (tx) => reconnectAccounts(tx, ['sms'], world.ctx.now()))
    expect(await connectedDespite(() => renew().then(() => 'answered'))).toEqual(theirs)
  })
})

test('a number of the organization’s provider is connected, receives, and gets its former settings back', async () => {
  const number = phone()
  const row = twilio.rest.addNumber(number, { sms_url: 'https://bot.acme.test/in', sms_method: 'GET' })
  await configure(twilio.authToken)
  const { id, version } = await add(number)
  expect(await problemOf(id)).toEqual(['available', undefined, 'connect'])
  await settle()
  expect(await problemOf(id)).toEqual(['active', undefined, undefined])
  expect((await one(id)).version).toBe(version)

  const from = '+15550107700'
  const answer = await twilio.deliverTo(number, { from, body: 'As agreed.' }, { origin })
  expect(answer?.status).toBe(200)
  await world.settle()
  const { json: found } = await admin.call('GET', '/bff/api/v1/messages?search=agreed')
  expect(found.items).toHaveLength(1)

  await admin.call('POST', `${numbers}/${id}/request-delete`)
  world.pass(4_000) // an account is known to the intake for some seconds
  const late = await twilio.deliverTo(number, { from, body: 'Too late' }, { origin })
  expect(late?.status).toBe(404)
  await settle()
  expect([row['sms_url'], row['sms_method']]).toEqual(['https://bot.acme.test/in', 'GET'])
  expect((await admin.call('GET', `${numbers}/${id}`)).status).toBe(404)
})

test('without credentials an account is not connected, and is once they are entered and it is asked again', async () => {
  const number = phone()
  twilio.rest.addNumber(number)
  const { id } = await add(number)
  await settle()
  expect(await problemOf(id)).toEqual(['not-available', 'not-configured', undefined])
  const { json: trail } = await admin.call('GET', `/audit/events?limit=1&filter=target[eq]:${id}`)
  expect(trail.items[0]).toMatchObject({
    type: 'account_disconnected',
    actor: { name: 'Verbatim' },
    changes: [{ field: 'problem', new: 'not-configured' }],
  })

  await configure('wrong-token')
  await admin.call('POST', `${numbers}/${id}/request-reconnect`)
  await settle()
  expect(await problemOf(id)).toEqual(['not-available', 'credentials-refused', undefined])

  await configure(twilio.authToken)
  await admin.call('POST', `${numbers}/${id}/request-reconnect`)
  expect(await problemOf(id)).toEqual(['not-available', undefined, 'connect'])
  await settle()
  expect(await problemOf(id)).toEqual(['active', undefined, undefined])
})

test('a number that the provider does not have is not connected, and is after it is corrected', async () => {
  await configure(twilio.authToken)
  const right = phone()
  twilio.rest.addNumber(right)
  const { id } = await add(phone())
  await settle()
  expect(await problemOf(id)).toEqual(['not-available', 'address-unknown', undefined])
  await admin.call('PUT', `${numbers}/${id}`, { address: right })
  expect(await problemOf(id)).toEqual(['not-available', undefined, 'connect'])
  await settle()
  expect(await problemOf(id)).toEqual(['active', undefined, undefined])
})

test('the address of an account that was connected is fixed, because its messages belong to it', async () => {
  await configure(twilio.authToken)
  const number = phone()
  twilio.rest.addNumber(number)
  const { id } = await add(number)
  await settle()
  const { status, json } = await admin.call('PUT', `${numbers}/${id}`, { address: phone() })
  expect([status, json.code]).toEqual([409, 'account.address-fixed'])
  expect((await one(id)).isAddressFixed).toBe(true)
})

test('other credentials of the organization connect its accounts again, and say what is wrong', async () => {
  await configure(twilio.authToken)
  const number = phone()
  twilio.rest.addNumber(number)
  const { id } = await add(number)
  await settle()
  await configure('of-another-account')
  expect(await problemOf(id)).toEqual(['active', undefined, 'connect'])
  await settle()
  expect(await problemOf(id)).toEqual(['not-available', 'credentials-refused', undefined])
  // A delivery that is still signed leaves the reason to mend.
  await inTenant(world.ctx.db, tenant.id, (tx) => noteConnected(tx, [AccountId.parse(id)], world.ctx.now()))
  expect(await problemOf(id)).toEqual(['not-available', 'credentials-refused', undefined])
})

test('an account that is removed while a worker connects it still gets its former settings back', async () => {
  await configure(twilio.authToken)
  const number = phone()
  const row = twilio.rest.addNumber(number, { sms_url: 'https://bot.acme.test/in' })
  const { id } = await add(number)
  const requests = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const taken = await takeRequested(tx, world.ctx.now(), 9)
    return taken.filter((request) => request.id === id)
  })
  await admin.call('POST', `${numbers}/${id}/request-delete`)
  await settle()
  expect(await problemOf(id)).toEqual(['inactive', undefined, 'delete']) // it waits for that worker
  row['sms_url'] = `http://localhost:3000/hooks/sms/${id}`
  const before = { sms: { url: 'https://bot.acme.test/in', method: 'POST' } }
  const result = { outcome: 'done', settings: { numberSid: row['sid'], before } } as const
  await inTenant(world.ctx.db, tenant.id, (tx) => settleRequest(tx, requests[0]!, result, world.ctx.now()))
  world.pass(16 * 60_000)
  await settle()
  expect(row['sms_url']).toBe('https://bot.acme.test/in')
})

test('an account that is added again is the one that was removed, with its messages', async () => {
  await configure(twilio.authToken)
  const number = phone()
  twilio.rest.addNumber(number)
  const { id } = await add(number)
  await settle()
  await admin.call('POST', `${numbers}/${id}/request-delete`)
  await settle()
  const again = await add(number)
  expect(again.id).toBe(id)
  await settle()
  expect(await problemOf(id)).toEqual(['active', undefined, undefined])
})

test('a new name is not sent to the provider', async () => {
  await configure(twilio.authToken)
  const number = phone()
  twilio.rest.addNumber(number)
  const { id } = await add(number)
  await settle()
  await admin.call('PUT', `${numbers}/${id}`, { name: 'Other desk' })
  expect(await problemOf(id)).toEqual(['active', undefined, undefined])
})

test('a provider that does not answer is asked again, and after a day the account says so', async () => {
  await configure(twilio.authToken)
  const { id } = await add(away)
  await settle()
  expect(await problemOf(id)).toEqual(['available', 'unreachable', 'connect'])
  await passADay()
  expect(await problemOf(id)).toEqual(['not-available', 'unreachable', undefined])
})

test('an account whose provider is away is still removed, once it has been asked for a day', async () => {
  await configure(twilio.authToken)
  const { id } = await add(away)
  await settle()
  await admin.call('POST', `${numbers}/${id}/request-delete`)
  await settle()
  expect(await problemOf(id)).toEqual(['inactive', 'unreachable', 'delete'])
  await passADay()
  expect((await admin.call('GET', `${numbers}/${id}`)).status).toBe(404)
})

test('the secondary token of the organization signs deliveries too', async () => {
  const number = phone()
  twilio.rest.addNumber(number)
  await configure(twilio.authToken)
  const { id } = await add(number)
  await settle()
  await admin.call('PUT', '/bff/organizations', {
    secrets: { authToken: 'the-next-token', authTokenSecondary: twilio.authToken },
  })
  world.pass(10_000)
  const answer = await twilio.deliverTo(number, { from: '+15550107701', body: 'Still signed' }, { origin })
  expect([answer?.status, (await one(id)).status]).toEqual([200, 'active'])
})

test('the numbers of the provider can be chosen, and a problem says why there are none', async () => {
  const connection = '/v1/connections/sms'
  await admin.call('POST', `${numbers}/${tenant.accounts.sms}/request-delete`)
  expect((await admin.call('GET', connection)).json).toEqual({ status: 'not-configured' })
  expect((await admin.call('GET', `${connection}/numbers`)).json).toEqual({
    problem: 'not-configured',
    numbers: [],
    refused: [],
  })
  await admin.call('POST', connection, {
    attributes: { messagingProviderAccountSid: twilio.accountSid, authToken: 'wrong' },
  })
  expect((await admin.call('GET', `${connection}/numbers`)).json.problem).toBe('credentials-refused')
  expect((await admin.call('GET', connection)).json).toEqual({ status: 'not-connected' })
  const [first, second] = [phone(), phone()]
  await add(first)
  expect((await admin.call('GET', connection)).json).toEqual({ status: 'in-progress' })
  await settle()
  const refused = { status: 'failed', problem: 'credentials-refused' }
  expect((await admin.call('GET', connection)).json).toEqual(refused)
  const { json } = await admin.call('POST', connection, { attributes: { authToken: twilio.authToken } })
  expect(json).toEqual({ status: 'in-progress' })

  twilio.rest.addNumber(first, { friendly_name: 'Desk one' })
  twilio.rest.addNumber(second, { sms_application_sid: `AP${'1'.repeat(32)}` })
  const { json: found } = await admin.call('GET', `${connection}/numbers`)
  const offered = (address: string) =>
    found.numbers.find((number: { address: string }) => number.address === address)
  expect(offered(first)).toEqual({ address: first, label: 'Desk one', isTaken: false, isConnected: true })
  expect(offered(second)).toMatchObject({ isTaken: true, isConnected: false })
  await settle()
  expect((await admin.call('GET', connection)).json).toEqual({ status: 'connected' })
})

test('numbers are only for those who may add accounts, and credentials for those who may change the organization', async () => {
  const compliance = await world.as(tenant, tenant.users.compliance)
  expect((await compliance.call('GET', '/v1/connections/sms')).status).toBe(200)
  expect((await compliance.call('GET', '/v1/connections/sms/numbers')).status).toBe(403)
  const attributes = { authToken: 'mine' }
  expect((await compliance.call('POST', '/v1/connections/sms', { attributes })).status).toBe(403)
})
