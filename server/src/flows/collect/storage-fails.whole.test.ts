/** Nothing can be stored while a provider hands over messages, and then the process ends: another one has them all. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { collectorsOf, linkPeer, openAwayPeer } from '#testing/away-peers.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import { openWorld } from '#testing/world.ts'
import { openCollecting } from './collect.ts'
import { hintOf, openHints } from './hints.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

test.each<Channel>(['wecom', 'telegram', 'signal', 'whatsappnative'])(
  '%s: deliveries that could not be stored are stored later, in order and once',
  async (channel) => {
    await using peer = await openAwayPeer(channel)
    await using world = await openWorld(database.url, peer.env)
    const { ctx } = world
    const tenant = await world.makeTenant(`fails-${channel}`)
    const id = await linkPeer(world, tenant, peer)
    const inside = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(ctx.db, tenant.id, work)
    const countOf = () =>
      inside(async (tx) => (await tx.selectFrom('message_record').select('id').execute()).length)
    let failures = 0
    const fail = () => void (failures += 1)
    const ignore = () => {}
    const log: Log = { debug: ignore, info: ignore, warn: fail, error: fail }
    const hints = openHints()
    const open = (holder: string) =>
      openCollecting({ ...ctx, log }, { holder, collectors: collectorsOf(peer), hints })
    const say = async (text: string) => {
      world.pass(1_000)
      await peer.say(text, ctx.now())
    }

    const first = open('first')
    await first.tick()
    await peer.isOpen?.()
    await say('Before')
    await until(async () => (await countOf()) === 1)
    await database.administer('revoke insert on message_record from verbatim_app')
    try {
      for (const text of ['One', 'Two', 'Three']) await say(text)
      hints.wake(hintOf(id).name)
      await until(() => failures > 0)
      await first.close()
      expect(await countOf()).toBe(1)
    } finally {
      await database.administer('grant insert on message_record to verbatim_app')
    }

    world.pass(10 * 60_000)
    const second = open('second')
    try {
      await second.tick()
      await until(async () => (await countOf()) === 4)
    } finally {
      await second.close()
    }
    await world.settle()
    const messages = await inside((tx) =>
      tx.selectFrom('message').select('body').orderBy('posted_at').orderBy('id').execute(),
    )
    expect(messages.map(({ body }) => body)).toEqual(['Before', 'One', 'Two', 'Three'])
    await inside((tx) => tx.updateTable('channel_account').set({ status: 'inactive' }).execute())
  },
  30_000,
)
