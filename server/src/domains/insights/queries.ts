import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { PermissionProfileId } from '@verbatim/contract/ids.ts'
import type { InsightSource } from '@verbatim/contract/insight-providers.ts'
import { seesTile } from '@verbatim/contract/insight-tiles.ts'
import {
  type getInsightMenu,
  type Insight,
  type insightCalls,
  type InsightId,
  insightList,
  insightTypes,
  type InsightVersion,
} from '@verbatim/contract/insights.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { Page } from '@verbatim/contract/list.ts'
import {
  type ReadyInsightId,
  readyInsightIds,
  readyInsightNames,
} from '@verbatim/contract/ready-insight-ids.ts'
import { readyInsights } from '@verbatim/contract/ready-insights.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { lastChangeOf } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, columnsIn, lowerWordsSql } from '#platform/list/sql.ts'
import type { InsightTable } from '#schema/insights.ts'

type Row = Selectable<InsightTable> & {
  readonly provider: InsightSource
  readonly provider_name: string | null
  readonly profiles: readonly { readonly id: PermissionProfileId; readonly name: string }[]
}
type Field = keyof typeof insightList.fields

const provider = sql`coalesce(provider.kind, 'native')`
const insightAtProvider = sql`insight
  left join insight_provider provider on provider.tenant_id = insight.tenant_id and provider.id = insight.provider_id`

const columns = columnsIn<Row>()(insightList.fields, 'insight', {
  name: { expression: sql`lower(insight.name)`, type: 'text' },
  provider: { expression: provider, type: 'text' },
})

type Seeing = Pick<Actor, 'permissions' | 'userId'>
const manages = ({ permissions }: Pick<Actor, 'permissions'>) => permissions.has('insights.manage')

/** Those that the actor may see: who manages insights sees all. */
export const insightSeenBy = (actor: Seeing): RawBuilder<boolean> =>
  manages(actor) ? sql`true` : insightShownTo(sql`${actor.userId}::uuid`)

/** Whether an insight is for a user who may see insights. */
export const insightShownTo = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(insight.audience = 'everybody' or exists (
    select from insight_profile shown
    join permission_profile_member member on member.tenant_id = shown.tenant_id and member.profile_id = shown.profile_id
    where shown.tenant_id = insight.tenant_id and shown.insight_id = insight.id and member.user_id = ${userId}))`

const profilesOf = sql`coalesce((
  select json_agg(json_build_object('id', profile.id, 'name', profile.name) order by lower(profile.name), profile.id)
  from insight_profile shown join permission_profile profile on profile.tenant_id = shown.tenant_id and profile.id = shown.profile_id
  where shown.tenant_id = insight.tenant_id and shown.insight_id = insight.id), '[]') as profiles`

/** One page of the organization's own insights. */
export async function findInsights(
  tx: TenantTx,
  actor: Actor,
  query: InputOf<typeof insightCalls.list>['query'],
  now: Date,
): Promise<Page<Insight>> {
  const sought = query.search ? [lowerWordsSql(sql`lower(insight.name)`, query.search.text)] : []
  const page = await findPage<Row, Field>(
    tx,
    {
      spec: insightList,
      columns,
      select: sql`insight.*, ${provider} as provider, provider.name as provider_name, ${profilesOf}`,
      from: insightAtProvider,
      where: allOf([sql`insight.removed_at is null`, insightSeenBy(actor), ...sought]),
      tie: sql`insight.id`,
    },
    query,
    now,
  )
  return { ...page, items: page.items.map((row) => toInsight(actor, row)) }
}

/** @throws Failure `insight.not-found`, also for one that the actor may not see */
export async function requireInsight(tx: TenantTx, actor: Actor, id: InsightId): Promise<Insight> {
  const found = await findInsight(tx, actor, id)
  if (typeof found === 'string') throw new Failure('insight.not-found', { id })
  return found
}

/** An insight, or why the actor does not see it: it was removed, or it is for others. */
export async function findInsight(
  tx: TenantTx,
  actor: Actor,
  id: InsightId,
): Promise<Insight | 'removed' | 'hidden'> {
  if (isReady(id)) return toReadyInsight(id)
  const { rows } = await sql<Row & { readonly is_seen: boolean }>`
    select insight.*, ${provider} as provider, provider.name as provider_name, ${profilesOf}, ${insightSeenBy(actor)} as is_seen
    from ${insightAtProvider} where insight.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row || row.removed_at) return 'removed'
  return row.is_seen ? toInsight(actor, row) : 'hidden'
}

