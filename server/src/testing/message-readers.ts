import { inTenant } from '#platform/db.ts'
import type { Caller } from './caller.ts'
import { insertMessages } from './messages.ts'
import { useTestWorld } from './test-world.ts'
import type { World, WorldTenant } from './world.ts'

interface Opened {
  readonly world: World
  readonly ours: WorldTenant
  readonly theirs: WorldTenant
  /** Reads all of ours. */
  readonly reader: Caller
  /** Reads only the group north of ours. */
  readonly northerner: Caller
  /** Reads all of theirs. */
  readonly stranger: Caller
}

/** Two organizations, and readers who may see all, a part and none of what the first one says. */
export function useMessageReaders() {
  const bed = {} as Opened
  useTestWorld(async (world) => {
    const ours = await world.makeTenant('ours')
    const theirs = await world.makeTenant('theirs')
    const reader = await world.as(ours, ours.users.compliance)
    const northerner = await world.as(ours, ours.northerner)
    const stranger = await world.as(theirs, theirs.users.super_admin)
    Object.assign(bed, { world, ours, theirs, reader, northerner, stranger } satisfies Opened)
  })
  const tell = (...given: Parameters<typeof insertMessages>[1]) =>
    inTenant(bed.world.ctx.db, bed.ours.id, (tx) => insertMessages(tx, given, bed.world.ctx.now()))
  const get = (caller: Caller, url: string) => caller.call('GET', url)
  return Object.assign(bed, { tell, get })
}
