import type { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import type { TenantTx } from '#platform/db.ts'

export interface NewContact {
  readonly id: ContactId
  readonly name: string
  readonly shareLevel?: 'global' | 'personal'
  readonly ownerId?: UserId
  readonly addresses: readonly string[]
  readonly groupIds?: readonly GroupId[]
}

export async function createContacts(tx: TenantTx, contacts: readonly NewContact[]): Promise<void> {
  if (contacts.length === 0) return
  await tx
    .insertInto('contact')
    .values(
      contacts.map(({ id, name, shareLevel = 'global', ownerId }) => ({
        id,
        name,
        share_level: shareLevel,
        owner_id: ownerId ?? null,
      })),
    )
    .execute()
  const addresses = contacts.flatMap(({ id, addresses: values }) =>
    values.map((value) => ({ value, user_id: null, contact_id: id })),
  )
  if (addresses.length > 0)
    await tx
      .insertInto('address')
      .values(addresses)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const placed = contacts.flatMap(({ id, groupIds = [] }) =>
    groupIds.map((group_id) => ({ group_id, contact_id: id })),
  )
  if (placed.length > 0) await tx.insertInto('conversation_group_contact').values(placed).execute()
}
