import { newId } from '#kernel/uuid.ts'
import { insertMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { type HistoryEntry, historyColumns } from './history-columns.ts'
import type { Incident } from './incidents.ts'

/** Adds entries to the histories of events that were raised or got more evidence. */
export async function recordRaised(tx: TenantTx, incidents: readonly Incident[], now: Date): Promise<void> {
  await insertMany<HistoryEntry>(
    tx,
    'event_history',
    historyColumns,
    incidents.map((incident) => toEntry(incident, now)),
  )
}

function toEntry({ id, isNew, from, to, joined }: Incident, now: Date): HistoryEntry {
  return {
    id: newId(now),
    event_id: id,
    change_id: newId(now),
    at: new Date(isNew ? from : to),
    actor_name: 'Verbatim',
    kind: isNew ? 'raised' : 'joined',
    ...(isNew && { to_status: 'new' }),
    note: String(joined),
    version: 0,
  }
}
