/** How providers are answered over HTTP, and that equal IDs of two organizations are two messages. */
import { expect, test } from 'vitest'
import { twilioSignature } from '#channels/twilio/signature.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let database: TestDatabase
useTestWorld(async (opened, own) => {
  world = opened
  database = own
})

const sid = `SM${'7'.repeat(32)}`
const said = { from: '+15550107777', sid }

async function tell(
  tenant: WorldTenant,
  parameters: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const path = `/hooks/sms/${tenant.accounts.sms}`
  const form = new URLSearchParams(parameters)
  const signature = twilioSignature(tenant.authToken, `http://localhost:3000${path}`, form)
  return world.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
      ...headers,
    },
    payload: form.toString(),
  })
}

const inside = <T>({ id }: WorldTenant, work: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(world.ctx.db, id, work)
const messagesOf = (tenant: WorldTenant) =>
  inside(tenant, (tx) =>
    tx.selectFrom('message').select(['id', 'message_key', 'body', 'delivery_state']).execute(),
  )

test('a delivery that cannot be stored is not acknowledged, and is kept once when it is sent again', async () => {
  const tenant = await world.makeTenant('no-storage')
  await database.administer('revoke insert on message_record from verbatim_app')
  expect(await world.deliver(tenant, { ...said, body: 'kept at last' })).toBe(503)
  await database.administer('grant insert on message_record to verbatim_app')
  for (const status of [200, 200])
    expect(await world.deliver(tenant, { ...said, body: 'kept at last' })).toBe(status)
  await world.settle()
  expect(await messagesOf(tenant)).toMatchObject([{ message_key: sid, body: 'kept at last' }])
  const records = await inside(tenant, (tx) => tx.selectFrom('message_record').select('id').execute())
  expect(records).toHaveLength(1)
})

test('the messaging provider is answered in XML, and refused with another signature and without one', async () => {
  const tenant = await world.makeTenant('answers')
  const parameters = { MessageSid: sid, From: said.from, To: '+15550100001', Body: 'signed', NumMedia: '0' }
  const taken = await tell(tenant, parameters)
  expect(taken.statusCode).toBe(200)
  expect(taken.headers['content-type']).toContain('text/xml')
  expect(taken.body).toBe('<Response></Response>')
  const path = `/hooks/sms/${tenant.accounts.sms}`
  const changed = twilioSignature(
    tenant.authToken,
    `http://localhost:3000${path}`,
    new URLSearchParams({ ...parameters, Body: 'signee' }),
  )
  expect((await tell(tenant, parameters, { 'x-twilio-signature': changed })).statusCode).toBe(403)
  expect((await tell(tenant, parameters, { 'x-twilio-signature': '' })).statusCode).toBe(400)
})

test('equal IDs of two organizations are two messages, and a change of one does not affect the other', async () => {
  const [ours, theirs] = [await world.makeTenant('equal-ours'), await world.makeTenant('equal-theirs')]
  expect(await world.deliver(ours, { ...said, body: 'ours' })).toBe(200)
  expect(await world.deliver(theirs, { ...said, body: 'theirs' })).toBe(200)
  const status = { MessageSid: sid, MessageStatus: 'read', From: '+15550100001', To: said.from }
  expect((await tell(theirs, status)).statusCode).toBe(200)
  await world.settle()
  const [mine, others] = [await messagesOf(ours), await messagesOf(theirs)]
  expect(mine).toMatchObject([{ message_key: sid, body: 'ours', delivery_state: null }])
  expect(others).toMatchObject([{ message_key: sid, body: 'theirs', delivery_state: 'read' }])
  expect(mine[0]?.id).not.toBe(others[0]?.id)
})

test('a mail for two organizations in one transmission is one record in each', async () => {
  const tenants = [await world.makeTenant('mail-ours'), await world.makeTenant('mail-theirs')]
  const bytes = Buffer.from(
    'From: ann@client.example\r\nTo: rep@acme.example\r\nMessage-ID: <both@client.example>\r\n' +
      'Date: Mon, 2 Mar 2026 09:00:00 +0000\r\nSubject: Both\r\n\r\nFor both\r\n',
  )
  await Promise.all(
    tenants.map(({ id, accounts }) =>
      world.ctx.keeper.keep({
        tenantId: id,
        accountId: accounts.proofpoint,
        channel: 'proofpoint',
        transport: 'smtp',
        sourceKey: 'both',
        contentType: 'message/rfc822',
        headers: {},
        remote: undefined,
        bytes,
        receivedAt: world.ctx.now(),
      }),
    ),
  )
  await world.settle()
  for (const tenant of tenants) {
    expect(await messagesOf(tenant)).toMatchObject([{ body: expect.stringContaining('For both') }])
    const records = await inside(tenant, (tx) =>
      tx.selectFrom('message_record').select('tenant_id').execute(),
    )
    expect(records).toEqual([{ tenant_id: tenant.id }])
  }
})

test('what is received after the clock was put back is not before what was received earlier', async () => {
  const tenant = await world.makeTenant('put-back')
  const deliver = (digit: string) =>
    world.deliver(tenant, { ...said, sid: `SM${digit.repeat(32)}`, body: `message ${digit}` })
  const halfHour = 30 * 60_000
  expect(await deliver('1')).toBe(200)
  world.pass(-halfHour)
  for (const digit of ['2', '3']) expect(await deliver(digit)).toBe(200)
  world.pass(halfHour + 1_000)
  expect(await deliver('4')).toBe(200)
  await world.settle()
  const records = await inside(tenant, (tx) =>
    tx
      .selectFrom('message_record')
      .innerJoin('message', 'message.record_id', 'message_record.id')
      .select(['body', 'received_at'])
      .orderBy('message_record.id')
      .execute(),
  )
  expect(records.map(({ body }) => body)).toEqual(['1', '2', '3', '4'].map((digit) => `message ${digit}`))
  const since = records.map(({ received_at: at }) => at.getTime() - (records[0]?.received_at.getTime() ?? 0))
  expect(since).toEqual([0, 0, 0, 1_000])
})
