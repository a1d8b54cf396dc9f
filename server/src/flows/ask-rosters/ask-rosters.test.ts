import type { Channel } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { messageDelivery } from '#channels/wecom/records.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { sealSecretsOf } from '#flows/capture/account-secrets.ts'
import { type Arrival, keepArrivals } from '#flows/capture/keep.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { type FakeSignalCli, openFakeSignalCli } from '#testing/fakes/signal-cli.ts'
import { FakeWecomApi } from '#testing/fakes/wecom-api.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { askRosters } from './ask-rosters.ts'

const owner = '+14155550200'
const corpId = 'ww1436e0e65a779aee'
let world: World
let tenant: WorldTenant
let daemon: FakeSignalCli
let wecom: FakeWecomApi
let accountId: AccountId
afterAll(async () => {
  for (const one of [daemon, wecom]) await one?.close()
})
useTestWorld(
  (opened) => {
    world = opened
  },
  async () => {
    daemon = await openFakeSignalCli()
    wecom = new FakeWecomApi()
    await wecom.listen()
    return { SIGNAL_DAEMON_URL: daemon.url, MEDIA_HOSTS: wecom.host }
  },
)
let turn = 0
beforeEach(async () => {
  turn += 1
  tenant = await world.makeTenant(`rosters-${turn}`)
  daemon.accounts.add(owner)
  daemon.calls.length = 0
  daemon.groups.clear()
  daemon.contacts.clear()
  daemon.refusing = undefined
  wecom.asked.length = 0
})

async function open(channel: Channel, address: string, secrets: object = {}): Promise<void> {
  accountId = AccountId.parse(newId(world.ctx.now()))
  const sealedSecrets = sealSecretsOf(
    { tenantId: tenant.id, id: accountId },
    { ...secrets },
    world.ctx.secrets,
  )
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    createAccounts(tx, [{ id: accountId, channel, name: 'An account', address, sealedSecrets }]),
  )
}
let count = 0
async function deliver(channel: Channel, given: Pick<Arrival, 'contentType' | 'bytes'> & Partial<Arrival>) {
  const receivedAt = world.ctx.now()
  const sourceKey = `delivery-${(count += 1)}`
  const arrival = { tenantId: tenant.id, accountId, channel, sourceKey, headers: {}, receivedAt, ...given }
  await keepArrivals(
    world.ctx.db,
    tenant.id,
    [{ transport: 'socket', remote: undefined, ...arrival }],
    receivedAt,
  )
  await world.settle()
}
async function ask(afterMs = 0): Promise<number> {
  world.pass(afterMs)
  const asked = await askRosters(world.ctx, tenant.id)
  await world.settle()
  return asked
}
const conversation = () =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const { id, title } = await tx
      .selectFrom('conversation')
      .select(['id', 'title'])
      .executeTakeFirstOrThrow()
    const people = await tx
      .selectFrom('participant')
      .where('conversation_id', '=', id)
      .select(['address', 'display_name'])
      .execute()
    return { title, people: Object.fromEntries(people.map((one) => [one.address, one.display_name])) }
  })
const lines = () =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const joinedOrLeft = tx.selectFrom('message_event').where('kind', '=', 'membership')
    const rows = await joinedOrLeft.select(['payload', 'at']).orderBy('at').execute()
    return rows.map(({ payload: { action, whoName }, at }) => [action, whoName, at.toISOString()])
  })

const [ana, bob, carl] = ['a', 'b', 'c'].map(
  (letter) => `${letter.repeat(8)}-1111-4222-8333-444444444444`,
) as [string, string, string]
const groupId = 'Zm9vYmFyYmF6'
const describeGroup = (name: string, members: readonly string[]) =>
  daemon.groups.set(groupId, {
    id: groupId,
    name,
    isMember: true,
    members: [
      { number: owner, uuid: 'f0f0f0f0-1111-4222-8333-444444444444' },
      ...members.map((uuid) => ({ uuid })),
    ],
  })
const say = (message: string, groupInfo?: object) => {
  const timestamp = world.ctx.now().getTime() + (count += 1)
  const envelope = {
    sourceUuid: bob,
    sourceNumber: null,
    timestamp,
    dataMessage: { timestamp, message, groupInfo },
  }
  return deliver('signal', {
    contentType: 'application/json',
    bytes: Buffer.from(JSON.stringify({ envelope, account: owner })),
  })
}

