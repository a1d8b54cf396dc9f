/** Telegram gives whole seconds, and an order of its own. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { json } from '#testing/fidelity/cells.ts'
import { addFidelityAccount, keepDeliveries } from '#testing/fidelity/play.ts'
import { telegramCells } from '#testing/fidelity/telegram.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let accountId: AccountId
let reviewer: Caller
useTenants('seconds', (made, opened) => {
  world = opened
  tenant = made
})
beforeEach(async () => {
  accountId = await addFidelityAccount(world, tenant, telegramCells)
  reviewer = await world.as(tenant, tenant.users.compliance)
})

const date = 1_772_442_000
const common = {
  message_id: 7,
  date,
  from: { id: 7_002_002, is_bot: false, first_name: 'Bob' },
  chat: { id: 7_002_002, type: 'private', first_name: 'Bob' },
  business_connection_id: 'Rk1',
}
const sent = { update_id: 100, business_message: { ...common, text: 'one' } }
const edited = (updateId: number, text: string) => ({
  update_id: updateId,
  edited_business_message: { ...common, edit_date: date + 60, text },
})
const reacted = (updateId: number, before: readonly string[], now: readonly string[]) => ({
  update_id: updateId,
  message_reaction: {
    chat: { id: -1001, type: 'supergroup', title: 'Desk' },
    message_id: 9,
    date: date + 60,
    user: { id: 7_002_002, is_bot: false, first_name: 'Bob' },
    old_reaction: before.map((emoji) => ({ type: 'emoji', emoji })),
    new_reaction: now.map((emoji) => ({ type: 'emoji', emoji })),
  },
})

async function deliver(...batches: readonly (readonly object[])[]): Promise<void> {
  for (const batch of batches) {
    await keepDeliveries(world, tenant, { channel: 'telegram', accountId }, batch.map(json))
    await world.settle()
  }
}

async function shown() {
  const { json: list } = await reviewer.call('GET', '/bff/api/v1/messages')
  return (await reviewer.call('GET', `/bff/api/v1/messages/${list.items[0].id}`)).json
}

test.each([
  ['in its order', [[edited(101, 'two')], [edited(102, 'three')]]],
  ['the earlier one again, after an answer of 503', [[edited(102, 'three')], [edited(101, 'two')]]],
  ['both at once', [[edited(102, 'three'), edited(101, 'two')]]],
])('of two edits of one second the provider’s later one is shown: %s', async (_when, batches) => {
  await deliver([sent], ...batches)
  expect(await shown()).toMatchObject({ body: 'three' })
})

test('an edit of one second is undone by a later one of it, whenever the first comes', async () => {
  await deliver([sent], [edited(102, 'one')], [edited(101, 'two')])
  expect(await shown()).toMatchObject({
    body: 'one',
    versions: [
      { body: 'one' },
      { body: 'two' },
      { body: 'one', at: new Date((date + 60) * 1000).toISOString() },
    ],
  })
  await deliver([edited(103, 'two')])
  expect(await shown()).toMatchObject({ body: 'two' })
})

test('a reaction that was taken back within a second is gone, whenever it comes', async () => {
  const chat = { id: -1001, type: 'supergroup', title: 'Desk' }
  const { business_connection_id: _connection, ...plain } = common
  const message = { update_id: 100, message: { ...plain, message_id: 9, chat, text: 'hello' } }
  await deliver([message], [reacted(102, ['👍'], [])], [reacted(101, [], ['👍'])])
  expect(await shown()).toMatchObject({ body: 'hello', reactions: [] })
})
