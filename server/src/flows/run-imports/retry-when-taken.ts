import type { FailureCode } from '@verbatim/contract/errors.ts'
import { sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

const mostTries = 3

/**
 * Applies a batch. Another request may take at the same time what one of its rows needs, such as a number; then it fails with
 * one of `taken`. The batch is then checked again, and its row reports it.
 */
export async function retryWhenTaken<T>(
  tx: TenantTx,
  taken: readonly FailureCode[],
  apply: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    await sql`savepoint batch`.execute(tx)
    try {
      return await apply()
    } catch (error) {
      const isTaken = error instanceof Failure && taken.includes(error.code)
      if (!isTaken || tried === mostTries) throw error
      await sql`rollback to savepoint batch`.execute(tx)
    }
  }
}
