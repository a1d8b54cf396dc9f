import { failures } from '@verbatim/contract/errors.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { z } from 'zod'
import { type ReachedAccount, requestRemovals, takeAccounts } from '#domains/accounts/integration-commands.ts'
import { endClaims } from '#domains/accounts/claims.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import type { DoneRow } from './kind.ts'

/** See `account-rows.ts`. */
const Before = z.object({ wasConnected: z.boolean() })

/**
 * Removes the accounts that an import created, unless they were changed or connected since. They go like any other: what was set up at
 * the provider is undone afterwards.
 */
export async function undoAccounts(
  tx: TenantTx,
  { actor, rows }: { readonly actor: Actor; readonly rows: readonly DoneRow[] },
  now: Date,
): Promise<(string | undefined)[]> {
  const idOf = ({ targetId }: DoneRow) => AccountId.parse(targetId)
  const accounts = await takeAccounts(tx, actor.scope, rows.map(idOf))
  const reasons = rows.map((row) => reasonToKeep(row, accounts.get(idOf(row))))
  const going = rows.flatMap((row, index) => {
    const account = accounts.get(idOf(row))
    return account && reasons[index] === undefined ? [account] : []
  })
  await endClaims(
    tx,
    going.map(({ id }) => id),
  )
  // None is a source, which others could receive through: those are not imported.
  await requestRemovals(tx, actor, going, now)
  return reasons
}

function reasonToKeep(row: DoneRow, account: ReachedAccount | undefined): string | undefined {
  if (!account || account.removed_at || account.request === 'delete')
    return 'The account has been removed since.'
  if (!account.is_within) return failures['account.beyond-scope'].message
  if (account.version !== row.version) return 'The account has been changed since.'
  const { wasConnected } = Before.parse(row.before)
  // One that an earlier release brought back has the connection of before.
  const isOfBefore = wasConnected && account.connected_before === '{}'
  const isConnected = account.status === 'active' || (account.connected_at !== null && !isOfBefore)
  return isConnected ? 'The account has been connected since.' : undefined
}
