import type { UserId } from '@verbatim/contract/ids.ts'
import { recordAudit } from '#domains/audit/commands.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Caller, type IdentityContext, viaOf } from './memory.ts'

/** Records that a session was ended because someone else may have its refresh token. Source: docs/rules/identity.md. */
export async function recordReuse(
  tx: TenantTx,
  { now }: Pick<IdentityContext, 'now'>,
  userId: UserId,
  caller: Caller,
): Promise<void> {
  const user = await tx
    .selectFrom('tenant_user')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const name = user && (`${user.first_name} ${user.last_name}`.trim() || user.email)
  const target = { kind: 'user', id: userId, ...(name && { name }) }
  const by = { userId: undefined, name: 'Unknown', via: viaOf(caller) }
  await recordAudit(tx, by, { type: 'session_reused', target }, now())
}
