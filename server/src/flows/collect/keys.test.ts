import { afterEach, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { addCollected } from '#testing/add-collected.ts'
import { openPeer, type Peer } from '#testing/fakes/peer.ts'
import { useTenants } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { type Collecting, openCollecting } from './collect.ts'

let world: World
let tenant: WorldTenant
let peer: Peer
let opened: Collecting[]
useTenants('keys', (made, its) => {
  world = its
  tenant = made
  peer = openPeer()
  opened = []
})
afterEach(() => Promise.all(opened.map((one) => one.close())))

async function run(holder: string): Promise<void> {
  const one = openCollecting(world.ctx, { holder, collectors: [peer.collector] })
  opened.push(one)
  await one.tick()
}

test('a process that lost its lease does not change the keys of the one that has it', async () => {
  await inTenant(world.ctx.db, tenant.id, (tx) => addCollected(tx, world.ctx.now()))
  await run('one')
  await until(() => peer.sessions.length === 1)
  const write = (at: number, text: string) =>
    peer.sessions[at]?.keys.set([{ type: 'ratchet', id: '1', value: Buffer.from(text) }])
  await write(0, 'first')
  // It slept, and does not know yet that another one goes on.
  world.pass(31_000)
  await run('two')
  await until(() => peer.sessions.length === 2)
  await write(1, 'second')

  await expect(write(0, 'of before it slept')).rejects.toThrow()
  await expect(peer.sessions[0]?.keys.clear()).rejects.toThrow()
  expect(await peer.sessions[1]?.keys.get('ratchet', ['1'])).toEqual(new Map([['1', Buffer.from('second')]]))
})
