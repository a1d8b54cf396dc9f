import { afterEach, expect, test, vi } from 'vitest'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { newId } from '#kernel/uuid.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { silentLog } from '#platform/log.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { openRefusalCounter } from './count-refusals.ts'

let world: World
let tenant: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('refused')
})

afterEach(() => vi.useRealTimers())

const refused = () => ({
  tenantId: tenant.id,
  accountId: tenant.accounts.sms,
  remote: '192.0.2.7',
  sizeBytes: 7,
  reason: 'capture.bad-signature' as const,
  at: world.ctx.now(),
})

test('the sender must retry after a refusal for an account that the database does not have', async () => {
  const counter = openRefusalCounter({ db: world.ctx.db, log: silentLog })
  const strange = { ...refused(), accountId: newId<AccountId>(world.ctx.now()) }
  await expect(counter.count(strange)).rejects.toMatchObject({ code: 'unavailable' })
  await counter.close()
})

test('a refusal noted while others are counted does not delay later ones', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const counter = openRefusalCounter({ db: world.ctx.db, log: silentLog })
  const first = counter.count(refused())
  counter.note(refused()) // joins the running count, and has a separate timer
  await first
  await until(async () => (await counted()) === '2')
  vi.advanceTimersByTime(700)
  await counter.count(refused())
  await counter.close()
  expect(await counted()).toBe('3')
})

/** A database that fails so often, and then answers. */
const failing = (times: number): Db => {
  let left = times
  return new Proxy(world.ctx.db, {
    get(db, name) {
      const known: unknown = Reflect.get(db, name, db)
      if (typeof known !== 'function') return known
      if (left > 0 && name === 'transaction') {
        left -= 1
        return () => ({ execute: () => Promise.reject(new Error('away')) })
      }
      return known.bind(db)
    },
  })
}

test('refusals that were noted while the database failed are counted once it answers, and those that were counted are for the sender to repeat', async () => {
  const before = Number((await counted()) ?? 0)
  const counter = openRefusalCounter({ db: failing(1), log: silentLog })
  counter.note(refused())
  counter.note(refused())
  await expect(counter.count(refused())).rejects.toThrow('away')
  counter.note(refused())
  await counter.close()
  expect(Number(await counted()) - before).toBe(3)
})

test('noted refusals of an account that is gone hold back no others', async () => {
  const before = Number((await counted()) ?? 0)
  const counter = openRefusalCounter({ db: world.ctx.db, log: silentLog })
  counter.note({ ...refused(), accountId: newId<AccountId>(world.ctx.now()) })
  counter.note(refused())
  await counter.close()
  expect(Number(await counted()) - before).toBe(1)
})

test('a noted refusal that the database does not take holds back no others', async () => {
  const before = Number((await counted()) ?? 0)
  const counter = openRefusalCounter({ db: world.ctx.db, log: silentLog })
  counter.note({ ...refused(), accountId: tenant.accounts.whatsapp, sizeBytes: 2 ** 63 })
  counter.note(refused())
  await counter.close()
  expect(Number(await counted()) - before).toBe(1)
})

const counted = () =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const counters = tx.selectFrom('account_counters').select('refused')
    return (await counters.where('account_id', '=', tenant.accounts.sms).executeTakeFirst())?.refused
  })
