import { X509Certificate } from 'node:crypto'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { ownCertificate } from '#platform/certificate.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'

let world: World
useTestWorld((opened) => {
  world = opened
})

test('an account shows its webhook address if people have to enter it at the provider', async () => {
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

test('an account that receives mail shows the mail server and its certificate', async () => {
  const tenant = await world.makeTenant('mail-server')
  const path = '/external-accounts/api/v1/proofpoint/accounts'
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const shownServer = async () =>
    (await admin.call('GET', `${path}/${tenant.accounts.proofpoint}`)).json.mailServer
  const { config, now } = world.ctx
  const host = hostname()
  expect(await shownServer()).toEqual({ host, port: config.SMTP_INTAKE_PORT })
  const { cert } = await ownCertificate(config.VERBATIM_HOME, host, now())
  const { validTo, fingerprint256: sha256 } = new X509Certificate(cert)
  expect(await shownServer()).toEqual({
    host,
    port: config.SMTP_INTAKE_PORT,
    certificate: {
      text: new X509Certificate(cert).toString(),
      sha256,
      validTo: new Date(validTo).toISOString(),
    },
  })
})
