/** Platform users who get mails of the product, named by their IDs. */
import type { FailureCode } from '@verbatim/contract/errors.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { isActivePlatformUser } from '#schema/user-conditions.ts'

/** Each of several equal names has its address, so that the audit trail distinguishes them. */
const distinctName = sql`case when count(*) over (partition by display_name) > 1
  then display_name || ' (' || email || ')' else display_name end`

/** @throws Failure `unknown` if one of them is no enabled platform user */
export async function requireRecipients(
  tx: TenantTx,
  ids: readonly UserId[],
  unknown: FailureCode,
): Promise<void> {
  const { rows } = await sql`select from tenant_user person
    where id = any(${ids}::uuid[]) and ${isActivePlatformUser('person')}`.execute(tx)
  if (rows.length < ids.length) throw new Failure(unknown)
}

/** Who is mailed, as mails name them. */
export interface Mailed {
  readonly id: UserId
  readonly email: string
  readonly firstName: string
  readonly name: string
}

const mailed = (tx: TenantTx) =>
  tx.selectFrom('tenant_user').select(['id', 'email', 'first_name as firstName', 'display_name as name'])

export async function findMailed(tx: TenantTx, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, Mailed>> {
  const rows = await mailed(tx)
    .where('id', '=', sql<UserId>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const requireMailed = (tx: TenantTx, id: UserId): Promise<Mailed> =>
  mailed(tx).where('id', '=', id).executeTakeFirstOrThrow()

/** The names of users, also of those who have left. */
export async function findNames(tx: TenantTx, ids: readonly UserId[]): Promise<Map<UserId, string>> {
  const { rows } = await sql<{ id: UserId; name: string }>`
    select id, ${distinctName} as name from tenant_user where id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
