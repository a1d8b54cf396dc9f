import { afterAll, beforeAll, beforeEach } from 'vitest'
import { everyChangeIsSaid } from './audit-check.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { openTestPool, type TestPool } from './identity-pool.ts'
import { openWorld, type World, type WorldTenant } from './world.ts'

type Prepare<Opened> = (opened: Opened, database: TestDatabase) => Promise<void> | void

/**
 * Opens a world with a separate database before the tests of a file, and closes both after them.
 * @param prepare Prepares the world for all tests of the file.
 * @param openAround Opens what the world needs to know of, and says it.
 */
export function useTestWorld(
  prepare: Prepare<World>,
  openAround: () => Promise<NodeJS.ProcessEnv> = () => Promise.resolve({}),
): void {
  openFor(prepare, async (database) => worldIn(database, await openAround()))
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
  openFor<World>(
    (...opened) => {
      on = opened
    },
    (database) => worldIn(database),
  )
  beforeEach(async () => prepare(await on[0].makeTenant(`${label}${(count += 1)}`), ...on))
}

/** Opens a separate database before the tests of a file, and closes it after them. */
export function useTestDatabase(prepare: (database: TestDatabase) => Promise<void> | void): void {
  openFor(prepare, (database) => ({ opened: database }))
}

/** The same, with an identity pool in it. */
export function useTestPool(prepare: Prepare<TestPool>): void {
  openFor(prepare, async ({ db }) => {
    const pool = await openTestPool(db)
    return { opened: pool, close: () => pool.close() }
  })
}

async function worldIn({ url }: TestDatabase, env: NodeJS.ProcessEnv = {}): Promise<Opening<World>> {
  const world = await openWorld(url, env)
  return { opened: world, close: () => world[Symbol.asyncDispose]() }
}

interface Opening<Opened> {
  readonly opened: Opened
  readonly close?: () => PromiseLike<void>
}

/** Opens a database, and something in it, for all tests of a file. */
function openFor<Opened>(
  prepare: Prepare<Opened>,
  open: (database: TestDatabase) => Promise<Opening<Opened>> | Opening<Opened>,
): void {
  let database: TestDatabase | undefined
  let within: Opening<Opened> | undefined
  beforeAll(async () => {
    database = await openTestDatabase()
    within = await open(database)
    await prepare(within.opened, database)
  }, 60_000)
  afterAll(async () => {
    await within?.close?.()
    try {
      await database?.administer(everyChangeIsSaid)
    } finally {
      await database?.close()
    }
  })
}
