import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { openWorld, type World } from './world.ts'

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
