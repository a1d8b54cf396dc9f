import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { openTestPool, type TestPool } from './identity-pool.ts'
import { openWorld, type World, type WorldTenant } from './world.ts'

/**
 * Opens a world with a separate database before the tests of a file, and closes both after them.
 * @param prepare Prepares the world for all tests of the file.
 */
export function useTestWorld(prepare: (world: World, database: TestDatabase) => Promise<void> | void): void {
  let database: TestDatabase | undefined
  let world: World | undefined
  beforeAll(async () => {
    database = await openTestDatabase()
    world = await openWorld(database.url)
    await prepare(world, database)
  }, 60_000)
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]()
    await database?.close()
  })
}

/**
 * The same, with an organization of its own for each test.
 * @param prepare Prepares the organization of a test.
 */
export function useTenants(
  label: string,
  prepare: (tenant: WorldTenant, world: World, database: TestDatabase) => Promise<void> | void,
): void {
  let on: readonly [World, TestDatabase]
  let count = 0
  useTestWorld((...opened) => {
    on = opened
  })
  beforeEach(async () => prepare(await on[0].makeTenant(`${label}${(count += 1)}`), ...on))
}

/** Opens a separate database before the tests of a file, and closes it after them. */
export function useTestDatabase(prepare: (database: TestDatabase) => Promise<void> | void): void {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await openTestDatabase()
    await prepare(database)
  })
  afterAll(() => database?.close())
}

/** The same, with an identity pool in it. */
export function useTestPool(prepare: (pool: TestPool, database: TestDatabase) => Promise<void> | void): void {
  let pool: TestPool | undefined
  useTestDatabase(async (database) => {
    pool = await openTestPool(database.db)
    await prepare(pool, database)
  })
  afterAll(() => pool?.close())
}
