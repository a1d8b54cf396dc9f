import type { Slice } from '@verbatim/contract/changes.ts'
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { announce } from '#platform/changes.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'

interface Asking<Due, Result> {
  /** Takes accounts, and says whose providers are to be asked. */
  readonly take: (tx: TenantTx) => Promise<{ readonly taken: number; readonly due: readonly Due[] }>
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
  const { taken, due, accounts } = await inTenant(db, tenantId, async (tx) => {
    const given = await take(tx)
    const ids = given.due.map(({ id }) => id)
    return { ...given, accounts: await findAccounts(tx, ids) }
  })
  const known = new Map(accounts.map((account) => [account.id, account]))
  await Promise.all(
    due.map(async (one) => {
      const account = known.get(one.id)
      const result = account && (await ask(one, account))
      if (result === undefined) return
      await inTenant(db, tenantId, async (tx) => {
        await settle(tx, one, result)
        if (touches.length > 0) await announce(tx, touches)
      })
    }),
  )
  return taken
}
