/** What a message shows of its events: whether it is deleted, and how far its delivery is. */
import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { climb, deliveryHeight } from '#kernel/delivery.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'

interface Shown {
  readonly kind: string
  readonly message_id: MessageId
  readonly actor_address: string | null
  readonly at: Date
  readonly payload: Record<string, unknown>
}

/** For how many people a message is gone: one that was deleted for everyone is no longer only hidden on its owner's device. */
const reaches: Readonly<Record<string, number>> = { 'owner-local': 0, unknown: 1, everyone: 2, admin: 2 }
const reachOf = (scope: unknown) => reaches[String(scope)] ?? -1
const shownReach = sql`coalesce((${JSON.stringify(reaches)}::jsonb ->> (message.deletion ->> 'scope'))::smallint, -1)`

/**
 * The content stays; the message shows that it was deleted, when, by whom, and for whom. Of several deletions the one for the most
 * people is shown, and of those the earliest, in whatever order they come.
 */
export async function showDeletions(tx: TenantTx, events: readonly Shown[]): Promise<void> {
  const widest = new Map<MessageId, DeletionRow>()
  for (const { kind, message_id: id, at, actor_address: actor, payload } of events) {
    if (kind !== 'delete') continue
    const { scope } = payload
    const row = { id, deleted_at: at, reach: reachOf(scope), deletion: { scope, ...(actor && { actor }) } }
    const known = widest.get(id)
    if (!known || row.reach > known.reach || (row.reach === known.reach && at < known.deleted_at))
      widest.set(id, row)
  }
  if (widest.size === 0) return
  const columns = { id: 'uuid', deleted_at: 'timestamptz', reach: 'smallint', deletion: 'jsonb' }
  await sql`update message set deleted_at = given.deleted_at, deletion = given.deletion
    from ${rowsOf(columns, [...widest.values()])}
    where message.id = given.id and (message.deleted_at is null
      or given.reach > ${shownReach}
      or given.reach = ${shownReach} and given.deleted_at < message.deleted_at)`.execute(tx)
}

interface DeletionRow {
  readonly id: MessageId
  readonly deleted_at: Date
  readonly reach: number
  readonly deletion: Readonly<Record<string, unknown>>
}

export async function showStatuses(tx: TenantTx, events: readonly Shown[]): Promise<void> {
  const highest = new Map<MessageId, string>()
  for (const { kind, message_id, payload } of events) {
    if (kind !== 'status') continue
    const state = climb(highest.get(message_id), String(payload['state']))
    if (state !== undefined) highest.set(message_id, state)
  }
  if (highest.size === 0) return
  const rows = [...highest].map(([id, state]) => ({
    id,
    delivery_state: state,
    delivery_rank: deliveryHeight(state),
  }))
  await sql`update message set delivery_state = given.delivery_state, delivery_rank = given.delivery_rank
    from ${rowsOf({ id: 'uuid', delivery_state: 'text', delivery_rank: 'smallint' }, rows)}
    where message.id = given.id and coalesce(message.delivery_rank, -1) < given.delivery_rank`.execute(tx)
}
