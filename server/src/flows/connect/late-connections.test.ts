import { beforeEach, describe, expect, test } from 'vitest'
import { type ConnectionResult, settleRequest, takeRequested } from '#domains/accounts/connection-requests.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import type { FakeTwilio } from '#testing/fakes/twilio.ts'
import { useProviderWorld } from '#testing/provider-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { settleRequests } from './settle-requests.ts'

let world: World
let twilio: FakeTwilio
let tenant: WorldTenant
let admin: Caller
useProviderWorld((opened) => ({ world, twilio } = opened))

let turn = 0
beforeEach(async () => {
  turn += 1
  tenant = await world.makeTenant(`late-${turn}`)
  admin = await world.as(tenant, tenant.users.tenant_admin)
  await admin.call('PUT', '/bff/organizations', {
    messagingProviderAccountSid: twilio.accountSid,
    secrets: { authToken: twilio.authToken },
  })
})

const numbers = '/external-accounts/api/v1/sms/accounts'
const settle = async () => {
  while ((await settleRequests(world.ctx, tenant.id)) > 0);
}
const add = async (address: string) =>
  (await admin.call('POST', numbers, { name: 'Desk', address })).json as { id: string }

describe('an account that is removed during a later attempt to connect it', () => {
  const before = { sms: { url: 'https://bot.acme.test/in', method: 'POST' } }
  const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
  const take = () => inTx(async (tx) => (await takeRequested(tx, world.ctx.now(), 1))[0]!)
  const settleOne = (one: Awaited<ReturnType<typeof take>>, result: ConnectionResult) =>
    inTx((tx) => settleRequest(tx, one, result, world.ctx.now()))

  /** The first attempt was not answered, and a worker makes the second one. */
  async function removedDuring() {
    await settle()
    const number = `+1415555${String(turn).padStart(4, '0')}`
    const row = twilio.rest.addNumber(number, { sms_url: 'https://bot.acme.test/in' })
    const { id } = await add(number)
    await settleOne(await take(), { outcome: 'retry' })
    world.pass(60_000)
    const second = await take()
    await admin.call('POST', `${numbers}/${id}/request-delete`)
    const late = async (outcome: 'done' | 'retry') => {
      row['sms_url'] = `http://localhost:3000/hooks/sms/${id}`
      const settings = { numberSid: row['sid'], before }
      await settleOne(second, outcome === 'done' ? { outcome, settings } : { outcome })
    }
    const removals = async () => {
      const { json } = await admin.call('GET', `/audit/events?limit=50&filter=target[eq]:${id}`)
      return json.items.filter(({ type }: { type: string }) => type === 'account_removed').length
    }
    return { id, row, late, removals }
  }

  test.each([
    ['was done', 'done', 'https://bot.acme.test/in'],
    ['was not answered', 'retry', ''],
  ] as const)('is let go again, if that %s after the removal', async (_, outcome, restored) => {
    const { id, row, late, removals } = await removedDuring()
    await settle()
    expect((await admin.call('GET', `${numbers}/${id}`)).status).toBe(404)
    await late(outcome)
    await settle()
    expect(row['sms_url']).toBe(restored)
    expect((await admin.call('GET', `${numbers}/${id}`)).status).toBe(404)
    expect(await removals()).toBe(2)
  })

  test('is let go again, if that was done during the removal', async () => {
    const { row, late, removals } = await removedDuring()
    const removal = await take()
    await late('done')
    await settleOne(removal, { outcome: 'done' })
    expect(await removals()).toBe(0)
    await settle()
    expect(row['sms_url']).toBe('https://bot.acme.test/in')
    expect(await removals()).toBe(1)
  })

  test('stays connected, if it was added again meanwhile', async () => {
    const { id, row, late } = await removedDuring()
    await settle()
    await add(String(row['phone_number']))
    await settle()
    await late('done')
    await settle()
    const { json } = await admin.call('GET', `${numbers}/${id}`)
    expect([json.status, json.request]).toEqual(['active', undefined])
  })
})
