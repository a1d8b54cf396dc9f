import { isWhole } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { counted, heading, row, userImportSteps } from '#testing/imports.ts'
import { batchRows, runImports } from './run-imports.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('interrupted', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const { work, find, step, upload, users } = userImportSteps(() => ({ world, tenant, admin }))

describe('an interrupted import', () => {
  test('continues where it stopped, and creates no user twice', async () => {
    const names = Array.from({ length: (isWhole ? 2 : 1) * batchRows + 1 }, (_, i) => `p${i}`)
    const { id } = (await upload(heading + names.map((name) => row(name)).join(''))).json
    const before = (await users()).total
    let transactions = 0
    // A worker that dies in a transaction leaves nothing of it, and then the clock passes its lease.
    for (const dyingAt of isWhole ? [1, 2, 3, 5, 8] : [1, 2, 3]) {
      transactions = 0
      const dying = {
        ...world.ctx,
        now: () => {
          if ((transactions += 1) > dyingAt) throw Object.assign(new Error('killed'), { code: '57P01' })
          return world.ctx.now()
        },
      }
      await runImports(dying, tenant.id).catch(() => {})
      const { done, counts, state } = await find(id)
      expect(counts.created).toBe(done)
      expect(state).not.toBe('failed')
      world.pass(61_000)
    }
    admin = await world.as(tenant, tenant.users.super_admin)
    await Promise.all([work(), work(), work()])
    expect(await find(id)).toMatchObject({
      state: 'done',
      done: names.length,
      counts: counted(names.length, 0, 0, 0),
    })
    expect((await users()).total).toBe(before + names.length)
  }, 60_000)

  test('still invites users it created before an unrelated failure', async () => {
    const names = Array.from({ length: batchRows + 1 }, (_, i) => `p${i}`)
    const { id } = (await upload(heading + names.map((name) => row(name)).join(''))).json
    let asked = 0
    const failing = {
      ...world.ctx,
      now: () => {
        if ((asked += 1) === 3) throw new Error('A defect of ours')
        return world.ctx.now()
      },
    }
    await runImports(failing, tenant.id)
    expect(await find(id)).toMatchObject({
      state: 'failed',
      counts: counted(batchRows, 0, 0, 0),
      mailsDue: batchRows,
    })
    world.pass(61_000)
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      sql`update import_row set mail_due = false where import_id = ${id} and ordinal > 3`.execute(tx),
    )
    await work()
    const mails = await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('mail').select('recipient').execute(),
    )
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
      ['p0', 'p1', 'p2'].map((name) => `${name}@example.com`),
    )
    expect(await find(id)).toMatchObject({ state: 'failed', mailsDue: 0 })
  }, 60_000)

  test(
    'keeps finished rows when it is cancelled, and importing the file again creates no user twice',
    { tags: ['whole'] },
    async () => {
      const names = Array.from({ length: 30 }, (_, i) => `p${i}`)
      const text = heading + names.map((name) => row(name)).join('')
      const { id } = (await upload(text)).json
      expect((await step(id, 'cancel')).json.state).toBe('cancelled')
      await work()
      expect(await find(id)).toMatchObject({ state: 'cancelled', done: 0 })
      for (const expected of [counted(30, 0, 0, 0), counted(0, 0, 30, 0)]) {
        const again = (await upload(text)).json
        await work()
        expect((await find(again.id)).counts).toEqual(expected)
      }
    },
  )
})
