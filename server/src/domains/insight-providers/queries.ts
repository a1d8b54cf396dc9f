import {
  type InsightProvider,
  type InsightProviderDraft,
  type InsightProviderId,
  insightProviderList,
} from '@verbatim/contract/insight-providers.ts'
import { type Selectable, sql } from 'kysely'
import { lastChangeOf } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { nounRows } from '#platform/list/noun-rows.ts'
import { columnsIn } from '#platform/list/sql.ts'
import type { InsightProviderTable } from '#schema/insights.ts'

export type ProviderRow = Selectable<InsightProviderTable>
/** What may be shown: all but the secrets. */
export type ProviderFacts = Omit<InsightProviderDraft, 'secret' | 'apiKey'>
type CountedRow = ProviderRow & { readonly insights: number }

const columns = columnsIn<CountedRow>()(insightProviderList.fields, 'provider', {
  name: { expression: sql`provider.name_key`, type: 'text' },
})

/** Those that are not removed, with how many insights each shows. */
const counted = sql`(
  select one.*, (select count(*)::int from insight
    where insight.tenant_id = one.tenant_id and insight.provider_id = one.id and insight.removed_at is null) as insights
  from insight_provider one where one.removed_at is null) provider`

const providerRows = nounRows<CountedRow>()({
  spec: insightProviderList,
  columns,
  from: counted,
  alias: 'provider',
  searched: [sql`provider.name`],
  toThing: toProvider,
  missing: 'insight-provider.not-found',
})

/** One page of the connected providers. */
export const findInsightProviders = providerRows.find

/** @throws Failure `insight-provider.not-found` */
export const requireInsightProvider = providerRows.require

/** A connected provider as it is stored; undefined if it is removed. */
export function findProviderRow(tx: TenantTx, id: InsightProviderId): Promise<ProviderRow | undefined> {
  return tx
    .selectFrom('insight_provider')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

export const toDraft = (row: ProviderRow): ProviderFacts => ({
  name: row.name,
  kind: row.kind,
  address: row.address,
  region: row.region,
  accountId: row.aws_account,
  namespace: row.namespace,
  user: row.user_name,
  tenantFilter: row.tenant_filter,
  profileFilter: row.profile_filter,
  sessionMinutes: row.session_minutes,
})

function toProvider(row: CountedRow): InsightProvider {
  return {
    id: row.id,
    ...toDraft(row),
    hasSecret: row.secrets_sealed !== null,
    hasApiKey: row.has_api_key,
    insights: row.insights,
    ...lastChangeOf(row),
  }
}

/** The IDs of at most two of them: whether there is one, and only one. */
export async function findProviderIds(tx: TenantTx): Promise<InsightProviderId[]> {
  const rows = await tx
    .selectFrom('insight_provider')
    .where('removed_at', 'is', null)
    .select('id')
    .orderBy('id')
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}
