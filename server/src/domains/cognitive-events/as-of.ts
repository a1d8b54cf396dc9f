/**
 * Which changes a reader's list does not show. Times cannot say it: a change has the time at which it began, and is seen once it is
 * saved, which can be many seconds later. The database's transactions can: the list's answer names the next transaction and those
 * that were running, and the changes of all of them are later than the list.
 */
import type { EventId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import type { Place, Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'

const placeOf = (tenantId: TenantId): Place => ({ tenantId, table: 'cognitive_event', id: 'as-of' })

/**
 * The moment that the next statement reads at: the next transaction, and those that are running, with commas. It is sealed: their numbers
 * tell how much happens in the whole installation.
 */
export async function findAsOf(tx: TenantTx, secrets: Secrets): Promise<string> {
  const found = await sql<{ as_of: string }>`
    select concat_ws(',', pg_snapshot_xmax(now), (select string_agg(running::text, ',') from pg_snapshot_xip(now) running)) as as_of
    from pg_current_snapshot() now`.execute(tx)
  return secrets.seal(Buffer.from(onlyRow(found).as_of), placeOf(tx.tenantId)).toString('base64url')
}

/** Of one that is not ours: the beginning, so that everything is later. */
const always = '0'

/** A moment that a list named. */
export function openAsOf({ tenantId }: Pick<TenantTx, 'tenantId'>, secrets: Secrets, sealed: string): string {
  try {
    return secrets.unseal(Buffer.from(sealed, 'base64url'), placeOf(tenantId)).toString()
  } catch {
    return always
  }
}

/** Rows say only the end of their transaction's number, which comes again after 2³¹ others. No list is selected from for so long. */
const oldestMs = 7 * dayMs

interface Since {
  readonly ids: readonly EventId[]
  readonly asOf: string
  /** Whose own changes do not count. */
  readonly exceptBy: UserId
}

/** The events that were raised, got evidence or were changed by others after a moment. */
export async function findChangedSince(
  tx: TenantTx,
  { ids, asOf, exceptBy }: Since,
  now: Date,
): Promise<ReadonlySet<EventId>> {
  const [next, ...running] = asOf.split(',')
  const { rows } = await sql<{ event_id: EventId }>`
    select distinct event_id from (
      select entry.event_id, pg_current_xact_id()::text::bigint - age(entry.xmin) as written_by
      from event_history entry
      where entry.event_id = any(${ids}::uuid[]) and entry.id >= ${firstIdOf(now.getTime() - oldestMs)}::uuid
        and entry.actor_id is distinct from ${exceptBy}
    ) recent
    where written_by >= ${next}::bigint or written_by = any(${running}::bigint[])`.execute(tx)
  return new Set(rows.map(({ event_id }) => event_id))
}

/** The lowest ID of a time: entries have the time of their making in their IDs, and that of the message in `at`. */
function firstIdOf(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
