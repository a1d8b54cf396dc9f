import { expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { rosterIn } from '#channels/roster.ts'
import { allCells } from '#testing/fidelity/all.ts'
import { type ChannelCells, type Given } from '#testing/fidelity/cells.ts'
import { addFidelityAccount, keepDeliveries } from '#testing/fidelity/play.ts'
import { readProjection } from '#testing/fidelity/projection.ts'
import { vectorDeliveries } from '#testing/fidelity/vectors.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let forward: WorldTenant
let backward: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  forward = await world.makeTenant('forward')
  backward = await world.makeTenant('backward')
})

/**
 * The cells of the fidelity table, and the vectors of the reference where it is there. What a provider answers about a conversation is how it
 * is when it is asked: in another order, others joined and left.
 */
const deliveriesOf = ({ channel, cells }: ChannelCells): Given[] =>
  [
    ...Object.values(cells).flatMap((cell) => (typeof cell === 'string' ? [] : cell.deliveries)),
    ...vectorDeliveries(channel),
  ].filter((delivery) => rosterIn(delivery) === undefined)

test.each(shareOf(allCells, 8))(
  'the deliveries of $channel give the same result in reverse and twice, in any batches',
  async (channel) => {
    const deliveries = deliveriesOf(channel)
    expect(deliveries.length).toBeGreaterThan(15)
    const once = await play(forward, channel, [deliveries])
    const reversed = deliveries.toReversed()
    const third = Math.ceil(reversed.length / 3)
    const parts = [0, 1, 2].map((part) => reversed.slice(part * third, (part + 1) * third))
    const again = await play(backward, channel, parts, deliveries)
    expect(again).toEqual(once)
    expect(once.messages.length).toBeGreaterThan(10)
  },
)

/** @param more Kept under other keys after all the rest, as if the provider gave them again. */
async function play(
  tenant: WorldTenant,
  channel: ChannelCells,
  parts: readonly (readonly Given[])[],
  more: readonly Given[] = [],
) {
  const accountId = await addFidelityAccount(world, tenant, channel)
  const place = { channel: channel.channel, accountId }
  for (const part of parts) {
    await keepDeliveries(world, tenant, place, part)
    await world.settle()
  }
  await keepDeliveries(world, tenant, { ...place, suffix: ' again' }, more)
  await world.settle()
  return readProjection(world, tenant, accountId)
}
