/** The conversations whose people a user revealed, where the organization reads under pseudonyms. */
import type { Identity } from '@verbatim/contract/pseudonyms.ts'
import { identityLimits } from '@verbatim/contract/pseudonyms.ts'
import type { ConversationId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** Until when names are shown to the user, of those conversations where they are. */
export async function findReveals(
  tx: TenantTx,
  userId: UserId,
  ids: readonly ConversationId[],
  now: Date,
): Promise<ReadonlyMap<ConversationId, Date>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('person_reveal')
    .select(['conversation_id', 'until'])
    .where('user_id', '=', userId)
    .where('conversation_id', '=', sql<ConversationId>`any(${ids}::uuid[])`)
    .where('until', '>', now)
    .execute()
  return new Map(rows.map(({ conversation_id, until }) => [conversation_id, until]))
}

/**
 * Shows the user the names of a conversation that they see, for an hour from now.
 * @throws Failure `identity.not-hidden`
 */
export async function reveal(
  tx: TenantTx,
  actor: Actor,
  { id, reason }: { readonly id: ConversationId; readonly reason: string },
  now: Date,
): Promise<Identity> {
  const organization = await tx
    .selectFrom('organization')
    .select('reads_under_pseudonyms')
    .executeTakeFirstOrThrow()
  if (!organization.reads_under_pseudonyms) throw new Failure('identity.not-hidden')
  const until = new Date(now.getTime() + identityLimits.minutes * 60_000)
  const revealed = { reason, revealed_at: now, until }
  await tx
    .insertInto('person_reveal')
    .values({ user_id: actor.userId, conversation_id: id, ...revealed })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'conversation_id']).doUpdateSet(revealed),
    )
    .execute()
  const target = { kind: 'conversation', id }
  const changes = [{ field: 'reason', old: null, new: reason }]
  await recordAudit(tx, actor, { type: 'identity_revealed', target, changes }, now)
  return { isHidden: false, until: until.toISOString() }
}
