import type { TenantId } from '@verbatim/contract/ids.ts'
import { findDayZone } from '#domains/messages/promise-commands.ts'
import {
  findReadingPlace,
  findWritten,
  moveReading,
  type RemarkKind,
} from '#domains/messages/remark-reading.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { openFinders } from './find.ts'
import { remarks } from './record.ts'

/**
 * Reads a batch of an organization's earlier messages for remarks of one kind. Repetition changes nothing, so a process that is killed
 * goes on from there.
 * @returns How many messages were read; 0 at the end.
 */
export async function readEarlier(
  { db, now }: DbContext,
  tenantId: TenantId,
  kind: RemarkKind,
): Promise<number> {
  const found = await inTenant(db, tenantId, async (tx) => {
    const place = await findReadingPlace(tx, kind, now())
    if (!place) return undefined
    const read = await findWritten(tx, kind, { place, now: now() })
    return { place, zone: await findDayZone(tx), ...read }
  })
  if (!found) return 0
  const { place, zone, written, last } = found
  const shown = written.map(({ id, revision, text, said_at: saidAt }) => ({
    messageId: id,
    revision,
    text,
    saidAt,
  }))
  const finders = openFinders(zone)
  for (const { text, saidAt } of shown) finders[kind](text, saidAt)
  await inTenant(db, tenantId, async (tx) => {
    await lockTenant(tx)
    await remarks[kind](tx, shown, finders)
    await moveReading(tx, kind, { from: place, to: last })
  })
  return written.length
}
