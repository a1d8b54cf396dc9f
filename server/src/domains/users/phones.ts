/** The owners of numbers. A number identifies a user, so no other user can have it, and no client. Source: docs/decisions/0161. */
import type { UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { isConnected } from '#schema/connected.ts'

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

/** Numbers that users may not have, because they may be those of clients. */
interface ClientPhones {
  mayBeAClients(phone: string, userId: UserId): boolean
}

interface PhoneUse {
  readonly phone: string
  readonly isContacts: boolean
  readonly isUnknowns: boolean
  /** Those who are known to use it all the same. Null: it is the organization's own, and any user may have it. */
  readonly users: readonly (UserId | null)[]
}

/** What someone writes under a number would be the words of the user who has it, so that rules for clients do not apply. */
export async function findClientPhones(tx: TenantTx, phones: readonly string[]): Promise<ClientPhones> {
  if (phones.length === 0) return { mayBeAClients: () => false }
  // Accounts have no index of addresses alone, and are asked of few numbers.
  const { rows } = await sql<PhoneUse>`
    select given.phone, used.by_unknown as "isUnknowns",
      exists (select from address where address.value = given.phone and address.contact_id is not null) as "isContacts",
      case when used.by_unknown then array(
        select account.owner_id from channel_account account
        where account.address = given.phone and account.removed_at is null and ${isConnected('account')}
        union select former.user_id from participant
        join participant_former former on former.conversation_id = participant.conversation_id and former.address = participant.address
        where participant.address = given.phone and former.user_id is not null
      ) else '{}' end as users
    from unnest(${phones}::text[]) given (phone)
    cross join lateral (select exists (
      select from participant where participant.address = given.phone and participant.user_id is null) as by_unknown) used`.execute(
    tx,
  )
  const uses = new Map(rows.map((row) => [row.phone, row]))
  return {
    mayBeAClients(phone, userId) {
      const use = uses.get(phone)
      if (!use || use.isContacts) return use !== undefined
      return use.isUnknowns && !use.users.includes(userId) && !use.users.includes(null)
    },
  }
}

interface Claim {
  readonly userId: UserId
  readonly phone: string
}

/** @throws Failure `user.phone-taken` if someone else has one of them, `user.phone-of-client` */
export function checkPhones(
  holders: ReadonlyMap<string, PhoneHolder>,
  clients: ClientPhones,
  claims: readonly Claim[],
): void {
  for (const { userId, phone } of claims) {
    const holder = holders.get(phone)
    if (holder && holder.userId !== userId)
      throw new Failure('user.phone-taken', { field: 'phoneNumber', phone, name: holder.name })
    if (clients.mayBeAClients(phone, userId))
      throw new Failure('user.phone-of-client', { field: 'phoneNumber', phone })
  }
}

/** Checks after the write: of two requests for the same number at once, one finds here that it is taken. */
export async function requirePhonesOf(tx: TenantTx, claims: readonly Claim[]): Promise<void> {
  const phones = claims.map(({ phone }) => phone)
  checkPhones(await findPhoneHolders(tx, phones), await findClientPhones(tx, phones), claims)
}
