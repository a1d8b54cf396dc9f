/** How far an account is captured whose provider forgets: what waits in its file is not captured yet. */
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { afterEach, test } from 'vitest'
import { findCapturedUntil } from '#domains/accounts/captured-until.ts'
import { type Db, inTenant, openDb, type TenantTx } from '#platform/db.ts'
import { addCollected } from '#testing/add-collected.ts'
import { openPeer } from '#testing/fakes/peer.ts'
import { useTenants } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { usualAhead } from './ahead.ts'
import { type Collecting, openCollecting } from './collect.ts'

let world: World
let tenant: WorldTenant
let opened: { readonly away: Db; readonly collecting: Collecting[] }
useTenants('captured', (made, its) => {
  world = its
  tenant = made
  opened = { away: openDb('postgresql://reader@127.0.0.1:9/nothing'), collecting: [] }
})
afterEach(async () => {
  await Promise.all(opened.collecting.map((one) => one.close()))
  await opened.away.destroy()
  await inTx((tx) => tx.deleteFrom('account_session').execute())
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const captured = (id: AccountId, at: Date) =>
  until(async () => (await inTx((tx) => findCapturedUntil(tx, id)))?.getTime() === at.getTime())
const limits = { ...usualAhead, retryMs: 50, endWithinMs: 200, lookEveryMs: 20 }

test('an account is captured until what waits in its file, also in the files of earlier connections', async () => {
  const peer = openPeer({ forgets: true })
  const id = await inTx((tx) => addCollected(tx, world.ctx.now()))
  const open = async (holder: string, intakeDb = world.ctx.intakeDb) => {
    const before = peer.sessions.length
    const one = openCollecting({ ...world.ctx, intakeDb }, { holder, collectors: [peer.collector], limits })
    opened.collecting.push(one)
    await one.tick()
    await until(() => peer.sessions.length > before)
    await peer.sessions.at(-1)!.connected()
    return { one, session: peer.sessions.at(-1)! }
  }
  const { one, session } = await open('one', opened.away)
  await captured(id, world.ctx.now())
  world.pass(minuteMs)
  await captured(id, world.ctx.now())
  const taken = world.ctx.now()
  await session.keep([{ contentType: 'text/plain', body: Buffer.from('a') }])
  world.pass(minuteMs)
  // Many looks later it is still what it was.
  await new Promise((done) => setTimeout(done, 200))
  await captured(id, taken)
  await one.close()

  const { one: two } = await open('two')
  await until(
    async () => (await inTx((tx) => tx.selectFrom('message_record').select('id').execute())).length === 1,
  )
  world.pass(minuteMs)
  await two.tick()
  await captured(id, world.ctx.now())
})

test('a clock that was wrong leaves no time in the future', async () => {
  const peer = openPeer()
  const id = await inTx((tx) => addCollected(tx, world.ctx.now()))
  const one = openCollecting(world.ctx, { holder: 'one', collectors: [peer.collector] })
  opened.collecting.push(one)
  await one.tick()
  await until(() => peer.sessions.length > 0)
  const session = peer.sessions.at(-1)!
  await session.connected()
  const now = world.ctx.now().getTime()
  // The next is a moment behind what another process saw.
  for (const [said, kept = said] of [[now + dayMs], [now], [now - minuteMs, now]] as const) {
    session.capturedUntil(new Date(said))
    await captured(id, new Date(kept))
  }
})
