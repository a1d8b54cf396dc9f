import { hourMs } from '@verbatim/contract/durations.ts'
import type { ConversationId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'
import { expectRosters, takeRosterQuestions } from './roster-questions.ts'

let world: World
useTestWorld((opened) => {
  world = opened
})

test('the first conversation of an organization is asked for after an hour, and further ones at once', async () => {
  const tenant = await world.makeTenant('first-questions')
  const other = await world.makeTenant('other-questions')
  for (const one of [tenant, other])
    for (const from of ['+15550108001', '+15550108002']) await world.deliver(one, { from, body: 'hello' })
  await world.settle()
  const inTx = <T>(act: Parameters<typeof inTenant<T>>[2], of = tenant) => inTenant(world.ctx.db, of.id, act)
  const conversations = (of: typeof tenant) =>
    inTx(async (tx) => (await tx.selectFrom('conversation').select('id').execute()).map(({ id }) => id), of)
  const [first, second] = await conversations(tenant)
  const [foreign] = await conversations(other)
  const expectIn = (id: ConversationId | undefined, of = tenant) =>
    inTx((tx) => expectRosters(tx, id ? [id] : [], world.ctx.now()), of)
  const take = async () => (await inTx((tx) => takeRosterQuestions(tx, world.ctx.now(), 9))).due

  await expectIn(first)
  expect(await take()).toEqual([])
  world.pass(hourMs)
  expect(await take()).toMatchObject([{ conversationId: first }])
  await inTx((tx) =>
    tx
      .updateTable('conversation_roster')
      .set({ next_at: null, asked_at: world.ctx.now() })
      .where('id', '=', first!)
      .execute(),
  )
  await expectIn(second)
  expect(await take()).toMatchObject([{ conversationId: second }])
  // What was asked in one organization says nothing of another.
  await expectIn(foreign, other)
  const waits = await inTx((tx) => takeRosterQuestions(tx, world.ctx.now(), 9), other)
  expect(waits.due).toEqual([])
})
