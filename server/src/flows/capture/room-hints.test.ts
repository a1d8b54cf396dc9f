/** WeCom calls the corporation when a room changed, and the room is a conversation of an employee's account. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { afterAll, expect, test } from 'vitest'
import { messageDelivery } from '#channels/wecom/records.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { askRosters } from '#flows/ask-rosters/ask-rosters.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { keepDeliveries } from '#testing/fidelity/play.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { FakeWecomApi } from '#testing/fakes/wecom-api.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { customer } from '#testing/wecom.ts'
import type { World } from '#testing/world.ts'
import { sealSecretsOf } from './account-secrets.ts'

let world: World
let wecom: FakeWecomApi
afterAll(() => wecom?.close())
useTestWorld(
  (opened) => {
    world = opened
  },
  async () => {
    wecom = new FakeWecomApi()
    await wecom.listen()
    return { MEDIA_HOSTS: wecom.host }
  },
)

test('who joined a room is known within a minute of the callback, and not only the next day', async () => {
  const tenant = await world.makeTenant('room-hints')
  const fake = new FakeWecom()
  const { corpId } = fake
  const [source, employee] = [0, 1].map(() => AccountId.parse(newId(world.ctx.now()))) as [
    AccountId,
    AccountId,
  ]
  const { archiveSecret, contactSecret } = wecom
  const secrets = { archiveSecret, contactSecret, privateKeys: '' }
  const sealedSecrets = sealSecretsOf({ tenantId: tenant.id, id: source }, secrets, world.ctx.secrets)
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await createAccounts(tx, [{ id: source, channel: 'wecom', name: 'Acme', address: corpId, sealedSecrets }])
    await createAccounts(tx, [{ id: employee, channel: 'wecom', name: 'Li Wei', address: 'LiWei' }])
    await tx.updateTable('channel_account').set({ source_id: source }).where('id', '=', employee).execute()
  })
  const room = 'wrOgQhDgAAMYQiS5ol9G7gK9JVAAAAAA'
  const describe = (...people: string[]) =>
    wecom.described.set(room, {
      group_chat: { chat_id: room, name: 'Offer', member_list: people.map((userid) => ({ userid })) },
    })
  const ask = async (afterMs: number) => {
    world.pass(afterMs)
    const asked = await askRosters(world.ctx, tenant.id)
    await world.settle()
    return asked
  }
  const joined = () =>
    inTenant(world.ctx.db, tenant.id, async (tx) => {
      const rows = await tx
        .selectFrom('message_event')
        .where('kind', '=', 'membership')
        .select('payload')
        .execute()
      return rows.map(({ payload }) => [payload['action'], (payload['who'] as { value: string }).value])
    })

  describe('LiWei', customer)
  const message = {
    msgid: 'm1',
    action: 'send',
    from: 'LiWei',
    tolist: [customer],
    roomid: room,
    msgtime: world.ctx.now().getTime(),
    msgtype: 'text',
    text: { content: 'hello' },
  }
  const said = messageDelivery(corpId, { seq: 1, text: JSON.stringify(message), since: 0 })
  await keepDeliveries(world, tenant, { channel: 'wecom', accountId: employee }, [said])
  await world.settle()
  expect(await ask(60 * minuteMs)).toBe(1)

  describe('LiWei', customer, 'WangFang')
  expect(await ask(2 * minuteMs)).toBe(0)
  const xml = fake.event({
    Event: 'change_external_chat',
    ChangeType: 'update',
    ChatId: room,
    UpdateDetail: 'add_member',
  })
  const called = { contentType: 'text/xml', headers: { 'x-corp-id': corpId }, body: Buffer.from(xml) }
  await keepDeliveries(world, tenant, { channel: 'wecom', accountId: source }, [called])
  await world.settle()
  expect(await ask(minuteMs)).toBe(1)
  expect(await joined()).toEqual([['joined', 'WangFang']])
})
