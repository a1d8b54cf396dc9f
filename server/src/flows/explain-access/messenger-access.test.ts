import type { UserId } from '@verbatim/contract/ids.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createContacts } from '#domains/contacts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let ours: WorldTenant
let admin: Caller
let allUsers: UserId[]
let messages: { id: string; conversationId: string }[]

useTestWorld(async (opened) => {
  world = opened
  ours = await world.makeTenant('ours')
  admin = await world.as(ours, ours.users.super_admin)
  allUsers = [...Object.values(ours.users), ours.northerner, ours.representative, ours.colleague]
  await inTenant(world.ctx.db, ours.id, (tx) =>
    createContacts(
      tx,
      [
        {
          id: newId(world.ctx.now()),
          name: 'Ann Ash',
          addresses: ['+15550107001'],
          groupIds: [ours.groups.south],
        },
        {
          id: newId(world.ctx.now()),
          name: 'Bob Birch',
          addresses: ['+15550107002'],
          groupIds: [ours.groups.north],
        },
        {
          id: newId(world.ctx.now()),
          name: 'Cleo Elm',
          addresses: ['+15550107003'],
          groupIds: [ours.groups.south],
          shareLevel: 'personal',
          ownerId: ours.representative,
        },
      ],
      world.ctx.now(),
    ),
  )
  // Conversations through Rita's account: with a contact of Sam's group, with Sam, and with a contact in no group; and
  // a mail thread.
  await world.deliver(ours, { from: '+15550107001', body: 'To Rita, from Ann' })
  await world.deliver(ours, { from: '+15550107003', body: 'To Rita, from her Cleo' })
  await world.settle()
  const said = (conversationKey: string, value: string, thread = false) =>
    messageOf(world, {
      conversationKey,
      author: { kind: 'phone', value },
      ...(thread && { conversationType: 'thread' as const }),
    })
  await captureHistory(
    world,
    ours,
    [said('ann', '+15550107001')],
    [said('bob', '+15550107002')],
    [said('sam', '+15550100009')],
    [said('unknown', '+15550107777')],
    [said('thread', '+15550100009', true)],
  )
  messages = (await admin.call('GET', '/bff/api/v1/messages')).json.items
  expect(messages).toHaveLength(7)
})

const why = async (userId: string, messageId?: string) =>
  (
    await admin.call(
      'GET',
      `/bff/api/v1/effective-access?userId=${userId}${messageId ? `&messageId=${messageId}` : ''}`,
    )
  ).json

test.each(
  shareOf([
    ['user', false],
    ['user', true],
    ['manager', false],
  ] as const),
)(
  'agrees with the real answers to every %s of the messenger, with shared history %s',
  async (role, shared) => {
    const members = [ours.representative, ours.colleague, ours.users.analyst]
    await inTenant(world.ctx.db, ours.id, async (tx) => {
      await sql`update tenant_user set messenger_role = ${role} where id = any(${members}::uuid[])`.execute(
        tx,
      )
      await sql`update conversation_group set shared_conversation_history = ${shared}`.execute(tx)
    })
    world.pass(4_000)
    const seen: boolean[] = []
    for (const userId of allUsers) {
      const caller = await world.as(ours, userId)
      // Who has no messenger sees nothing there: a share of the messages shows it.
      for (const { id, conversationId } of members.includes(userId) ? messages : shareOf(messages)) {
        const { status } = await caller.call('GET', `/messenger/api/v1/conversations/${conversationId}`)
        const { messenger } = await why(userId, id)
        expect([userId, id, messenger?.sees ?? false]).toEqual([userId, id, status === 200])
        seen.push(status === 200)
      }
    }
    // Both answers occurred.
    expect(new Set(seen).size).toBe(2)
  },
)

test('names the group that does or does not share its history, and another owner’s personal contact', async () => {
  const set = (shared: boolean) =>
    inTenant(world.ctx.db, ours.id, async (tx) => {
      await sql`update tenant_user set messenger_role = 'user' where id = ${ours.colleague}`.execute(tx)
      await sql`update conversation_group set shared_conversation_history = ${shared}`.execute(tx)
    })
  const idOf = async (body: string) =>
    (await admin.call('GET', `/bff/api/v1/messages?search=messageBody:${body}`)).json.items[0].id
  const [anns, cleos] = [await idOf('Ann'), await idOf('Cleo')]
  const sentence = async (id: string) => (await why(ours.colleague, id)).messenger.sentence
  await set(true)
  expect(await sentence(anns)).toBe(
    'Sam Sund can read this message in the messenger. One of its contacts is in the group “South”, which shares its conversation history.',
  )
  const held =
    'Sam Sund can’t read this message in the messenger. They are not in the conversation, and it is not on an account they own. In the group “South”, which does not share this history, only a Manager can read it.'
  expect(await sentence(cleos)).toBe(held)
  await set(false)
  expect(await sentence(anns)).toBe(held)
})

test('names the account or the missing condition, next to the console’s explanation', async () => {
  await inTenant(world.ctx.db, ours.id, (tx) =>
    sql`update tenant_user set messenger_role = 'manager' where id = ${ours.colleague}`.execute(tx),
  )
  const toRita = (await admin.call('GET', '/bff/api/v1/messages?filter=channelType[eq]:sms')).json.items[0]
  expect(await why(ours.representative, toRita.id)).toMatchObject({
    sees: false,
    messenger: {
      sees: true,
      sentence: 'Rita Lund can read this message in the messenger. They are in the conversation.',
    },
  })
  expect((await why(ours.users.compliance, toRita.id)).messenger).toBeUndefined()
  expect((await why(ours.colleague)).messenger).toMatchObject({
    role: 'manager',
    sentence:
      'Sam Sund reads their own conversations in the messenger, and all conversations of the contacts in the group “South”.',
  })
})

test('follows a contact to the one that took it in, and to the groups of that one alone', async () => {
  const path = '/messenger/api/v1/contacts'
  const northern = ours.users.analyst
  await inTenant(world.ctx.db, ours.id, async (tx) => {
    await sql`update tenant_user set messenger_role = 'manager' where id = any(${[ours.colleague, northern]}::uuid[])`.execute(
      tx,
    )
    await sql`insert into conversation_group_member (group_id, user_id) values (${ours.groups.north}, ${northern})`.execute(
      tx,
    )
  })
  world.pass(4_000)
  const [cleos] = (await admin.call('GET', '/bff/api/v1/messages?search=messageBody:Cleo')).json.items
  const readers = async () =>
    Promise.all(
      [ours.colleague, northern].map(async (userId) => {
        const caller = await world.as(ours, userId)
        const { status } = await caller.call('GET', `/messenger/api/v1/conversations/${cleos.conversationId}`)
        expect((await why(userId, cleos.id)).messenger.sees).toBe(status === 200)
        return status
      }),
    )
  expect(await readers()).toEqual([200, 404])
  const [bob] = (await admin.call('GET', `${path}?search=Bob`)).json.items
  const take = async () => {
    const { status, text } = await admin.call('PUT', `${path}/${bob.id}`, {
      name: 'Bob Birch',
      phoneNumbers: ['+15550107002', '+15550107003'],
      groupIds: [ours.groups.north],
    })
    expect(status, text).toBe(200)
  }
  await take()
  expect(await readers()).toEqual([200, 200])
  // Once more: the first time, the groups of the other came along.
  await take()
  expect(await readers()).toEqual([404, 200])
})
