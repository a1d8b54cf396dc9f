import type { UserId } from '@verbatim/contract/ids.ts'
import type { Removal } from '@verbatim/contract/user-removal.ts'
import { sql } from 'kysely'
import { endClaims } from '#domains/accounts/claims.ts'
import { noteFormerOwners } from '#domains/accounts/former-owners.ts'
import { handOverContacts } from '#domains/contacts/hand-over.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'

/** What a successor takes over from a user; conversations are counted up to `most`. */
export async function findEstate(
  tx: TenantTx,
  userId: UserId,
  most: number,
): Promise<Pick<Removal, 'accounts' | 'conversations' | 'personalContacts'>> {
  const accounts = await tx
    .selectFrom('channel_account')
    .select(['id', 'name', 'channel', 'address'])
    .where('owner_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const counted = await sql<Pick<Removal, 'conversations' | 'personalContacts'>>`
    select (select count(*)::int from contact where owner_id = ${userId} and archived_at is null) as "personalContacts",
      (select count(*)::int from (
        select distinct coalesce(merged_into, id) from conversation where account_id = any(${accounts.map(({ id }) => id)}::uuid[]) limit ${most}
      ) theirs) as conversations`.execute(tx)
  return { accounts, ...onlyRow(counted) }
}

/**
 * Gives a user's channel accounts, with the conversations that run through them, and the user's contacts to a successor.
 * Captured messages keep their author, as do those that were written before and come later; later messages on those accounts belong to the
 * successor. An account is another version then, so that neither an old form nor the undoing of an import takes it back.
 */
export async function handOver(
  tx: TenantTx,
  { from, to }: { readonly from: UserId; readonly to: UserId },
  now: Date,
): Promise<{ accounts: number; contacts: number }> {
  await sql`
    update address set user_id = ${to} where user_id = ${from}
      and value in (select address from channel_account where owner_id = ${from})`.execute(tx)
  const owned = await tx
    .selectFrom('channel_account')
    .where('owner_id', '=', from)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  await noteFormerOwners(
    tx,
    owned.map(({ id }) => ({ id, ownerId: to })),
    now,
  )
  const accounts = await tx
    .updateTable('channel_account')
    .set({ owner_id: to, version: sql`version + 1` })
    .where('owner_id', '=', from)
    .executeTakeFirst()
  // A link or token of the leaver would bind the successor's account to them.
  await endClaims(
    tx,
    owned.map(({ id }) => id),
  )
  const contacts = await handOverContacts(tx, { from, to }, now)
  return { accounts: Number(accounts.numUpdatedRows), contacts }
}
