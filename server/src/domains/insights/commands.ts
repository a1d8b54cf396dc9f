import {
  type InsightChange,
  type InsightDraft,
  type InsightId,
  insightLimits,
} from '@verbatim/contract/insights.ts'
import type { PermissionProfileId } from '@verbatim/contract/ids.ts'
import { readyInsightNames } from '@verbatim/contract/ready-insight-ids.ts'
import { tileTitle } from '@verbatim/contract/tile-titles.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { type Selectable, sql } from 'kysely'
import { type AuditedBy, changedFields, recordAudit } from '#domains/audit/commands.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { requireVersion, type Seen } from '#kernel/version.ts'
import { withChanges } from '#kernel/with-changes.ts'
import { refusing } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import type { InsightTable } from '#schema/insights.ts'
import { isReady } from './queries.ts'
import { holdProvider } from './held-provider.ts'
import { changedTiles, showsSame } from './tile-changes.ts'

type Row = Selectable<InsightTable>

/** @throws Failure `insight.name-taken`, `insight.unknown-profile`, `embedded.not-connected` */
export async function createInsight(
  tx: TenantTx,
  actor: AuditedBy,
  draft: InsightDraft,
  now: Date,
): Promise<InsightId> {
  const id = newId<InsightId>(now)
  const { name, type, audience, definition, providerId, externalId } = draft
  // It was asked before this transaction, and may have been removed since.
  if (providerId && !(await holdProvider(tx, providerId))) throw new Failure('embedded.not-connected')
  const profiles = await requireProfiles(tx, draft.profileIds)
  const row = { name, type, definition: JSON.stringify(definition), external_id: externalId ?? null }
  await refusingTaken(() =>
    tx
      .insertInto('insight')
      .values({
        id,
        ...row,
        name_key: nameKey(name),
        audience,
        provider_id: providerId ?? null,
        changed_at: now,
        changed_by_name: actor.name,
        removed_at: null,
      })
      .execute(),
  )
  await showTo(tx, id, draft.profileIds)
  await keepVersion(tx, actor, { ...row, insight_id: id, version: 1 }, now)
  const changes = changedFields({}, fieldsOf(draft, profiles))
  await recordAudit(tx, actor, { type: 'insight_created', target: targetOf(id, name), changes }, now)
  return id
}

interface Changing {
  readonly id: InsightId
  readonly change: InsightChange
  /** Why it changes. */
  readonly as?: 'insight_updated' | 'insight_restored'
}

/**
 * @throws Failure `insight.not-found`, `insight.changed`, `insight.ready-made`, `insight.name-taken`, `insight.unknown-profile`, `insight.bad-id`,
 * `embedded.no-tiles`
 */
export async function updateInsight(
  tx: TenantTx,
  actor: AuditedBy,
  { id, change, as = 'insight_updated' }: Changing,
  now: Date,
): Promise<void> {
  const { expectedVersion, ...given } = change
  const before = await takeInsight(tx, id, expectedVersion)
  if (before.provider_id && given.definition?.tiles.length) throw new Failure('embedded.no-tiles')
  if (!before.provider_id && given.externalId !== undefined) throw new Failure('insight.bad-id')
  const draftBefore = await draftOf(tx, before)
  const asked = withChanges(draftBefore, given)
  const isSame = showsSame(before.definition, asked.definition)
  const after = isSame ? { ...asked, definition: before.definition } : asked
  const profiles = await requireProfiles(tx, after.profileIds)
  const fieldsBefore = fieldsOf(draftBefore, await requireProfiles(tx, draftBefore.profileIds))
  const changes = [
    ...changedFields(fieldsBefore, fieldsOf(after, profiles)),
    ...changedTiles(before.definition.tiles, after.definition.tiles),
  ]
  if (changes.length === 0 && isSame) return
  const definition = JSON.stringify(after.definition)
  const { name, type, audience } = after
  const external_id = after.externalId ?? null
  const version = before.version + 1
  await refusingTaken(() =>
    tx
      .updateTable('insight')
      .set({
        name,
        name_key: nameKey(name),
        type,
        audience,
        definition,
        external_id,
        version,
        changed_at: now,
        changed_by_name: actor.name,
      })
      .where('id', '=', id)
      .execute(),
  )
  await tx.deleteFrom('insight_profile').where('insight_id', '=', id).execute()
  await showTo(tx, id, after.profileIds)
  await keepVersion(tx, actor, { insight_id: id, version, name, type, definition, external_id }, now)
  await recordAudit(tx, actor, { type: as, target: targetOf(id, name), changes }, now)
}

/**
 * Shows what an earlier version showed, as a new version.
 * @throws Failure `insight.not-found`, `insight.changed`, `insight.ready-made`
 */
export async function restoreVersion(
  tx: TenantTx,
  actor: AuditedBy,
  { id, version, expectedVersion }: Seen<InsightId> & { readonly version: number },
  now: Date,
): Promise<void> {
  await takeInsight(tx, id, expectedVersion)
  const kept = await tx
    .selectFrom('insight_version')
    .where('insight_id', '=', id)
    .where('version', '=', version)
    .select(['type', 'definition', 'external_id'])
    .executeTakeFirstOrThrow(() => new Failure('insight.not-found', { id }))
  const { type, definition, external_id } = kept
  const change = { type, definition, externalId: external_id ?? undefined }
  await updateInsight(tx, actor, { id, change, as: 'insight_restored' }, now)
}

/**
 * Makes a copy under the next free name, for the same people.
 * @param of As the actor sees it.
 */
