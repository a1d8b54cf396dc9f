import { randomBytes } from 'node:crypto'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Place, Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'

export const pseudonymKeyPlace = (tenantId: TenantId): Place => ({
  tenantId,
  table: 'pseudonym_key',
  id: tenantId,
})

const keyBytes = 32

/** Makes the key of the organization's pseudonyms, unless it has one: a person keeps their pseudonym for ever. */
export async function keepPseudonymKey(tx: TenantTx, secrets: Secrets): Promise<void> {
  const sealed = secrets.seal(randomBytes(keyBytes), pseudonymKeyPlace(tx.tenantId))
  await tx
    .insertInto('pseudonym_key')
    .values({ sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The key of an organization that reads under pseudonyms. */
export async function findPseudonymKey(tx: TenantTx, secrets: Secrets): Promise<Buffer> {
  const { sealed } = await tx.selectFrom('pseudonym_key').select('sealed').executeTakeFirstOrThrow()
  return secrets.unseal(sealed, pseudonymKeyPlace(tx.tenantId))
}
