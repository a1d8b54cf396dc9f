import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { allCells } from '#testing/fidelity/all.ts'
import { addFidelityAccount, keepDeliveries } from '#testing/fidelity/play.ts'
import { readProjection } from '#testing/fidelity/projection.ts'
import { vectorDeliveries } from '#testing/fidelity/vectors.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { makeMissingLines } from './missing.ts'

let world: World
let inOrder: WorldTenant
let late: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  inOrder = await world.makeTenant('in-order')
  late = await world.makeTenant('late')
})

test.each(allCells)('the messages of $channel may arrive a week after their changes', async (channel) => {
  const deliveries = [
    ...Object.values(channel.cells).flatMap((cell) => (typeof cell === 'string' ? [] : cell.deliveries)),
    ...vectorDeliveries(channel.channel),
  ]
  const first = { channel: channel.channel, accountId: await addFidelityAccount(world, inOrder, channel) }
  const kept = await keepDeliveries(world, inOrder, first, deliveries)
  await world.settle()
  const speaking = await inTenant(world.ctx.db, inOrder.id, async (tx) =>
    (
      await tx.selectFrom('message').where('account_id', '=', first.accountId).select('record_id').execute()
    ).map((row) => row.record_id),
  )
  const isMessage = (index: number) => speaking.includes(kept[index]!.recordId)
  const second = { channel: channel.channel, accountId: await addFidelityAccount(world, late, channel) }
  await keepDeliveries(
    world,
    late,
    second,
    deliveries.filter((_, index) => !isMessage(index)),
  )
  await world.settle()
  world.pass(8 * 24 * 60 * 60_000)
  while ((await makeMissingLines(world.ctx, late.id)) > 0);
  await keepDeliveries(
    world,
    late,
    second,
    deliveries.filter((_, index) => isMessage(index)),
  )
  await world.settle()
  // Some deliveries speak only of messages that no delivery has.
  while ((await makeMissingLines(world.ctx, inOrder.id)) > 0);
  const [expected, found] = [
    await readProjection(world, inOrder, first.accountId),
    await readProjection(world, late, second.accountId),
  ]
  expect(found.messages.map(withoutLines)).toEqual(expected.messages.map(withoutLines))
  expect(found.events).toEqual(expected.events)
  // What others say of a message that is not theirs makes no line of it.
  const isAlone = (event: string) => event.includes('"membership"') || event.includes('"unconfirmed":true')
  expect(found.events.every((event) => event.includes('"found":true') || isAlone(event))).toBe(true)
})

/** A line that became its message has one version more, which says nothing, and its versions are in the order in which they came. */
function withoutLines(row: string) {
  const { texts, ...rest } = JSON.parse(row) as { texts: (string | null)[]; body: string | null }
  const said = texts.length > 0 ? texts : [rest.body]
  return { ...rest, texts: said.filter((text) => text !== null).toSorted() }
}
