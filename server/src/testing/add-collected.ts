import { AccountId } from '@verbatim/contract/ids.ts'
import { tryAtOnce } from '#domains/accounts/collections.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'

/** Adds an account whose connection a process may open from now on: “Ana”, of the channel of `openPeer`. */
export async function addCollected(tx: TenantTx, now: Date): Promise<AccountId> {
  const id = AccountId.parse(newId(now))
  await createAccounts(tx, [{ id, channel: 'telegram', name: 'Ana', address: id }])
  await tryAtOnce(tx, [id], now)
  return id
}
