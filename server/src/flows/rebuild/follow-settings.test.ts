import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { followSettings } from './follow-settings.ts'

let world: World
let tenant: WorldTenant
let admin: Caller

useTenants('moved', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
  // The next day in Tokyo.
  const sentAt = new Date('2026-11-20T16:00:00Z')
  await captureHistory(world, tenant, [messageOf(world, { sentAt })])
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const moveTo = async (timeZone: string) =>
  expect((await admin.call('PUT', '/bff/organizations', { timeZone })).status).toBe(200)
const overview = async () => {
  const { json } = await admin.call('GET', '/bff/metrics?date-from=2026-11-20&date-to=2026-11-21')
  const { zone, nextZone, figures } = json
  return { zone, nextZone, series: figures[0].series }
}

test('another time zone is saved at once, and figures say that they are being counted until a worker has done it', async () => {
  const before = { zone: 'UTC', nextZone: undefined, series: [1, 0] }
  expect(await overview()).toEqual(before)
  await moveTo('Asia/Tokyo')
  expect(await overview()).toEqual({ ...before, nextZone: 'Asia/Tokyo' })
  expect(await followSettings(world.ctx, tenant.id)).toBe(1)
  expect(await overview()).toEqual({ zone: 'Asia/Tokyo', nextZone: undefined, series: [0, 1] })
  expect(await followSettings(world.ctx, tenant.id)).toBe(0)
})

/** Acts while a worker waits for the counts, which another transaction holds. */
const whileCounting = (act: (worker: number) => Promise<void>) =>
  inTx(async (tx) => {
    await sql`lock table message_rollup in access exclusive mode`.execute(tx)
    const counting = followSettings(world.ctx, tenant.id).catch((error: unknown) => error)
    const waiting = async () => {
      const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from message_rollup%'`.execute(
        world.ctx.db,
      )
      return rows[0]?.pid
    }
    await expect.poll(waiting).toBeDefined()
    await act((await waiting()) ?? 0)
    return { counting }
  }).then(({ counting }) => counting)

test('the settings can be changed during a recount, and the change is applied after it', async () => {
  await moveTo('Asia/Tokyo')
  const counted = await whileCounting(async () => {
    world.pass(1000)
    await moveTo('Asia/Kathmandu')
  })
  expect(counted).toBe(1)
  expect(await overview()).toMatchObject({ zone: 'Asia/Tokyo', nextZone: 'Asia/Kathmandu' })
  expect(await followSettings(world.ctx, tenant.id)).toBe(1)
  expect(await overview()).toEqual({ zone: 'Asia/Kathmandu', nextZone: undefined, series: [1, 0] })
})

test('a killed worker has changed nothing, and another one takes over', { tags: ['whole'] }, async () => {
  await moveTo('Asia/Tokyo')
  const killed = await whileCounting(async (worker) => {
    await sql`select pg_terminate_backend(${worker})`.execute(world.ctx.db)
  })
  expect(killed).toBeInstanceOf(Error)
  expect(await overview()).toMatchObject({ zone: 'UTC', nextZone: 'Asia/Tokyo' })
  expect(await followSettings(world.ctx, tenant.id)).toBe(0)
  world.pass(10 * 60_000)
  expect(await followSettings(world.ctx, tenant.id)).toBe(1)
  admin = await world.as(tenant, tenant.users.super_admin)
  expect(await overview()).toMatchObject({ zone: 'Asia/Tokyo', series: [0, 1] })
})
