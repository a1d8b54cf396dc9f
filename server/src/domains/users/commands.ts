import type { UserId } from '@verbatim/contract/ids.ts'
import type { MessengerRole, Role } from '@verbatim/contract/permissions.ts'
import type { AuditedBy } from '#domains/audit/commands.ts'
import { freeAddresses, takeFromContacts } from '#domains/contacts/users-addresses.ts'
import type { TenantTx } from '#platform/db.ts'
import type { TenantUserTable } from '#schema/people.ts'
import type { Selectable } from 'kysely'
import { requirePhonesOf } from './phones.ts'
import { placeUsers, type UserPlaces } from './places.ts'

/** A person of the organization; `addresses` are the numbers and mail addresses that identify the person. */
export interface NewUser extends UserPlaces {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly messengerRole?: MessengerRole
  readonly phoneNumber?: string
  readonly addresses?: readonly string[]
  /** How the user was created; with the organization by default. */
  readonly source?: Selectable<TenantUserTable>['source']
  readonly invitedAt?: Date
  /** When the user was added; now by default. */
  readonly addedAt?: Date
  /** A user who has never signed in is only invited. */
  readonly lastSignInAt?: Date
}

/**
 * Adds users with their addresses, and to groups and permission profiles, which the caller has locked. Contacts that have their mail
 * addresses lose these.
 * @returns Those who were added, without users whose mail address is already taken.
 * @throws Failure `user.phone-taken` if a number belongs to someone else, `user.phone-of-client`
 */
export async function createUsers(
  tx: TenantTx,
  by: AuditedBy,
  users: readonly NewUser[],
  now: Date,
): Promise<ReadonlySet<UserId>> {
  if (users.length === 0) return new Set()
  const rows = await tx
    .insertInto('tenant_user')
    .values(
      users.map((user) => ({
        id: user.id,
        email: user.email,
        email_key: user.email.toLowerCase(),
        first_name: user.firstName,
        last_name: user.lastName,
        role: user.role,
        messenger_role: user.messengerRole ?? 'none',
        phone_number: user.phoneNumber ?? null,
        source: user.source ?? 'founding',
        invited_at: user.invitedAt ?? null,
        last_sign_in_at: user.lastSignInAt ?? null,
        removed_at: null,
        ...(user.addedAt && { created_at: user.addedAt }),
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email_key']).doNothing())
    .returning('id')
    .execute()
  const created = new Set(rows.map(({ id }) => id))
  const added = users.filter(({ id }) => created.has(id))
  const addresses = added.flatMap(({ id, email, addresses: others = [] }) =>
    [...new Set([email.toLowerCase(), ...others])].map((value) => ({ value, userId: id })),
  )
  await addAddresses(tx, addresses)
  // Afterwards, because a contact that gets one at the same time is seen by now.
  const mails = added.map(({ email }) => email.toLowerCase())
  if (await takeFromContacts(tx, by, mails, now)) await addAddresses(tx, addresses)
  await requirePhonesOf(
    tx,
    added.flatMap(({ id, phoneNumber: phone }) => (phone ? [{ userId: id, phone }] : [])),
  )
  await placeUsers(tx, added)
  return created
}

/** Adds addresses that identify users. An address that is already in use stays with its owner, unless that user was removed. */
export async function addAddresses(
  tx: TenantTx,
  addresses: readonly { readonly value: string; readonly userId: UserId }[],
): Promise<void> {
  if (addresses.length === 0) return
  await freeAddresses(
    tx,
    addresses.map(({ value }) => value),
  )
  await tx
    .insertInto('address')
    .values(addresses.map(({ value, userId }) => ({ value, user_id: userId, contact_id: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
