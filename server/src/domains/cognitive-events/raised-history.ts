import { newId } from '#kernel/uuid.ts'
import { type Columns, insertMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Incident } from './incidents.ts'

/** Adds entries to the histories of events that were raised or got more evidence. */
export async function recordRaised(tx: TenantTx, incidents: readonly Incident[], now: Date): Promise<void> {
  await insertMany(
    tx,
    'event_history',
    historyColumns,
    incidents.map((incident) => toHistoryRow(incident, now)),
  )
}

interface HistoryRow {
  id: string
  event_id: string
  change_id: string
  at: Date
  actor_name: string
  kind: string
  to_status: string | null
  note: string
  version: number
}

const historyColumns: Columns<HistoryRow> = {
  id: 'uuid',
  event_id: 'uuid',
  change_id: 'uuid',
  at: 'timestamptz',
  actor_name: 'text',
  kind: 'text',
  to_status: 'text',
  note: 'text',
  version: 'integer',
}

function toHistoryRow({ id, isNew, from, to, joined }: Incident, now: Date): HistoryRow {
  return {
    id: newId(now),
    event_id: id,
    change_id: newId(now),
    at: new Date(isNew ? from : to),
    actor_name: 'Verbatim',
    kind: isNew ? 'raised' : 'joined',
    to_status: isNew ? 'new' : null,
    note: String(joined),
    version: 0,
  }
}
