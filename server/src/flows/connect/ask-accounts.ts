import type { Slice } from '@verbatim/contract/changes.ts'
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { announce } from '#platform/changes.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'

interface Asking<Due, Result> {
  /** Takes accounts that are due. */
  readonly take: (tx: TenantTx) => Promise<readonly Due[]>
  /** Undefined if there is nothing to settle. */
  readonly ask: (due: Due, account: Account) => Promise<Result | undefined>
  readonly settle: (tx: TenantTx, due: Due, result: Result) => Promise<void>
  readonly touches: readonly Slice[]
}

/** Asks providers about due accounts, all at once, so that none waits for another, and outside of transactions. @returns How many were taken. */
export async function askAccounts<Due extends { readonly id: AccountId }, Result>(
  db: Db,
  tenantId: TenantId,
  { take, ask, settle, touches }: Asking<Due, Result>,
): Promise<number> {
  const { taken, accounts } = await inTenant(db, tenantId, async (tx) => {
    const due = await take(tx)
    const ids = due.map(({ id }) => id)
    return { taken: due, accounts: await findAccounts(tx, ids) }
  })
  const known = new Map(accounts.map((account) => [account.id, account]))
  await Promise.all(
    taken.map(async (due) => {
      const account = known.get(due.id)
      const result = account && (await ask(due, account))
      if (result === undefined) return
      await inTenant(db, tenantId, async (tx) => {
        await settle(tx, due, result)
        await announce(tx, touches)
      })
    }),
  )
  return taken.length
}
