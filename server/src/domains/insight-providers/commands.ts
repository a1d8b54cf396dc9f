import type { TenantId } from '@verbatim/contract/ids.ts'
import {
  type InsightProviderChange,
  InsightProviderDraft,
  type InsightProviderId,
} from '@verbatim/contract/insight-providers.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { sql } from 'kysely'
import { administeredNoun } from '#domains/nouns/administered-noun.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { isSamePlace } from '#kernel/same-place.ts'
import { withChanges } from '#kernel/with-changes.ts'
import type { Place, Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { countOf } from '#platform/rows.ts'
import { type ProviderFacts, type ProviderRow, toDraft } from './queries.ts'

/** What a provider is asked with. */
export interface ProviderSecrets {
  readonly secret: string
  /** Of Metabase. */
  readonly apiKey?: string | undefined
}

interface ProviderContext {
  readonly secrets: Secrets
  readonly now: Date
}

export const providerSecretsPlace = (tenantId: TenantId, id: string): Place => ({
  tenantId,
  table: 'insight_provider.secrets_sealed',
  id,
})

export function openProviderSecrets(
  { tenant_id, id, secrets_sealed }: ProviderRow,
  secrets: Secrets,
): ProviderSecrets {
  if (!secrets_sealed) throw new Error('A removed provider has no secrets')
  return JSON.parse(String(secrets.unseal(secrets_sealed, providerSecretsPlace(tenant_id, id))))
}

const providers = administeredNoun<'insight_provider', ProviderFacts>()({
  table: 'insight_provider',
  kind: 'insight-provider',
  audit: {
    created: 'insight_provider_created',
    updated: 'insight_provider_updated',
    deleted: 'insight_provider_deleted',
  },
  failures: { missing: 'insight-provider.not-found', changed: 'insight-provider.changed' },
  unique: ['insight_provider_name', 'insight-provider.name-taken'],
  removal: { isRemoved: ({ removed_at }) => removed_at !== null, remove: removeUnused },
  toDraft: (_tx, row) => toDraft(row),
  toColumns,
  check(_tx, _actor, draft, before) {
    if (before && draft.kind !== before.kind) throw new Failure('insight-provider.kind-fixed')
    // A change names some of the fields that belong together.
    InsightProviderDraft.parse(draft)
  },
  wordsOf: (_tx, _actor, drafts) => drafts,
  nameOf: ({ name }) => name,
})

/** @throws Failure `insight-provider.name-taken`, `insight-provider.no-secret`, `insight-provider.no-api-key` */
export async function createInsightProvider(
  tx: TenantTx,
  actor: Actor,
  draft: InsightProviderDraft,
  { secrets, now }: ProviderContext,
): Promise<InsightProviderId> {
  const entered = secretsFor(draft, undefined)
  const own = (id: InsightProviderId) => ({
    kind: draft.kind,
    secrets_sealed: sealSecrets(entered, secrets, { tenantId: actor.tenantId, id }),
    removed_at: null,
  })
  return providers.create(tx, actor, { draft: factsOf(draft), own }, now)
}

/** What is not given stays, and so do the secrets. */
interface Changing {
  readonly id: InsightProviderId
  readonly change: InsightProviderChange
}

/**
 * @throws Failure `insight-provider.not-found`, `insight-provider.changed`, `insight-provider.kind-fixed`, `insight-provider.name-taken`,
 * `insight-provider.no-secret`, `insight-provider.no-api-key`
 */
export async function updateInsightProvider(
  tx: TenantTx,
  actor: Actor,
  { id, change: { expectedVersion, ...change } }: Changing,
  { secrets, now }: ProviderContext,
): Promise<void> {
  const besides = (['secret', 'apiKey'] as const)
    .filter((field) => change[field] !== undefined)
    .map((field) => ({ field, old: null, new: 'changed' }))
  const own = (row: ProviderRow) => {
    const entered = secretsFor(withChanges<InsightProviderDraft>(toDraft(row), change), { row, secrets })
    return { secrets_sealed: sealSecrets(entered, secrets, { tenantId: actor.tenantId, id }) }
  }
  const { secret: _secret, apiKey: _apiKey, ...facts } = change
  await providers.update(tx, actor, { id, expectedVersion, change: facts, own, besides }, now)
}

const sealSecrets = (
  entered: ProviderSecrets,
  secrets: Secrets,
  { tenantId, id }: { readonly tenantId: TenantId; readonly id: InsightProviderId },
) => secrets.seal(Buffer.from(JSON.stringify(entered)), providerSecretsPlace(tenantId, id))

/** Its secrets are gone. @throws Failure `insight-provider.not-found`, `insight-provider.changed`, `insight-provider.in-use` */
export const deleteInsightProvider = providers.remove

async function removeUnused(tx: TenantTx, { id }: ProviderRow, now: Date): Promise<void> {
  const count = await countOf(tx, sql`insight where provider_id = ${id} and removed_at is null`)
  if (count > 0) throw new Failure('insight-provider.in-use', { count })
  await tx
    .updateTable('insight_provider')
    .set({ removed_at: now, secrets_sealed: null })
    .where('id', '=', id)
    .execute()
}

/**
 * The secrets to ask with: those that were entered, else the stored ones, which are only for the address and the user that they
 * were entered for.
 * @throws Failure `insight-provider.no-secret`, `insight-provider.no-api-key`
 */
export function secretsFor(
  entered: InsightProviderDraft,
  stored: { readonly row: ProviderRow; readonly secrets: Secrets } | undefined,
): ProviderSecrets {
  const kept =
    stored && isSamePlace(storedIn(stored.row), askedBy(entered))
      ? openProviderSecrets(stored.row, stored.secrets)
      : undefined
  const secret = entered.secret ?? kept?.secret
  if (secret === undefined) throw new Failure('insight-provider.no-secret')
  if (entered.kind !== 'metabase') return { secret }
  const apiKey = entered.apiKey ?? kept?.apiKey
  if (apiKey === undefined) throw new Failure('insight-provider.no-api-key')
  return { secret, apiKey }
}

const askedBy = ({ kind, address, region, accountId, user }: InsightProviderDraft): Asked => ({
  kind,
  address,
  region,
  accountId,
  user,
})
const storedIn = ({
  kind,
  address,
  region,
  aws_account: accountId,
  user_name: user,
}: ProviderRow): Asked => ({
  kind,
  address,
  region,
  accountId,
  user,
})
/** Where a provider is asked, and as whom. */
type Asked = Readonly<Record<'kind' | 'address' | 'region' | 'accountId' | 'user', string>>

function toColumns(draft: ProviderFacts) {
  return {
    name: draft.name,
    name_key: nameKey(draft.name),
    address: draft.address,
    region: draft.region,
    aws_account: draft.accountId,
    namespace: draft.namespace,
    user_name: draft.user,
    has_api_key: draft.kind === 'metabase',
    tenant_filter: draft.tenantFilter,
    profile_filter: draft.profileFilter,
    session_minutes: draft.sessionMinutes,
  }
}

const factsOf = ({ secret: _secret, apiKey: _apiKey, ...facts }: InsightProviderDraft): ProviderFacts => facts
