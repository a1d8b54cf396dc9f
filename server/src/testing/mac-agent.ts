import { afterEach, beforeEach } from 'vitest'
import type { Caller } from './caller.ts'
import type { TestDatabase } from './database.ts'
import { type FakeBlueBubbles, openFakeBlueBubbles } from './fakes/bluebubbles.ts'
import { useTestDatabase } from './test-world.ts'
import { openWorld, type World, type WorldTenant } from './world.ts'

interface Opened {
  readonly agent: FakeBlueBubbles
  readonly world: World
  readonly tenant: WorldTenant
  readonly admin: Caller
}

/** For each test, a Mac with its agent, and an installation that may call it. @param atNoon Whether it is noon there. */
export function useMacAgent(label: string, { atNoon = false } = {}): Opened {
  const bed = {} as Opened
  const kept = { turn: 0 } as { database: TestDatabase; turn: number }
  useTestDatabase((opened) => {
    Object.assign(kept, { database: opened })
  })
  beforeEach(async () => {
    Object.assign(kept, { turn: kept.turn + 1 })
    const agent = await openFakeBlueBubbles()
    const world = await openWorld(kept.database.url, { MEDIA_HOSTS: agent.host })
    const tenant = await world.makeTenant(`${label}-${kept.turn}`)
    if (atNoon) world.passToNoon()
    const admin = await world.as(tenant, tenant.users.tenant_admin)
    Object.assign(bed, { agent, world, tenant, admin } satisfies Opened)
  })
  afterEach(async () => {
    await bed.world?.[Symbol.asyncDispose]()
    await bed.agent?.close()
  })
  return bed
}
