import type { ContactEffect } from '@verbatim/contract/contact-changes.ts'
import type { ContactId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TitleReader } from '#access/shown-title.ts'
import { type ContactFields, type ContactState, sharedScope } from '#domains/contacts/model.ts'
import { type Closing, findClosing } from '#domains/messages/closing-commands.ts'
import { contactWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** The consequences of a change of a contact: the part to show, and the part to apply. */
export interface Consequences {
  readonly effect: ContactEffect
  readonly closings: readonly Closing[]
  readonly reason: 'share-level' | 'phone-number'
}

/**
 * The consequences of a change from `before` to `after`, without making it. Source: docs/rules/contacts.md.
 * @param reader The user who makes the change. Contacts beyond their scope are neither shown nor merged.
 * @throws Failure `contact.duplicate-global`, `contact.duplicate-personal`, `contact.address-of-user`,
 * `contact.beyond-scope`
 */
export async function findConsequences(
  tx: TenantTx,
  reader: TitleReader,
  before: ContactState,
  after: ContactFields,
): Promise<Consequences> {
  const holders = await findHolders(tx, reader.scope, { except: before.id, addresses: after.addresses })
  const { mergeInto, merged } = judge(before, after, holders)
  if ([mergeInto, ...merged].some((one) => one && !one.isWithin)) throw new Failure('contact.beyond-scope')
  const { closings, reason } = closingsOf(before, after)
  const { owners, ...closing } = await findClosing(tx, reader, closings)
  const affected = [...owners, ...merged.flatMap(({ owner }) => owner ?? [])]
  return {
    closings,
    reason,
    effect: {
      ...closing,
      ...(mergeInto && { mergeInto: { id: mergeInto.id, name: mergeInto.name } }),
      merged: merged.map(({ id, name, owner }) => ({ id, name, ...(owner && { owner }) })),
      owners: [...new Map(affected.map((owner) => [owner.id, owner])).values()],
    },
  }
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

/** Which contacts are merged, or why the change is not possible. */
function judge(
  before: ContactState,
  after: ContactFields,
  holders: readonly Holder[],
): { readonly mergeInto: Holder | undefined; readonly merged: readonly Holder[] } {
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

function closingsOf(before: ContactState, after: ContactFields): Pick<Consequences, 'closings' | 'reason'> {
  const { id: contactId } = before
  // For other users, the number of a personal contact may belong to anyone.
  const addresses = before.shareLevel === 'global' ? before.addresses : []
  const becomesOthers =
    after.shareLevel === 'personal' && (before.shareLevel === 'global' || before.ownerId !== after.ownerId)
  const removed = before.addresses.filter((value) => !after.addresses.includes(value))
  return {
    reason: becomesOthers ? 'share-level' : 'phone-number',
    closings: [
      ...(becomesOthers ? [{ contactId, addresses, exceptOf: after.ownerId }] : []),
      ...(removed.length > 0 ? [{ contactId, addresses, under: removed }] : []),
    ],
  }
}
