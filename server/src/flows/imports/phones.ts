import type { UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { checkPhones, findPhoneHolders } from '#domains/users/phones.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** The owners of numbers while the rows of a batch are applied. */
export interface Phones {
  /** @throws Failure `user.phone-taken` if the number belongs to someone else, or to an earlier row */
  claim(user: { readonly id: UserId; readonly name: string }, phone: string): void
}

export async function openPhones(tx: TenantTx, phones: readonly string[]): Promise<Phones> {
  const holders = new Map(await findPhoneHolders(tx, phones))
  return {
    claim({ id, name }, phone) {
      checkPhones(holders, [{ userId: id, phone }])
      holders.set(phone, { userId: id, name })
    },
  }
}

const mostTries = 3

/** Another request may take one of the numbers at the same time. The batch is then checked again, and its row reports it. */
export async function untilPhonesStand<T>(tx: TenantTx, apply: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    await sql`savepoint numbers`.execute(tx)
    try {
      return await apply()
    } catch (error) {
      const isTaken = error instanceof Failure && error.code === 'user.phone-taken'
      if (!isTaken || tried === mostTries) throw error
      await sql`rollback to savepoint numbers`.execute(tx)
    }
  }
}
