import { createHash } from 'node:crypto'
import type { ContactId } from '@verbatim/contract/ids.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** Stores a picture that the server has encoded again. @throws Failure `contact.not-found` */
export async function setAvatar(tx: TenantTx, id: ContactId, picture: Buffer): Promise<void> {
  const digest = createHash('sha256').update(picture).digest('hex').slice(0, 32)
  await tx
    .selectFrom('contact')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new Failure('contact.not-found', { id }))
  await tx
    .insertInto('contact_avatar')
    .values({ contact_id: id, picture, digest })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'contact_id']).doUpdateSet({ picture, digest }))
    .execute()
}

/** Removes the picture. @returns whether there was one */
export async function removeAvatar(tx: TenantTx, id: ContactId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('contact_avatar')
    .where('contact_id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** @throws Failure `contact.no-avatar` */
export async function requireAvatar(tx: TenantTx, id: ContactId): Promise<Buffer> {
  const row = await tx
    .selectFrom('contact_avatar')
    .select('picture')
    .where('contact_id', '=', id)
    .executeTakeFirstOrThrow(() => new Failure('contact.no-avatar', { id }))
  return row.picture
}
