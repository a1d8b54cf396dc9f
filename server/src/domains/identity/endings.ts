/** How sessions end, with everything that would begin another one without a sign-in. */
import type { UserId } from '@verbatim/contract/ids.ts'
import type { ExpressionBuilder } from 'kysely'
import { afterCommit } from '#platform/after-commit.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Tables } from '#schema/tables.ts'
import { forgetChallenges, forgetChallengesAtProvider } from './challenges.ts'
import type { IdentityContext } from './memory.ts'

/** One session, all of a user's but one, or all for which the organization's provider vouched. */
type Ending = { familyId: string } | { userId: UserId; except?: string } | { byProvider: true }

/** Ends sessions. This process knows once it is committed, the others within seconds. @returns How many had not expired. */
export async function endSessions(
  tx: TenantTx,
  ctx: Pick<IdentityContext, 'now' | 'identity'>,
  which: Ending,
): Promise<number> {
  const now = ctx.now()
  // Those that have expired, too: their last access token may be valid for longer.
  const ended = await tx
    .updateTable('identity_family')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where((eb) => isOf(eb, which))
    .returning('expires_at')
    .execute()
  await forgetBrowsers(tx, which)
  if ('userId' in which) await forgetChallenges(tx, which.userId)
  if ('byProvider' in which) await forgetChallengesAtProvider(tx)
  afterCommit(tx, () => ctx.identity.revoked.forget(tx.tenantId))
  return ended.filter((one) => one.expires_at > now).length
}

function isOf(eb: ExpressionBuilder<Tables, 'identity_family'>, which: Ending) {
  if ('familyId' in which) return eb('id', '=', which.familyId)
  if ('byProvider' in which) return eb('by_provider', '=', true)
  const { userId, except } = which
  return eb.and([eb('user_id', '=', userId), ...(except ? [eb('id', '!=', except)] : [])])
}

/** Otherwise the hosted pages would sign the person in again at once. */
async function forgetBrowsers(tx: TenantTx, which: Ending): Promise<void> {
  await tx
    .deleteFrom('identity_browser')
    .where((eb) => {
      if ('userId' in which) return eb('user_id', '=', which.userId)
      if ('byProvider' in which) return eb('by_provider', '=', true)
      const { familyId } = which
      const hashes = eb
        .selectFrom('identity_family')
        .select((family) => family.ref('browser_hash').$notNull().as('hash'))
        .where('id', '=', familyId)
        .where('browser_hash', 'is not', null)
      return eb('hash', 'in', hashes)
    })
    .execute()
}
