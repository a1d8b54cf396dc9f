import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { openWorld, type World } from './world.ts'

/**
 * Opens a world on a database of the file's own before its tests, and closes both after them.
 * @param prepare Gets the world, and makes what all tests of the file need.
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
