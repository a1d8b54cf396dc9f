import { isExternalId } from '@verbatim/contract/embedded-insights.ts'
import {
  type InsightProviderDraft,
  type InsightProviderId,
  type ProviderKind,
  providerKindNames,
  type ProviderProblem,
  providerProblemTexts,
} from '@verbatim/contract/insight-providers.ts'
import { openProviderSecrets, type ProviderSecrets, secretsFor } from '#domains/insight-providers/commands.ts'
import { findProviderRow, type ProviderRow, toDraft } from '#domains/insight-providers/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import type { ExtraHosts } from '#platform/public-fetch.ts'
import type { Shares } from '#platform/shares.ts'
import { metabase } from './metabase.ts'
import { type Asking, type Connection, type EmbeddingProvider, Refused, type Thing } from './port.ts'
import { quicksight } from './quicksight.ts'
import { superset } from './superset.ts'

export interface EmbeddingContext extends DbContext {
  readonly secrets: Secrets
  readonly mediaHosts: ExtraHosts
  /** A slow provider keeps waiting those alone who ask it. */
  readonly providerTurns: Shares
}

/** Who asks: the page that shows the insight, and until when. */
export interface Asker {
  readonly origin: string
  readonly signal: AbortSignal
}

export const providerOf: Readonly<Record<ProviderKind, EmbeddingProvider>> = {
  quicksight,
  metabase,
  superset,
}

/** For all calls of one question together. */
const questionMs = 15_000

export const askingFor = ({ mediaHosts, now }: EmbeddingContext, { origin, signal }: Asker): Asking => ({
  origin,
  now: now(),
  extraHosts: mediaHosts,
  signal: AbortSignal.any([signal, AbortSignal.timeout(questionMs)]),
})

/** The connection of an insight. @throws Failure `embedded.not-connected` */
export async function requireConnection(
  tx: TenantTx,
  { secrets }: EmbeddingContext,
  id: InsightProviderId | undefined,
): Promise<Connection> {
  const row = id && (await findProviderRow(tx, id))
  if (!row) throw new Failure('embedded.not-connected')
  return connectionOf(toDraft(row), openProviderSecrets(row, secrets))
}

const connectionOf = (draft: InsightProviderDraft, { secret, apiKey = '' }: ProviderSecrets): Connection => ({
  ...draft,
  secret,
  apiKey,
})

/**
 * Whether a thing can be shown, so that nothing is saved that cannot.
 * @throws Failure `insight.bad-id`, `embedded.not-connected`, `embedded.unmapped`, `embedded.not-asked`
 */
export async function checkThing(
  ctx: EmbeddingContext,
  actor: Actor,
  thing: Thing & { readonly providerId: InsightProviderId | undefined },
  asker: Asker,
): Promise<void> {
  const check = async () => {
    const connection = await inTenant(ctx.db, actor.tenantId, (tx) =>
      requireConnection(tx, ctx, thing.providerId),
    )
    await checkAt(connection, thing, askingFor(ctx, asker))
  }
  await ctx.providerTurns.run(actor, check, asker.signal)
}

/** @throws Failure `insight.bad-id`, `embedded.unmapped`, `embedded.not-asked` */
export async function checkAt(connection: Connection, thing: Thing, asking: Asking): Promise<void> {
  if (!isExternalId(connection.kind, thing.type, thing.externalId)) throw new Failure('insight.bad-id')
  await inWords(connection.kind, () => providerOf[connection.kind].check(connection, thing, asking))
}

/** What a provider refuses, as a failure. @throws Failure `insight.bad-id`, `embedded.unmapped`, `embedded.not-asked` */
export async function inWords<T>(kind: ProviderKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { refusal } = error
    const provider = providerKindNames[kind]
    if (refusal.kind === 'missing') throw new Failure('insight.bad-id', {}, error)
    if (refusal.kind === 'unmapped') {
      const { part, filter } = refusal
      throw new Failure('embedded.unmapped', { provider, part, filter }, error)
    }
    throw new Failure(
      'embedded.not-asked',
      { provider, problem: providerProblemTexts[refusal.problem] },
      error,
    )
  }
}

/** What is wrong with a connection as it was entered; undefined if nothing is. */
export async function testConnection(
  ctx: EmbeddingContext,
  actor: Actor,
  { id, ...entered }: InsightProviderDraft & { readonly id?: InsightProviderId | undefined },
  asker: Asker,
): Promise<ProviderProblem | undefined> {
  const stored = id && (await inTenant(ctx.db, actor.tenantId, (tx) => requireRow(tx, id)))
  const secrets = secretsFor(entered, stored && { row: stored, secrets: ctx.secrets })
  const test = () => providerOf[entered.kind].test(connectionOf(entered, secrets), askingFor(ctx, asker))
  try {
    await ctx.providerTurns.run(actor, test, asker.signal)
    return undefined
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.refusal.kind === 'problem' ? error.refusal.problem : 'nothing-there'
  }
}

async function requireRow(tx: TenantTx, id: InsightProviderId): Promise<ProviderRow> {
  const row = await findProviderRow(tx, id)
  if (!row) throw new Failure('insight-provider.not-found')
  return row
}
