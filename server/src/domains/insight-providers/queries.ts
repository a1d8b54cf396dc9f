import type { InputOf } from '@verbatim/contract/endpoint.ts'
import {
  type InsightProvider,
  type insightProviderCalls,
  type InsightProviderId,
  insightProviderList,
} from '@verbatim/contract/insight-providers.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type Selectable, sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, columnsIn, lowerWordsSql } from '#platform/list/sql.ts'
import type { InsightProviderTable } from '#schema/insights.ts'

export type ProviderRow = Selectable<InsightProviderTable>
type CountedRow = ProviderRow & { readonly insights: number }
type Field = keyof typeof insightProviderList.fields

const columns = columnsIn<CountedRow>()(insightProviderList.fields, 'provider', {
  name: { expression: sql`provider.name_key`, type: 'text' },
})

/** Those that are not removed, with how many insights each shows. */
const counted = sql`(
  select one.*, (select count(*)::int from insight
    where insight.tenant_id = one.tenant_id and insight.provider_id = one.id and insight.removed_at is null) as insights
  from insight_provider one where one.removed_at is null) provider`

/** One page of the connected providers. */
export async function findInsightProviders(
  tx: TenantTx,
  query: InputOf<typeof insightProviderCalls.list>['query'],
  now: Date,
): Promise<Page<InsightProvider>> {
  const page = await findPage<CountedRow, Field>(
    tx,
    {
      spec: insightProviderList,
      columns,
      select: sql`provider.*`,
      from: counted,
      where: query.search ? lowerWordsSql(sql`lower(provider.name)`, query.search.text) : allOf([]),
      tie: sql`provider.id`,
    },
    query,
    now,
  )
  return { ...page, items: page.items.map(toProvider) }
}

/** @throws Failure `insight-provider.not-found` */
export async function requireInsightProvider(tx: TenantTx, id: InsightProviderId): Promise<InsightProvider> {
  const { rows } = await sql<CountedRow>`select provider.* from ${counted} where provider.id = ${id}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Failure('insight-provider.not-found')
  return toProvider(row)
}

/** A connected provider as it is stored; undefined if it is removed. */
export function findProviderRow(tx: TenantTx, id: InsightProviderId): Promise<ProviderRow | undefined> {
  return tx
    .selectFrom('insight_provider')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

const toProvider = (row: CountedRow): InsightProvider => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  address: row.address,
  region: row.region,
  accountId: row.aws_account,
  namespace: row.namespace,
  user: row.user_name,
  hasSecret: row.secrets_sealed !== null,
  hasApiKey: row.has_api_key,
  tenantFilter: row.tenant_filter,
  profileFilter: row.profile_filter,
  sessionMinutes: row.session_minutes,
  insights: row.insights,
  version: row.version,
  changedAt: row.changed_at.toISOString(),
  changedBy: row.changed_by_name,
})
