import type { UserId } from '@verbatim/contract/ids.ts'
import { checkPhones, findClientPhones, findPhoneHolders } from '#domains/users/phones.ts'
import type { TenantTx } from '#platform/db.ts'
import { retryWhenTaken } from './retry-when-taken.ts'

/** The owners of numbers while the rows of a batch are applied. */
export interface Phones {
  /** @throws Failure `user.phone-taken` if the number belongs to someone else, or to an earlier row; `user.phone-of-client` */
  claim(user: { readonly id: UserId; readonly name: string }, phone: string): void
}

export async function openPhones(tx: TenantTx, phones: readonly string[]): Promise<Phones> {
  const holders = new Map(await findPhoneHolders(tx, phones))
  const clients = await findClientPhones(tx, phones)
  return {
    claim({ id, name }, phone) {
      checkPhones(holders, clients, [{ userId: id, phone }])
      holders.set(phone, { userId: id, name })
    },
  }
}

/** Applies a batch again if one of its numbers becomes someone else's meanwhile. */
export const retryWhenPhonesTaken = <T>(tx: TenantTx, apply: () => Promise<T>): Promise<T> =>
  retryWhenTaken(tx, ['user.phone-taken', 'user.phone-of-client'], apply)
