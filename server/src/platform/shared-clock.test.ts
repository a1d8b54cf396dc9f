import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openDb } from './db.ts'
import { openSharedClock } from './shared-clock.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => database?.close())

const hour = 60 * 60_000
const real = Date.now.bind(Date)
/** Puts this machine's clock. */
const put = (aheadMs: number) => vi.spyOn(Date, 'now').mockImplementation(() => real() + aheadMs)
const apart = (now: Date) => Math.abs(now.getTime() - real())

test.each([2 * hour, -2 * hour, 30_000])('a machine that is %i ms ahead follows the database', async (ms) => {
  put(ms)
  const clock = await openSharedClock(database.db)
  expect(apart(clock.now())).toBeLessThan(1_000)
  expect(Math.abs((clock.aheadMs() ?? 0) - ms)).toBeLessThan(1_000)
  clock.close()
})

test('a clock that is put while a process runs does not move it', async () => {
  const clock = await openSharedClock(database.db, 20)
  for (const ms of [2 * hour, -2 * hour]) {
    put(ms)
    expect(apart(clock.now())).toBeLessThan(1_000)
    await wait(60)
    expect(apart(clock.now())).toBeLessThan(1_000)
  }
  clock.close()
})

test('times that hardly differ are left as they are', async () => {
  put(400)
  const clock = await openSharedClock(database.db)
  expect(apart(clock.now())).toBeGreaterThan(300)
  clock.close()
})

test('while the database cannot be asked it is this machine’s', async () => {
  const away = openDb('postgresql://nobody:x@127.0.0.1:9/none')
  const clock = await openSharedClock(away)
  expect(apart(clock.now())).toBeLessThan(1_000)
  expect(clock.aheadMs()).toBeUndefined()
  clock.close()
  await away.destroy()
})
