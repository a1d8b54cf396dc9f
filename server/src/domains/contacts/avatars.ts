import { createHash } from 'node:crypto'
import type { Contact } from '@verbatim/contract/contacts.ts'
import type { ContactId } from '@verbatim/contract/ids.ts'
import { recordAudit } from '#domains/audit/commands.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { requireContact } from './list-queries.ts'
import { checkWithin } from './within.ts'

/** Stores a picture that the server has encoded again. @throws Failure `contact.not-found` */
export async function setAvatar(
  tx: TenantTx,
  actor: Actor,
  { id, picture }: { readonly id: ContactId; readonly picture: Buffer },
  now: Date,
): Promise<Contact> {
  await checkWithin(tx, actor.scope, id)
  const digest = createHash('sha256').update(picture).digest('hex').slice(0, 32)
  await tx
    .insertInto('contact_avatar')
    .values({ contact_id: id, picture, digest })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'contact_id']).doUpdateSet({ picture, digest }))
    .execute()
  const contact = await requireContact(tx, actor.scope, id)
  await recordChange(tx, actor, contact, now)
  return contact
}

/** Without a picture, nothing changes. @throws Failure `contact.not-found` */
export async function removeAvatar(
  tx: TenantTx,
  actor: Actor,
  id: ContactId,
  now: Date,
): Promise<Omit<Contact, 'avatar'>> {
  const { avatar: _, ...contact } = await requireContact(tx, actor.scope, id)
  const { numDeletedRows } = await tx
    .deleteFrom('contact_avatar')
    .where('contact_id', '=', id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) await recordChange(tx, actor, contact, now)
  return contact
}

const recordChange = (
  tx: TenantTx,
  actor: Actor,
  { id, name }: Pick<Contact, 'id' | 'name'>,
  now: Date,
): Promise<void> =>
  recordAudit(
    tx,
    actor,
    {
      type: 'contact_updated',
      target: { kind: 'contact', id, name },
      changes: [{ field: 'avatar', old: null, new: 'changed' }],
    },
    now,
  )

/** @throws Failure `contact.not-found`, `contact.no-avatar` */
export async function requireAvatar(tx: TenantTx, scope: AccessScope, id: ContactId): Promise<Buffer> {
  await checkWithin(tx, scope, id)
  const row = await tx
    .selectFrom('contact_avatar')
    .select('picture')
    .where('contact_id', '=', id)
    .executeTakeFirstOrThrow(() => new Failure('contact.no-avatar', { id }))
  return row.picture
}
