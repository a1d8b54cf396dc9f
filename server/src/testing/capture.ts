import type { CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Arrival } from '#flows/capture/keep.ts'
import type { TestDatabase } from './database.ts'
import { arrivalOf, captureHistory, messageOf } from './history.ts'
import { useTenants } from './test-world.ts'
import type { World, WorldTenant } from './world.ts'

interface CaptureBed {
  readonly database: TestDatabase
  readonly world: World
  readonly tenant: WorldTenant
}

/** A new organization for each test, and what it captures. */
export function setUpCapture(label: string, prepare: (bed: CaptureBed) => void) {
  let bed: CaptureBed
  useTenants(label, (tenant, world, database) => {
    bed = { database, world, tenant }
    prepare(bed)
  })

  const inside = <T>(work: (tx: TenantTx) => Promise<T>): Promise<T> =>
    inTenant(bed.world.ctx.db, bed.tenant.id, work)

  const messages = () => inside((tx) => tx.selectFrom('message').selectAll().orderBy('message_key').execute())
  const arrival = (events: readonly CapturedEvent[], over: Partial<Arrival> = {}) =>
    arrivalOf(bed.world, bed.tenant, events, over)

  const capture = (...records: readonly (readonly CapturedEvent[])[]) =>
    captureHistory(bed.world, bed.tenant, ...records)

  const message = (over: Partial<CapturedMessage> = {}) => messageOf(bed.world, over)
  const unread = () =>
    inside(async (tx) => (await tx.selectFrom('record_backlog').select('record_id').execute()).length)

  return { inside, messages, arrival, capture, message, unread }
}