/** The names of insights that the actor may see now, and that are built here: what others show cannot be reported. */
export async function findInsightNames(
  tx: TenantTx,
  actor: Seeing,
  ids: readonly InsightId[],
): Promise<ReadonlyMap<InsightId, string>> {
  if (ids.length === 0 || !actor.permissions.has('insights.view')) return new Map()
  const ready = ids.filter(isReady)
  const own = ids.filter((id) => !isReady(id))
  const { rows } = await sql<Pick<Row, 'id' | 'name'>>`select insight.id, insight.name from insight
    where insight.id = any(${own}::uuid[]) and insight.provider_id is null and insight.removed_at is null and ${insightSeenBy(actor)}`.execute(
    tx,
  )
  return new Map([
    ...ready.map((id) => [id, readyInsightNames[id]] as const),
    ...rows.map(({ id, name }) => [id, name] as const),
  ])
}

export const isReady = (id: string): id is ReadyInsightId =>
  (readyInsightIds as readonly string[]).includes(id)

function toInsight(actor: Actor, row: Row): Insight {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    audience: row.audience,
    profiles: manages(actor) ? [...row.profiles] : [],
    definition: row.definition,
    provider: row.provider,
    ...(row.provider_id && row.external_id !== null
      ? { providerId: row.provider_id, providerName: row.provider_name ?? '', externalId: row.external_id }
      : {}),
    tileCount: row.tile_count,
    isReadyMade: false,
    ...lastChangeOf(row),
  }
}

function toReadyInsight(id: ReadyInsightId): Insight {
  const { definition, ...ready } = readyInsights[id]
  return {
    id,
    name: readyInsightNames[id],
    ...ready,
    audience: 'everybody',
    profiles: [],
    definition,
    provider: 'native',
    tileCount: definition.tiles.length,
    isReadyMade: true,
    version: 1,
  }
}

/** The insights that the actor may see, by type. A ready-made one has to show them something. */
export async function findInsightMenu(tx: TenantTx, actor: Actor): Promise<OutputOf<typeof getInsightMenu>> {
  const { rows } = await sql<Pick<Row, 'id' | 'name' | 'type' | 'provider'>>`
    select insight.id, insight.name, insight.type, ${provider} as provider from ${insightAtProvider}
    where insight.removed_at is null and ${insightSeenBy(actor)} order by lower(insight.name), insight.id`.execute(
    tx,
  )
  const ready = readyInsightIds.filter((id) =>
    readyInsights[id].definition.tiles.some(
      (tile) => tile.kind !== 'text' && seesTile(actor.permissions, tile),
    ),
  )
  return {
    groups: insightTypes
      .map((type) => ({
        type,
        items: [
          ...rows
            .filter((row) => row.type === type)
            .map(({ id, name, provider: shownBy }) => ({ id, name, isReadyMade: false, provider: shownBy })),
          ...ready
            .filter((id) => readyInsights[id].type === type)
            .map((id) => ({
              id,
              name: readyInsightNames[id],
              isReadyMade: true,
              provider: 'native' as const,
            })),
        ],
      }))
      .filter(({ items }) => items.length > 0),
  }
}

/** The most versions of an insight that are shown. */
const mostVersions = 200

/** The newest versions of an insight; a ready-made one has none. @throws Failure `insight.not-found` */
export async function findInsightVersions(
  tx: TenantTx,
  actor: Actor,
  id: InsightId,
): Promise<InsightVersion[]> {
  await requireInsight(tx, actor, id)
  if (isReady(id)) return []
  const rows = await tx
    .selectFrom('insight_version')
    .where('insight_id', '=', id)
    .select(['version', 'name', 'external_id', 'changed_at', 'changed_by_name'])
    .select(sql<number>`jsonb_array_length(definition -> 'tiles')`.as('tile_count'))
    .orderBy('version', 'desc')
    .limit(mostVersions)
    .execute()
  return rows.map(({ version, name, external_id, tile_count, changed_at, changed_by_name }) => ({
    version,
    name,
    tileCount: tile_count,
    ...(external_id !== null && { externalId: external_id }),
    changedAt: changed_at.toISOString(),
    changedBy: changed_by_name,
  }))
}

/** What a version of an embedded insight shows there; undefined of one that is built here. @throws Failure `insight.not-found` */
export async function findEmbeddedVersion(
  tx: TenantTx,
  actor: Actor,
  { id, version }: { readonly id: InsightId; readonly version: number },
): Promise<Pick<Insight, 'type' | 'providerId' | 'externalId'> | undefined> {
  const { providerId } = await requireInsight(tx, actor, id)
  if (providerId === undefined) return undefined
  const kept = await tx
    .selectFrom('insight_version')
    .where('insight_id', '=', id)
    .where('version', '=', version)
    .select(['type', 'external_id'])
    .executeTakeFirstOrThrow(() => new Failure('insight.not-found', { id }))
  return { type: kept.type, providerId, externalId: kept.external_id ?? undefined }
}
