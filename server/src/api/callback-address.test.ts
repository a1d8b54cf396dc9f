import { expect, test } from 'vitest'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'

let world: World
useTestWorld((opened) => {
  world = opened
})

test('an account says where its provider calls, if people have to enter that there', async () => {
  const tenant = await world.makeTenant('callbacks')
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const path = '/external-accounts/api/v1'
  const add = async (channel: string, draft: object) => {
    const { status, json } = await admin.call('POST', `${path}/${channel}/accounts`, {
      name: 'Desk',
      ...draft,
    })
    expect(status).toBe(200)
    return (await admin.call('GET', `${path}/${channel}/accounts/${json.id}`)).json
  }
  const { corpId: address, secrets: details } = new FakeWecom()
  const corporation = await add('wecom', { address, details })
  expect(corporation.callbackUrl).toBe(`http://localhost:3000/hooks/wecom/${corporation.id}`)
  // It receives through the corporation's account.
  const employee = await add('wecom', { address: 'LiWei', sourceId: corporation.id })
  // Verbatim enters it there itself, or there is nothing that calls.
  const number = await add('sms', { address: '+14155550611' })
  const phone = await add('signal', { address: '+14155550612' })
  for (const other of [employee, number, phone]) expect(other).not.toHaveProperty('callbackUrl')
})
