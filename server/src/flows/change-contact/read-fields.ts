import type { ContactDraft } from '@verbatim/contract/contacts.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { type ContactFields, type ContactState, kindOf, readAddresses } from '#domains/contacts/model.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** The fields of a request in normal form. The channel's own IDs, which users never type, do not change. */
export async function readFields(
  tx: TenantTx,
  said: Pick<
    ContactDraft,
    'name' | 'phoneNumbers' | 'emails' | 'shareLevel' | 'ownerId' | 'ownerEmail' | 'groupIds'
  >,
  before?: ContactState,
): Promise<ContactFields> {
  const { country } = await requireOrganization(tx)
  const kept = (before?.addresses ?? []).filter((value) => kindOf(value) === 'other')
  return {
    name: said.name,
    shareLevel: said.shareLevel,
    ownerId: said.ownerId ?? (await findOwner(tx, said.ownerEmail)),
    addresses: [...readAddresses(said, country), ...kept],
    groupIds: said.groupIds,
  }
}

/** @throws Failure `contact.unknown-owner` */
async function findOwner(tx: TenantTx, email: string | undefined): Promise<UserId | undefined> {
  if (!email) return
  const owner = await tx
    .selectFrom('tenant_user')
    .where('email_key', '=', email.toLowerCase())
    .where('removed_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!owner) throw new Failure('contact.unknown-owner', { field: 'ownerEmail' })
  return owner.id
}
