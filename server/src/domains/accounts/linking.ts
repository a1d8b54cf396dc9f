/** How accounts are linked by their owners: what ends a link, and whether another organization has it. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** A process notices within a second that it should let a connection go. */
const stopsWithinMs = 2_000

/**
 * Forgets how the account was linked: it starts as if it was new.
 * @param cursor What its connection still needs then, with its keys.
 */
export async function forgetLink(tx: TenantTx, id: AccountId, cursor?: unknown): Promise<void> {
  if (cursor === undefined) await tx.deleteFrom('account_key').where('account_id', '=', id).execute()
  await tx
    .updateTable('account_session')
    .set({
      is_linked: false,
      cursor: cursor === undefined ? null : JSON.stringify(cursor),
      step: null,
      wanted_until: null,
      wanted_kind: null,
      attempts: 0,
      phone_seen_at: null,
      phone_warned_on: 0,
      history_progress: null,
      history_at: null,
      history_stopped_at: null,
    })
    .where('account_id', '=', id)
    .execute()
}

/**
 * Ends the connection that a process has for linking, because the account has another address now. What the connection
 * remembers stays, so that the connector can unlink what was linked under the address before.
 */
export async function stopLinking(tx: TenantTx, id: AccountId, now: Date): Promise<void> {
  await tx
    .updateTable('account_session')
    .set({
      holder: null,
      held_until: null,
      step: null,
      wanted_until: null,
      wanted_kind: null,
      try_after: new Date(now.getTime() + stopsWithinMs),
    })
    .where('account_id', '=', id)
    .execute()
}

/** Of an organization that is open. What its owner or people ended does not count. */
export async function isLinkedElsewhere(
  tx: TenantTx,
  { channel, address }: { readonly channel: Channel; readonly address: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_linked: boolean }>`
    select is_linked from linked_elsewhere(${channel}, ${address})`.execute(tx)
  return rows.length > 0
}