export async function duplicateInsight(
  tx: TenantTx,
  actor: AuditedBy,
  of: Omit<InsightDraft, 'profileIds'> & { readonly id: InsightId },
  now: Date,
): Promise<InsightId> {
  const { id, name, type, audience, definition, providerId, externalId } = of
  const profileIds = isReady(id) ? [] : await findProfileIds(tx, id)
  const copy = { type, audience, definition, profileIds, providerId, externalId }
  return createInsight(tx, actor, { name: await freeName(tx, name), ...copy }, now)
}

/** @throws Failure `insight.not-found`, `insight.changed`, `insight.ready-made` */
export async function deleteInsight(
  tx: TenantTx,
  actor: AuditedBy,
  { id, expectedVersion }: Seen<InsightId>,
  now: Date,
): Promise<void> {
  const row = await takeInsight(tx, id, expectedVersion)
  await tx.updateTable('insight').set({ removed_at: now }).where('id', '=', id).execute()
  const changes = changedFields(await standingFields(tx, row), {})
  await recordAudit(tx, actor, { type: 'insight_deleted', target: targetOf(id, row.name), changes }, now)
}

/** @throws Failure `insight.not-found`, `insight.ready-made`, `insight.name-taken`, `embedded.provider-gone` */
export async function undoRemoval(tx: TenantTx, actor: AuditedBy, id: InsightId, now: Date): Promise<void> {
  if (isReady(id)) throw new Failure('insight.ready-made', { name: readyInsightNames[id] })
  const restored = await refusingTaken(() =>
    tx
      .updateTable('insight')
      .set({ removed_at: null })
      .where('id', '=', id)
      .where('removed_at', 'is not', null)
      .returningAll()
      .executeTakeFirst(),
  )
  if (!restored) throw new Failure('insight.not-found', { id })
  if (restored.provider_id && !(await holdProvider(tx, restored.provider_id)))
    throw new Failure('embedded.provider-gone')
  const target = targetOf(id, restored.name)
  const changes = changedFields({}, await standingFields(tx, restored))
  await recordAudit(tx, actor, { type: 'insight_undeleted', target, changes }, now)
}

const targetOf = (id: InsightId, name: string) => ({ kind: 'insight', id, name })

const refusingTaken = <T>(work: () => Promise<T>) => refusing('insight_name', 'insight.name-taken', work)

/** The insight, locked until the transaction ends. */
async function takeInsight(tx: TenantTx, id: InsightId, expectedVersion: number | undefined): Promise<Row> {
  if (isReady(id)) throw new Failure('insight.ready-made', { name: readyInsightNames[id] })
  const row = await tx
    .selectFrom('insight')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Failure('insight.not-found', { id }))
  requireVersion('insight.changed', row.version, expectedVersion)
  return row
}

/** The names of profiles. @throws Failure `insight.unknown-profile` */
async function requireProfiles(tx: TenantTx, ids: readonly PermissionProfileId[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('permission_profile')
    .where('id', '=', sql<PermissionProfileId>`any(${ids}::uuid[])`)
    .select('name')
    .orderBy('name')
    .execute()
  if (rows.length < new Set(ids).size) throw new Failure('insight.unknown-profile')
  return rows.map(({ name }) => name)
}

async function findProfileIds(tx: TenantTx, id: InsightId): Promise<PermissionProfileId[]> {
  const rows = await tx
    .selectFrom('insight_profile')
    .where('insight_id', '=', id)
    .select('profile_id')
    .execute()
  return rows.map(({ profile_id }) => profile_id)
}

async function showTo(tx: TenantTx, id: InsightId, profileIds: readonly PermissionProfileId[]) {
  if (profileIds.length === 0) return
  await tx
    .insertInto('insight_profile')
    .values([...new Set(profileIds)].map((profile_id) => ({ insight_id: id, profile_id })))
    .execute()
}

interface KeptVersion {
  readonly insight_id: InsightId
  readonly version: number
  readonly name: string
  readonly type: Row['type']
  readonly definition: string
  readonly external_id: string | null
}
async function keepVersion(tx: TenantTx, actor: AuditedBy, version: KeptVersion, now: Date) {
  await tx
    .insertInto('insight_version')
    .values({ ...version, changed_at: now, changed_by_name: actor.name })
    .execute()
}

/** "Complaints (copy)", "Complaints (copy 2)". */
async function freeName(tx: TenantTx, name: string): Promise<string> {
  // Half a character at the end cannot be stored.
  const cut = name.slice(0, insightLimits.name - ' (copy 99)'.length).replace(/\p{Surrogate}$/u, '')
  const names = Array.from({ length: 99 }, (_, at) => `${cut} (copy${at === 0 ? '' : ` ${at + 1}`})`)
  const taken = await tx
    .selectFrom('insight')
    .where('name_key', '=', sql<string>`any(${names.map(nameKey)}::text[])`)
    .where('removed_at', 'is', null)
    .select('name_key')
    .execute()
  const free = names.find((one) => !taken.some(({ name_key }) => name_key === nameKey(one)))
  if (!free) throw new Failure('insight.name-taken')
  return free
}

const draftOf = async (tx: TenantTx, row: Row) => ({
  ...row,
  externalId: row.external_id ?? undefined,
  profileIds: await findProfileIds(tx, row.id),
})

/** What the trail says of an insight that is stored. */
async function standingFields(tx: TenantTx, row: Row) {
  const draft = await draftOf(tx, row)
  return fieldsOf(draft, await requireProfiles(tx, draft.profileIds))
}

/** What the trail says of an insight. */
const fieldsOf = (
  {
    name,
    type,
    audience,
    definition,
    externalId,
  }: Pick<InsightDraft, 'name' | 'type' | 'audience' | 'definition' | 'externalId'>,
  profiles: readonly string[],
) => ({
  name,
  type,
  audience,
  profiles: profiles.join(', '),
  usualDays: definition.usualDays,
  tiles: definition.tiles.map(tileTitle).join(', '),
  ...(externalId !== undefined && { externalId }),
})
