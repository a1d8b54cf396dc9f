import type { ContactEffect } from '@verbatim/contract/contact-changes.ts'
import type { TitleReader } from '#access/shown-title.ts'
import type { ContactFields, ContactState } from '#domains/contacts/model.ts'
import { type Closing, findClosing } from '#domains/messages/closing-commands.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findMerges } from './merges-by-address.ts'

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
  const { mergeInto, merged } = await findMerges(tx, reader.scope, before, after)
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
