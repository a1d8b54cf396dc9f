import { hourMs } from '@verbatim/contract/durations.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import type { TestDatabase } from '#testing/database.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { openDb } from './db.ts'
import { openSharedClock } from './shared-clock.ts'

let database: TestDatabase
useTestDatabase(async (opened) => {
  database = opened
  // The first statement opens a connection, and an answer that takes too long does not count.
  await sql`select 1`.execute(database.db)
})
afterEach(() => vi.restoreAllMocks())

const real = Date.now.bind(Date)
/** Sets this machine's clock. */
const put = (aheadMs: number) => vi.spyOn(Date, 'now').mockImplementation(() => real() + aheadMs)
const apart = (now: Date) => Math.abs(now.getTime() - real())

test.each([2 * hourMs, -2 * hourMs, 30_000])(
  'a machine that is %i ms ahead follows the database',
  async (ms) => {
    put(ms)
    const clock = await openSharedClock(database.db)
    expect(apart(clock.now())).toBeLessThan(1_000)
    expect(Math.abs((clock.aheadMs() ?? 0) - ms)).toBeLessThan(1_000)
    clock.close()
  },
)

test('setting the machine’s clock while a process runs does not move it', async () => {
  const clock = await openSharedClock(database.db, 20)
  for (const ms of [2 * hourMs, -2 * hourMs]) {
    put(ms)
    expect(apart(clock.now())).toBeLessThan(1_000)
    await wait(60)
    expect(apart(clock.now())).toBeLessThan(1_000)
  }
  clock.close()
})

test('small differences are not corrected', async () => {
  put(400)
  const clock = await openSharedClock(database.db)
  expect(apart(clock.now())).toBeGreaterThan(300)
  clock.close()
})

test('without the database, it is this machine’s clock', async () => {
  const away = openDb('postgresql://nobody:x@127.0.0.1:9/none')
  const clock = await openSharedClock(away)
  expect(apart(clock.now())).toBeLessThan(1_000)
  expect(clock.aheadMs()).toBeUndefined()
  clock.close()
  await away.destroy()
})
