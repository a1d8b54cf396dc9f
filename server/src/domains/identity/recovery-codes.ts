import { randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@verbatim/contract/account.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import type { TenantTx } from '#platform/db.ts'
import type { IdentityContext } from './memory.ts'
import type { IdentityUser } from './users.ts'

/** Characters that look different from one another. */
const legible = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Each code has two parts of five characters: close to 50 bits. */
const partLength = 5

/** Creates a person's recovery codes and replaces earlier ones. They can be shown only now. */
export async function makeRecoveryCodes(
  tx: TenantTx,
  ctx: Pick<IdentityContext, 'secrets'>,
  user: Pick<IdentityUser, 'tenantId' | 'id'>,
): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < recoveryCodeCount) codes.add(`${part()}-${part()}`)
  await tx.deleteFrom('identity_recovery_code').where('user_id', '=', user.id).execute()
  await tx
    .insertInto('identity_recovery_code')
    .values([...codes].map((code) => ({ user_id: user.id, hash: hash(ctx, user, code), used_at: null })))
    .execute()
  return [...codes]
}

/** Uses up a recovery code. False if it is not one of theirs, or was used before. */
export async function takeRecoveryCode(
  tx: TenantTx,
  ctx: Pick<IdentityContext, 'secrets' | 'now'>,
  user: Pick<IdentityUser, 'tenantId' | 'id'>,
  typed: string,
): Promise<boolean> {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (letters.length !== 2 * partLength) return false
  const code = `${letters.slice(0, partLength)}-${letters.slice(partLength)}`
  const taken = await tx
    .updateTable('identity_recovery_code')
    .set({ used_at: ctx.now() })
    .where('user_id', '=', user.id)
    .where('hash', '=', hash(ctx, user, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** How many of a person's recovery codes are still unused. */
export async function countRecoveryCodes(tx: TenantTx, userId: UserId): Promise<number> {
  const { left } = await tx
    .selectFrom('identity_recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Whether a user was ever shown recovery codes of their current authenticator, used or not. */
export async function hasRecoveryCodes(tx: TenantTx, userId: UserId): Promise<boolean> {
  const row = await tx
    .selectFrom('identity_recovery_code')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

const part = () =>
  Array.from({ length: partLength }, () => legible.charAt(randomInt(legible.length))).join('')

/** Computed with the installation's secret, so a stolen table is useless. */
function hash(
  { secrets }: Pick<IdentityContext, 'secrets'>,
  { tenantId, id }: Pick<IdentityUser, 'tenantId' | 'id'>,
  code: string,
): Buffer {
  return secrets.derive(`identity: recovery ${tenantId}`, `${id} ${code}`, 32)
}
