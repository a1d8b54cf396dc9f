/** Sets up an organization without users: one link, printed at the start, creates its first administrator. */
import { dayMs } from '@verbatim/contract/durations.ts'
import type { SetUp } from '@verbatim/contract/set-up.ts'
import { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import { createOrganization } from '#domains/organizations/commands.ts'
import type { Via } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { fingerprint, sameSecret } from '#platform/crypto.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { createAdministrator, type FoundingContext } from './found-organization.ts'

/** How long the link is valid; the next start prints another. */
const linkLifeMs = 7 * dayMs

/** Creates an organization that waits for the holder of the token. */
export async function foundForSetUp(
  { db, now }: Pick<FoundingContext, 'db' | 'now'>,
  { label, name, token }: { readonly label: string; readonly name: string; readonly token: string },
): Promise<TenantId> {
  const tenantId = TenantId.parse(newId(now()))
  await inTenant(db, tenantId, async (tx) => {
    await createOrganization(tx, { id: tenantId, label, name })
    await tx.insertInto('organization_set_up').values(linkOf(token, now())).execute()
  })
  return tenantId
}

/** Replaces the token of the set-up. False if the organization is already set up. */
export async function renewSetUp(tx: TenantTx, token: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('organization_set_up')
    .set(linkOf(token, now))
    .returning('tenant_id')
    .executeTakeFirst()
  return row !== undefined
}

const linkOf = (token: string, now: Date) => ({
  token_hash: fingerprint(token),
  expires_at: new Date(now.getTime() + linkLifeMs),
})

/**
 * Sets the organization's name and country, creates its first administrator, and uses up the link.
 * @throws Failure `set-up.over`, `identity.weak-password`, `user.email-taken`
 */
export async function completeSetUp(
  tx: TenantTx,
  ctx: Pick<FoundingContext, 'identityAdmin' | 'now'>,
  { setUp, via }: { readonly setUp: SetUp; readonly via: Via },
): Promise<void> {
  const { token, organizationName, country, ...administrator } = setUp
  const waiting = await tx.selectFrom('organization_set_up').selectAll().forUpdate().executeTakeFirst()
  if (!waiting || waiting.expires_at <= ctx.now() || !sameSecret(fingerprint(token), waiting.token_hash))
    throw new Failure('set-up.over')
  await tx.deleteFrom('organization_set_up').execute()
  await tx
    .updateTable('organization')
    .set({ name: organizationName, country, version: sql`version + 1` })
    .execute()
  const userId = await createAdministrator(tx, ctx, administrator)
  const name = `${administrator.firstName} ${administrator.lastName}`
  const target = { kind: 'organization', id: tx.tenantId, name: organizationName }
  const changes = [{ field: 'country', old: null, new: country }]
  await recordAudit(tx, { userId, name, via }, { type: 'organization_founded', target, changes }, ctx.now())
}