describe('Signal', () => {
  beforeEach(() => open('signal', owner))
  test('a group has its name and its members, with the names that the phone knows, and says who joined and left', async () => {
    daemon.contacts
      .set(ana, {
        uuid: ana,
        number: '+14155550201',
        name: '',
        profile: { givenName: 'Ana', familyName: 'Lund' },
      })
      .set(carl, { uuid: carl, name: 'Carl' })
    describeGroup('Deal room', [ana, bob])
    await say('hello', { groupId })
    expect([await ask(), await ask(hourMs)]).toEqual([0, 1])
    expect(await conversation()).toEqual({
      title: 'Deal room',
      people: { [owner]: null, [ana]: 'Ana Lund', [bob]: null },
    })
    // The first answer is no news of members.
    expect(await lines()).toEqual([])
    // Within a day nothing is asked again; afterwards, only once something is said.
    await say('again', { groupId })
    expect(await ask()).toBe(0)
    world.pass(25 * hourMs)
    describeGroup('Deal room 2', [bob, carl])
    expect(await ask()).toBe(1)
    expect((await conversation()).title).toBe('Deal room 2')
    const at = world.ctx.now().toISOString()
    expect(await lines()).toEqual([
      ['joined', 'Carl', at],
      ['left', 'Ana Lund', at],
    ])
    expect(await ask(25 * hourMs)).toBe(0)
    // The same answer again adds nothing, and one that was before is another one.
    await say('later', { groupId })
    await ask()
    expect((await lines()).length).toBe(2)
    world.pass(25 * hourMs)
    await say('last', { groupId })
    describeGroup('Deal room', [ana, bob])
    await ask()
    expect((await conversation()).title).toBe('Deal room')
    expect(
      (await lines())
        .slice(2)
        .map((line) => line.slice(0, 2).join(' '))
        .toSorted(),
    ).toEqual(['joined Ana Lund', 'left Carl'])
  })

  test('a person has the name of the profile, also if only their id was in the message', async () => {
    daemon.contacts.set(bob, { uuid: bob, name: '', givenName: '', profile: { givenName: 'Bob' } })
    await say('hello')
    await ask(hourMs)
    expect((await conversation()).people[bob]).toBe('Bob')
    expect(await lines()).toEqual([])
  })

  test(
    'a request that the daemon does not answer, or was asked too often to, is retried later, and finally on the next day',
    { tags: ['whole'] },
    async () => {
      describeGroup('Deal room', [bob])
      await say('hello', { groupId })
      const tries: number[] = []
      for (let minute = 0; minute < 24 * 60; minute += 10) {
        daemon.refusing = tries.length % 2 === 0 ? -5 : -3
        if ((await askRosters(world.ctx, tenant.id)) > 0) tries.push(minute)
        world.pass(10 * 60_000)
      }
      expect(tries.length).toBe(8)
      daemon.refusing = undefined
      world.pass(hourMs)
      expect(await ask()).toBe(0)
      await say('again', { groupId })
      world.pass(dayMs)
      expect(await ask()).toBe(1)
      expect((await conversation()).title).toBe('Deal room')
    },
  )

  test('a disconnected account is not asked, and an answer does not make it active', async () => {
    describeGroup('Deal room', [bob])
    await say('hello', { groupId })
    const heard = () =>
      inTenant(world.ctx.db, tenant.id, (tx) => {
        const counters = tx.selectFrom('account_counters').where('account_id', '=', accountId)
        return counters.select('last_event_at').executeTakeFirstOrThrow()
      })
    const before = await heard()
    world.pass(hourMs)
    await ask()
    expect([await heard(), daemon.calls]).toEqual([before, ['listGroups', 'listContacts']])
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.updateTable('channel_account').set({ status: 'inactive' }).where('id', '=', accountId).execute(),
    )
    await say('again', { groupId })
    world.pass(25 * hourMs)
    await ask()
    expect(daemon.calls.length).toBe(2)
  })
})

describe('WeCom', () => {
  const anna = 'wmErxtDgAA9AW32YyyuYRimKr7D1KWlw'
  const [joined, later] = ['2026-01-05T09:00:00.000Z', '2026-02-05T09:00:00.000Z']
  const seconds = (time: string) => Date.parse(time) / 1000
  const { archiveSecret, contactSecret } = new FakeWecomApi()
  beforeEach(() => open('wecom', corpId, { archiveSecret, contactSecret, privateKeys: '' }))
  const write = async (roomid: string, tolist: readonly string[]) => {
    const text = { content: 'hello' }
    const message = {
      msgid: `m${(count += 1)}`,
      action: 'send',
      from: 'LiWei',
      tolist,
      roomid,
      msgtype: 'text',
      text,
    }
    const msgtime = world.ctx.now().getTime()
    const seq = { seq: count, since: 0 }
    const { body, headers = {} } = messageDelivery(corpId, {
      ...seq,
      text: JSON.stringify({ ...message, msgtime }),
    })
    await deliver('wecom', { contentType: 'application/json', bytes: body, headers })
  }

  test('a room of colleagues is described by the archive, a room with customers by the application', async () => {
    wecom.described.set('inside', {
      roomname: '项目组',
      creator: 'LiWei',
      members: [{ memberid: 'LiWei', jointime: seconds(joined) }],
    })
    await write('inside', ['WangFang'])
    await ask(hourMs)
    expect((await conversation()).title).toBe('项目组')
    world.pass(25 * hourMs)
    wecom.described.set('inside', {
      roomname: '项目组',
      members: [
        { memberid: 'LiWei', jointime: seconds(joined) },
        { memberid: 'ZhaoLi', jointime: seconds(later) },
      ],
    })
    await write('inside', ['WangFang'])
    await ask()
    expect(await lines()).toEqual([['joined', undefined, later]])
  })

  test('members of a room with customers have their names', async () => {
    const room = 'wrOgQhDgAAMYQiS5ol9G7gK9JVAAAAAA'
    const member_list = [
      { userid: 'LiWei', type: 1, join_time: seconds(joined), name: '李伟' },
      { userid: anna, type: 2, join_time: seconds(joined), name: 'Anna' },
    ]
    wecom.described.set(room, { group_chat: { chat_id: room, name: '客户群', member_list } })
    await write(room, [anna])
    await ask(hourMs)
    expect(await conversation()).toEqual({ title: '客户群', people: { LiWei: '李伟', [anna]: 'Anna' } })
  })

  test('a room without a description keeps its ID, and a chat of two is not requested', async () => {
    await write('wrUnknown', [anna])
    await ask(hourMs)
    expect((await conversation()).title).toBeNull()
    expect(wecom.asked.filter((path) => path.endsWith('groupchat/get')).length).toBe(2)
    wecom.asked.length = 0
    await write('', [anna])
    expect([await ask(hourMs), wecom.asked]).toEqual([1, []])
  })
})
