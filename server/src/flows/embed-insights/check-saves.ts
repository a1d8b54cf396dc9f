import type { InsightProviderId } from '@verbatim/contract/insight-providers.ts'
import type { InsightChange, InsightDraft, InsightId } from '@verbatim/contract/insights.ts'
import { findProviderIds } from '#domains/insight-providers/queries.ts'
import { findEmbeddedVersion, requireInsight } from '#domains/insights/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { type Asker, checkThing, type EmbeddingContext } from './providers.ts'

/** Asks the provider of an embedded insight before it is saved: no transaction waits for another server. */
export function savesOf(ctx: EmbeddingContext, actor: Actor, asker: Asker) {
  const check = async ({
    type,
    providerId,
    externalId,
  }: Pick<InsightDraft, 'type' | 'providerId' | 'externalId'>): Promise<void> => {
    if (externalId !== undefined) await checkThing(ctx, actor, { type, providerId, externalId }, asker)
  }
  const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(ctx.db, actor.tenantId, work)
  return {
    /** @returns The insight with its provider. @throws Failure as `checkThing` */
    async checkNew(draft: InsightDraft): Promise<InsightDraft> {
      const isOfOnlyProvider = draft.externalId !== undefined && draft.providerId === undefined
      const whole = isOfOnlyProvider ? { ...draft, providerId: await within(requireOnlyProvider) } : draft
      await check(whole)
      return whole
    },
    /** Only a change after which the provider may show something else. @throws Failure as `checkThing` */
    async checkChange(id: InsightId, { type, externalId }: InsightChange): Promise<void> {
      if (externalId === undefined && type === undefined) return
      const before = await within((tx) => requireInsight(tx, actor, id))
      const after = { ...before, type: type ?? before.type, externalId: externalId ?? before.externalId }
      const isSame = after.type === before.type && after.externalId === before.externalId
      if (!isSame && before.providerId) await check(after)
    },
    /** A version that is restored. @throws Failure as `checkThing` */
    async checkVersion(named: { readonly id: InsightId; readonly version: number }): Promise<void> {
      const kept = await within((tx) => findEmbeddedVersion(tx, actor, named))
      if (kept) await check(kept)
    },
  }
}

/**
 * The specification's insight has an external ID and no provider: it is the organization's only one.
 * @throws Failure `insight.bad-id` for none or several
 */
async function requireOnlyProvider(tx: TenantTx): Promise<InsightProviderId> {
  const [providerId, ...others] = await findProviderIds(tx)
  if (!providerId || others.length > 0) throw new Failure('insight.bad-id', { field: 'externalId' })
  return providerId
}
