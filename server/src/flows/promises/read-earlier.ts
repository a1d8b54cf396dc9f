import type { TenantId } from '@verbatim/contract/ids.ts'
import { findDayZone, putPromises } from '#domains/messages/promise-commands.ts'
import { findReadingPlace, findWritten, moveReading } from '#domains/messages/promise-reading.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { openPromises } from './find.ts'

export interface EarlierContext {
  readonly db: Db
  readonly now: () => Date
}

/**
 * Reads a batch of an organization's earlier messages for promises. Repetition changes nothing, so a process that is killed goes on from
 * there.
 * @returns How many messages were read; 0 at the end.
 */
export async function readEarlier({ db, now }: EarlierContext, tenantId: TenantId): Promise<number> {
  const found = await inTenant(db, tenantId, async (tx) => {
    const place = await findReadingPlace(tx, now())
    return place && { place, zone: await findDayZone(tx), ...(await findWritten(tx, place, now())) }
  })
  if (!found) return 0
  const { place, zone, written, last } = found
  const find = openPromises(zone)
  const promised = written.map(({ id, revision, text, said_at: at }) => ({
    messageId: id,
    revision,
    promise: find(text, at),
  }))
  await inTenant(db, tenantId, async (tx) => {
    await lockTenant(tx)
    await putPromises(tx, promised)
    await moveReading(tx, place, last)
  })
  return written.length
}
