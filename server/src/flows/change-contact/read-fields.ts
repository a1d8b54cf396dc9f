import { ChangedContact, type ContactDraft, type ContactEdit } from '@verbatim/contract/contacts.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { type ContactFields, type ContactState, kindOf, readAddresses } from '#domains/contacts/model.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** The fields of a new contact in normal form. @throws Failure `contact.bad-phone`, `contact.unknown-owner` */
export async function readFields(tx: TenantTx, draft: ContactDraft): Promise<ContactFields> {
  const { country } = await requireOrganization(tx)
  return {
    name: draft.name,
    shareLevel: draft.shareLevel,
    ownerId: draft.ownerId ?? (await findOwner(tx, draft.ownerEmail)),
    addresses: readAddresses(draft, country),
    groupIds: draft.groupIds,
  }
}

/**
 * A contact after a change. What the change does not name stays, and so do the channel's own IDs, which users never type.
 * @throws Failure as `readFields`
 * @throws ZodError if a personal contact would have no owner, or a contact no address
 */
export async function readChange(
  tx: TenantTx,
  before: ContactState,
  change: ContactEdit,
): Promise<ContactFields> {
  const { country } = await requireOrganization(tx)
  const [phones, emails, others] = (['phone', 'email', 'other'] as const).map((kind) =>
    before.addresses.filter((value) => kindOf(value) === kind),
  ) as [string[], string[], string[]]
  const { typed, kept } = numbersAfter(phones, change)
  const entered = readAddresses({ phoneNumbers: typed, emails: change.emails ?? [] }, country)
  const after = {
    name: change.name ?? before.name,
    shareLevel: change.shareLevel ?? before.shareLevel,
    ownerId: await ownerAfter(tx, before, change),
    addresses: [...new Set([...entered, ...kept, ...(change.emails ? [] : emails), ...others])],
    groupIds: change.groupIds ?? before.groupIds,
  }
  ChangedContact.parse(after)
  return after
}

/** Without the whole list, `phone` takes the place of the first number, which is the one that answers give as `phone`. */
function numbersAfter(before: readonly string[], { phone, phoneNumbers }: ContactEdit) {
  if (!phoneNumbers && (phone === undefined || phone === before[0])) return { typed: [], kept: before }
  const typed = [...(phone ? [phone] : []), ...(phoneNumbers ?? [])]
  return { typed, kept: phoneNumbers ? [] : before.slice(1) }
}

/** A contact that is shared by all from now on leaves its owner. */
async function ownerAfter(
  tx: TenantTx,
  before: ContactState,
  { shareLevel = before.shareLevel, ownerId, ownerEmail }: ContactEdit,
): Promise<UserId | undefined> {
  if (ownerId !== undefined) return ownerId
  if (ownerEmail !== undefined) return findOwner(tx, ownerEmail)
  return shareLevel === before.shareLevel ? before.ownerId : undefined
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
