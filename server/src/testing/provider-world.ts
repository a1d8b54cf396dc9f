import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { type FakeTwilio, openFakeTwilio } from './fakes/twilio.ts'
import { openWorld, type World } from './world.ts'

/** A test world that listens, and a messaging provider that it may call. */
export interface ProviderWorld {
  readonly world: World
  readonly twilio: FakeTwilio
  /** Where the world listens. */
  readonly origin: string
}

/** Opens both before the tests of a file, and closes them after. */
export function useProviderWorld(prepare: (opened: ProviderWorld) => void): void {
  let database: TestDatabase | undefined
  let world: World | undefined
  let twilio: FakeTwilio | undefined
  beforeAll(async () => {
    database = await openTestDatabase()
    twilio = await openFakeTwilio()
    world = await openWorld(database.url, { MEDIA_HOSTS: `${twilio.host},${twilio.contentHost}` })
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.app.server.address() as AddressInfo
    prepare({ world, twilio, origin: `http://localhost:${port}` })
  }, 60_000)
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]()
    await twilio?.close()
    await database?.close()
  })
}
