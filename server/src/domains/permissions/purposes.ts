/** The reason that a user states for reading messages without an event; it applies for an hour. */
import {
  purposeLimits,
  purposeText,
  type PurposeState,
  type StatedPurpose,
} from '@verbatim/contract/purposes.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

export async function findPurpose(tx: TenantTx, userId: UserId, now: Date): Promise<PurposeState> {
  const row = await tx
    .selectFrom('organization')
    .leftJoin('reading_purpose as purpose', (join) =>
      join
        .onRef('purpose.tenant_id', '=', 'organization.tenant_id')
        .on('purpose.user_id', '=', userId)
        .on('purpose.until', '>', now),
    )
    .select(['organization.requires_purpose', 'purpose.kind', 'purpose.reference', 'purpose.until'])
    .executeTakeFirstOrThrow()
  const { kind, reference, until } = row
  return {
    isRequired: row.requires_purpose,
    ...(kind !== null &&
      until !== null && {
        current: { kind, reference: reference ?? '', until: until.toISOString() },
      }),
  }
}

/** Whether a purpose is required, and the user has stated none. */
export async function lacksPurpose(tx: TenantTx, userId: UserId, now: Date): Promise<boolean> {
  const { isRequired, current } = await findPurpose(tx, userId, now)
  return isRequired && !current
}

/** Replaces the previous reason. */
export async function statePurpose(
  tx: TenantTx,
  actor: Actor,
  { kind, reference }: StatedPurpose,
  now: Date,
): Promise<void> {
  const stated = {
    kind,
    reference,
    stated_at: now,
    until: new Date(now.getTime() + purposeLimits.minutes * 60_000),
  }
  await tx
    .insertInto('reading_purpose')
    .values({ user_id: actor.userId, ...stated })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(stated))
    .execute()
  const changes = [{ field: 'purpose', old: null, new: purposeText({ kind, reference }) }]
  const target = { kind: 'organization', id: actor.tenantId }
  await recordAudit(tx, actor, { type: 'purpose_stated', target, changes }, now)
}
