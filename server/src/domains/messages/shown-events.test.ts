import { shareOf } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import type { CapturedDelete } from '#kernel/captured-event.ts'
import { inTenant } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('shown')
})

const deletion = (targetKey: string, scope: CapturedDelete['scope'], minute: number): CapturedDelete => ({
  kind: 'delete',
  channel: 'whatsapp',
  targetKey,
  eventKey: `d ${targetKey} ${scope} ${minute}`,
  at: new Date(world.ctx.now().getTime() + minute * 60_000),
  scope,
})

const shown = (key: string) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const { deletion: gone, deleted_at: at } = await tx
      .selectFrom('message')
      .where('message_key', '=', key)
      .select(['deletion', 'deleted_at'])
      .executeTakeFirstOrThrow()
    return [gone?.scope, Math.round(((at?.getTime() ?? 0) - world.ctx.now().getTime()) / 60_000)]
  })

/** Every order of three, one after the other and together. */
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

test('of several deletions the one for the most people is shown, and of those the earliest, in whatever order they come', async () => {
  const deletionsOf = (key: string) => [
    deletion(key, 'owner-local', 1),
    deletion(key, 'everyone', 3),
    deletion(key, 'admin', 2),
  ]
  for (const order of shareOf(orders, 3)) {
    const [together, alone] = [`${order.join('')} together`, `${order.join('')} alone`]
    for (const key of [together, alone])
      await captureHistory(world, tenant, [messageOf(world, { messageKey: key })])
    await captureHistory(
      world,
      tenant,
      order.flatMap((at) => deletionsOf(together)[at] ?? []),
    )
    for (const at of order) await captureHistory(world, tenant, deletionsOf(alone).slice(at, at + 1))
    expect([together, await shown(together)]).toEqual([together, ['admin', 2]])
    expect([alone, await shown(alone)]).toEqual([alone, ['admin', 2]])
  }
})

test('a deletion on the owner’s device stays one if no other comes', async () => {
  await captureHistory(world, tenant, [messageOf(world, { messageKey: 'own' })])
  await captureHistory(world, tenant, [deletion('own', 'owner-local', 2), deletion('own', 'owner-local', 1)])
  expect(await shown('own')).toEqual(['owner-local', 1])
})
