/** Contacts that are merged because a change of a contact gives them the same address. Source: docs/rules/contacts.md. */
import type { ContactId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { type ContactFields, type ContactState, sharedScope } from '#domains/contacts/model.ts'
import { contactWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

interface Merges {
  /** The contact that takes the changed one in. */
  readonly mergeInto: Holder | undefined
  /** Those that the changed one takes in. */
  readonly merged: readonly Holder[]
}

/**
 * Which contacts are merged by a change from `before` to `after`.
 * @throws Failure `contact.duplicate-global`, `contact.duplicate-personal`, `contact.address-of-user`
 */
export async function findMerges(
  tx: TenantTx,
  scope: AccessScope,
  before: ContactState,
  after: ContactFields,
): Promise<Merges> {
  return judge(before, after, await findHolders(tx, scope, { except: before.id, addresses: after.addresses }))
}

/** Another person who has one of the addresses. */
interface Holder {
  readonly value: string
  readonly id: ContactId
  readonly name: string
  /** Whether the user who makes the change sees them. */
  readonly isWithin: boolean
  /** Present for a personal contact. */
  readonly owner?: { readonly id: UserId; readonly name: string }
}

/** @throws Failure `contact.address-of-user` */
async function findHolders(
  tx: TenantTx,
  scope: AccessScope,
  { except, addresses }: { readonly except: ContactId; readonly addresses: readonly string[] },
): Promise<readonly Holder[]> {
  const { rows } = await sql<{
    value: string
    scope_id: string
    user_id: UserId | null
    id: ContactId
    name: string
    is_within: boolean
    owner_id: UserId | null
    owner_name: string | null
  }>`
    select address.value, address.scope_id, address.user_id, contact.id, contact.name,
      ${contactWithin(scope, sql`contact`)} as is_within, owner.id as owner_id, owner.display_name as owner_name
    from address
    left join contact on contact.id = address.contact_id
    left join tenant_user owner on owner.id = contact.owner_id
    left join tenant_user person on person.id = address.user_id
    where address.value = any(${addresses}::text[]) and address.contact_id is distinct from ${except}
      and person.removed_at is null
    order by address.value, address.scope_id`.execute(tx)
  const user = rows.find(({ user_id }) => user_id)
  if (user) throw new Failure('contact.address-of-user', { address: user.value })
  return rows.map((row) => ({
    value: row.value,
    id: row.id,
    name: row.name,
    isWithin: row.is_within,
    ...(row.scope_id !== sharedScope &&
      row.owner_id && { owner: { id: row.owner_id, name: row.owner_name ?? '' } }),
  }))
}

function judge(before: ContactState, after: ContactFields, holders: readonly Holder[]): Merges {
  const isNew = ({ value }: Holder) => !before.addresses.includes(value)
  const globals = holders.filter(({ owner }) => !owner)
  const personals = holders.filter(({ owner }) => owner)
  const own = personals.find(({ owner }) => after.shareLevel === 'personal' && owner?.id === after.ownerId)
  if (own) throw new Failure('contact.duplicate-personal', takenBy(own))
  const rivals = after.shareLevel === 'global' ? globals : globals.filter(isNew)
  const [rival] = rivals
  // A typing error must not merge two global contacts, or merge one into two.
  if (rival && (before.shareLevel === 'global' || rivals.some(({ id }) => id !== rival.id)))
    throw new Failure('contact.duplicate-global', takenBy(rival))
  const merged = after.shareLevel === 'global' && !rival ? personals.filter(isNew) : []
  return { mergeInto: rival, merged: [...new Map(merged.map((one) => [one.id, one])).values()] }
}

const takenBy = ({ value, name, isWithin }: Holder) => ({ address: value, ...(isWithin && { name }) })
