/**
 * Whom a name of the pool belongs to. Names are ours by their form only: in a pool where people may sign up, each chooses a name.
 * So a person counts as a user if we created them, which their subject shows, or if they have proved the user's address.
 */
import type { UserId } from '@verbatim/contract/ids.ts'
import type { TenantTx } from '#platform/db.ts'
import type { AwsPool } from './pool.ts'

/** A person of the pool. */
export interface PoolPerson {
  readonly name: string
  readonly subject: string
  /** The address that they have proved; undefined if they have proved none. */
  readonly provenEmail: string | undefined
}

/** The subject of the person whom we created in this pool for a user; undefined if we know of none. */
export async function findSubject(
  tx: TenantTx,
  { userPoolId }: AwsPool,
  userId: UserId,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('identity_pool_person')
    .select('subject')
    .where('user_id', '=', userId)
    .where('pool_id', '=', userPoolId)
    .executeTakeFirst()
  return row?.subject
}

export async function keepSubject(
  tx: TenantTx,
  { userPoolId: pool_id }: AwsPool,
  { userId: user_id, subject }: { readonly userId: UserId; readonly subject: string },
): Promise<void> {
  await tx
    .insertInto('identity_pool_person')
    .values({ user_id, pool_id, subject })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ pool_id, subject }))
    .execute()
}

/**
 * Whether a person is the user whose name they have. One whom we know nothing of, because they are from before or their invitation
 * was rolled back after it was mailed, is kept if they have proved the user's address: who has its mail could reset the
 * password as well.
 */
export async function isPersonOf(
  tx: TenantTx,
  pool: AwsPool,
  {
    user,
    person,
  }: { readonly user: { readonly id: UserId; readonly email: string }; readonly person: PoolPerson },
): Promise<boolean> {
  const known = await findSubject(tx, pool, user.id)
  if (known !== undefined) return known === person.subject
  if (!person.subject || person.provenEmail?.toLowerCase() !== user.email.toLowerCase()) return false
  await keepSubject(tx, pool, { userId: user.id, subject: person.subject })
  return true
}
