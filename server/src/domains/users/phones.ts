/** The owners of numbers. A number identifies a user, so no other user can have it. */
import type { UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** A user of the organization, or a global contact. */
interface PhoneHolder {
  /** Undefined for a contact. */
  readonly userId: UserId | undefined
  readonly name: string
}

/** The owners of numbers; those of removed users are free. */
export async function findPhoneHolders(
  tx: TenantTx,
  phones: readonly string[],
): Promise<ReadonlyMap<string, PhoneHolder>> {
  if (phones.length === 0) return new Map()
  const rows = await tx
    .selectFrom('address')
    .leftJoin('tenant_user as person', 'person.id', 'address.user_id')
    .select(['address.value', 'person.id', 'person.display_name'])
    .where('address.value', '=', sql<string>`any(${phones}::text[])`)
    .where(sql<boolean>`address.scope_id = '00000000-0000-0000-0000-000000000000'`)
    .where('person.removed_at', 'is', null)
    .execute()
  return new Map(
    rows.map(({ value, id, display_name: name }) => [
      value,
      { userId: id ?? undefined, name: name ?? 'A global contact' },
    ]),
  )
}

interface Claim {
  readonly userId: UserId
  readonly phone: string
}

/** @throws Failure `user.phone-taken` if someone else has one of them */
export function checkPhones(holders: ReadonlyMap<string, PhoneHolder>, claims: readonly Claim[]): void {
  for (const { userId, phone } of claims) {
    const holder = holders.get(phone)
    if (holder && holder.userId !== userId)
      throw new Failure('user.phone-taken', { field: 'phoneNumber', phone, name: holder.name })
  }
}

/** Checks after the write: of two requests for the same number at once, one finds here that it is taken. */
export async function requirePhonesOf(tx: TenantTx, claims: readonly Claim[]): Promise<void> {
  const phones = claims.map(({ phone }) => phone)
  checkPhones(await findPhoneHolders(tx, phones), claims)
}
