import { AccountId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { createAccounts } from '#domains/accounts/commands.ts'
import { sealSecretsOf } from '#flows/capture/account-secrets.ts'
import { newId } from '#kernel/uuid.ts'
import { hintOf } from '#flows/collect/hints.ts'
import { listen } from '#platform/changes.ts'
import { inTenant } from '#platform/db.ts'
import { type FakeCallback, FakeWecom } from '#testing/fakes/wecom.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { until } from '#testing/until.ts'

const fake = new FakeWecom()
let world: World
let tenant: WorldTenant
let id: AccountId
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('encrypted')
  id = AccountId.parse(newId(world.ctx.now()))
  const sealedSecrets = sealSecretsOf({ tenantId: tenant.id, id }, fake.secrets, world.ctx.secrets)
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    createAccounts(tx, [{ id, channel: 'wecom', name: 'Corporation', address: fake.corpId, sealedSecrets }]),
  )
})

const path = () => `/hooks/wecom/${id}`
const deliver = ({ url, method, headers, body }: FakeCallback) =>
  world.app.inject({ url, method, headers, ...(method === 'POST' && { payload: body }) })
const records = () =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .selectFrom('message_record')
      .where('account_id', '=', id)
      .select(['bytes', 'content_type', 'headers'])
      .execute(),
  )

test('a challenge for the address is answered exactly, and nothing of it is kept', async () => {
  const answer = await deliver(fake.challenge(path(), '1288432023552776189'))
  expect([answer.statusCode, answer.body]).toEqual([200, '1288432023552776189'])
  expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  const refused = await deliver(fake.challenge(path(), '42', { token: 'another' }))
  expect(refused.json()).toMatchObject({ code: 'capture.bad-signature' })
  expect(await records()).toEqual([])
})

test('a delivery is kept decrypted, and a replay counts as a repetition', async () => {
  const xml = fake.event({
    MsgType: 'text',
    FromUserName: 'LiWei',
    Content: 'hello there',
    MsgId: '1',
    AgentID: '7',
  })
  const callback = fake.callback(path(), xml)
  const answers = [
    await deliver(callback),
    await deliver(callback),
    await deliver(fake.callback(path(), xml)),
  ]
  expect(answers.map(({ statusCode, body, headers }) => [statusCode, body, headers['x-capture']])).toEqual([
    [200, '', 'accepted'],
    [200, '', 'duplicate'],
    [200, '', 'duplicate'],
  ])
  const kept = await records()
  expect(kept.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([xml])
  expect(kept).toMatchObject([{ content_type: 'text/xml', headers: { 'x-corp-id': fake.corpId } }])
  await world.settle()
  const messages = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('message').where('account_id', '=', id).select('body').execute(),
  )
  expect(messages).toEqual([{ body: 'hello there' }])
})

test('a delivery with another signature or key is refused, and not kept', async () => {
  const before = await records()
  for (const wrong of [{ token: 'another' }, { aesKey: Buffer.alloc(32, 1) }, { receiverId: 'ww0' }]) {
    const answer = await deliver(fake.callback(path(), fake.event({ Event: 'click' }), wrong))
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'capture.bad-signature'])
  }
  expect(await records()).toEqual(before)
})

test('only a callback about new messages in the archive wakes the process that collects it', async () => {
  const woken: string[] = []
  const listener = listen(world.ctx.databaseUrl, { work: (name) => void woken.push(name) }, world.ctx.log)
  try {
    await until(async () => {
      await deliver(fake.callback(path(), fake.event({ Event: 'click', CreateTime: String(Math.random()) })))
      return woken.length > 0
    })
    expect(woken).not.toContain(hintOf(id).name)
    const notify = fake.callback(path(), fake.event({ Event: 'msgaudit_notify' }))
    expect((await deliver(notify)).statusCode).toBe(200)
    await until(() => woken.includes(hintOf(id).name))
  } finally {
    await listener.close()
  }
})
