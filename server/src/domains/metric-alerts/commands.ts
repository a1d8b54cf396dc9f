import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { MetricAlertId, UserId } from '@verbatim/contract/ids.ts'
import {
  conditionText,
  type MetricAlertDraft,
  type metricAlertCalls,
  metricAlertLimits,
} from '@verbatim/contract/metric-alerts.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { sql } from 'kysely'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import { findNames, requireRecipients } from '#domains/users/recipients.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { requireVersion } from '#kernel/version.ts'
import { refusing } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { dueMetricAlerts } from './check-commands.ts'
import type { MetricAlertRow } from './queries.ts'

const unknownRecipient = 'metric-alert.unknown-recipient'

type Change = InputOf<typeof metricAlertCalls.update>['body']

/** It is checked at once. @throws Failure `metric-alert.name-taken`, `metric-alert.unknown-recipient`, `metric-alert.too-many` */
export async function createMetricAlert(
  tx: TenantTx,
  actor: Actor,
  draft: MetricAlertDraft,
  now: Date,
): Promise<MetricAlertId> {
  const names = await requireRecipients(tx, draft.recipientIds, unknownRecipient)
  await requireRoom(tx)
  const id = newId<MetricAlertId>(now)
  const values = { ...toRow(draft), id, due_at: now, created_at: now, changed_at: now }
  await refusingDuplicates(() =>
    tx
      .insertInto('metric_alert')
      .values({ ...values, changed_by_name: actor.name })
      .execute(),
  )
  await setRecipients(tx, id, draft.recipientIds)
  const changes = changedFields({}, fieldsOf(draft, names))
  await recordAudit(tx, actor, { type: 'metric_alert_created', target: targetOf(id, draft), changes }, now)
  await wake(tx, dueMetricAlerts)
  return id
}

/**
 * Changes the given fields, and checks it at once. With another question, what was crossed is forgotten: the next check is the first.
 * @throws Failure `metric-alert.not-found`, `metric-alert.changed`, `metric-alert.name-taken`, `metric-alert.unknown-recipient`
 */
export async function updateMetricAlert(
  tx: TenantTx,
  actor: Actor,
  { id, change }: { readonly id: MetricAlertId; readonly change: Change },
  now: Date,
): Promise<void> {
  const row = await takeAlert(tx, id, change.expectedVersion)
  const before = await toDraft(tx, row)
  const after = mergedWith(before, change)
  const added = after.recipientIds.filter((one) => !before.recipientIds.includes(one))
  await requireRecipients(tx, added, unknownRecipient)
  const names = await findNames(tx, [...before.recipientIds, ...added])
  const changes = changedFields(fieldsOf(before, names), fieldsOf(after, names))
  if (changes.length === 0) return
  await refusingDuplicates(() =>
    tx
      .updateTable('metric_alert')
      .set({
        ...toRow(after),
        due_at: now,
        version: sql`version + 1`,
        changed_at: now,
        changed_by_name: actor.name,
      })
      .where('id', '=', id)
      .execute(),
  )
  await setRecipients(tx, id, after.recipientIds)
  if (questionOf(before) !== questionOf(after))
    await tx
      .updateTable('metric_alert_recipient')
      .set({ is_crossed: false })
      .where('alert_id', '=', id)
      .execute()
  await recordAudit(tx, actor, { type: 'metric_alert_updated', target: targetOf(id, after), changes }, now)
  await wake(tx, dueMetricAlerts)
}

/** Deletes it with its history; queued mails are still sent. @throws Failure `metric-alert.not-found`, `metric-alert.changed` */
export async function deleteMetricAlert(
  tx: TenantTx,
  actor: Actor,
  { id, expectedVersion }: { readonly id: MetricAlertId; readonly expectedVersion?: number | undefined },
  now: Date,
): Promise<void> {
  const draft = await toDraft(tx, await takeAlert(tx, id, expectedVersion))
  const changes = changedFields(fieldsOf(draft, await findNames(tx, draft.recipientIds)), {})
  await tx.deleteFrom('metric_alert').where('id', '=', id).execute()
  await recordAudit(tx, actor, { type: 'metric_alert_deleted', target: targetOf(id, draft), changes }, now)
}

/** Each is counted every hour, for each access scope of its recipients. */
async function requireRoom(tx: TenantTx): Promise<void> {
  const { rows } = await sql`select from metric_alert limit ${metricAlertLimits.alerts}`.execute(tx)
  if (rows.length >= metricAlertLimits.alerts) throw new Failure('metric-alert.too-many')
}

const refusingDuplicates = <T>(work: () => Promise<T>): Promise<T> =>
  refusing('metric_alert_tenant_id_name_key_key', 'metric-alert.name-taken', work)

const targetOf = (id: MetricAlertId, { name }: { readonly name: string }) => ({
  kind: 'metric-alert',
  id,
  name,
})

const questionOf = ({ metric, days, condition, enabled }: MetricAlertDraft) => {
  const { kind } = condition
  const threshold = 'value' in condition ? condition.value : condition.percent
  return JSON.stringify([metric, days, kind, threshold, enabled])
}

async function takeAlert(
  tx: TenantTx,
  id: MetricAlertId,
  expectedVersion: number | undefined,
): Promise<MetricAlertRow> {
  const row = await tx
    .selectFrom('metric_alert')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure('metric-alert.not-found')
  requireVersion('metric-alert.changed', row.version, expectedVersion)
  return row
}

async function toDraft(tx: TenantTx, row: MetricAlertRow): Promise<MetricAlertDraft> {
  const { name, metric, days, condition, enabled } = row
  const { rows } = await sql<{ user_id: UserId }>`
    select user_id from metric_alert_recipient recipient
    join tenant_user person on person.tenant_id = recipient.tenant_id and person.id = recipient.user_id
    where alert_id = ${row.id} and person.removed_at is null order by user_id`.execute(tx)
  return { name, metric, days, condition, enabled, recipientIds: rows.map(({ user_id }) => user_id) }
}

const mergedWith = (before: MetricAlertDraft, change: Change): MetricAlertDraft => ({
  name: change.name ?? before.name,
  metric: change.metric ?? before.metric,
  days: change.days ?? before.days,
  condition: change.condition ?? before.condition,
  recipientIds: change.recipientIds ?? before.recipientIds,
  enabled: change.enabled ?? before.enabled,
})

const toRow = ({ name, metric, days, condition, enabled }: MetricAlertDraft) => ({
  name,
  name_key: nameKey(name),
  metric,
  days,
  condition: JSON.stringify(condition),
  enabled,
})

async function setRecipients(tx: TenantTx, id: MetricAlertId, userIds: readonly UserId[]): Promise<void> {
  await sql`delete from metric_alert_recipient where alert_id = ${id} and user_id <> all(${userIds}::uuid[])`.execute(
    tx,
  )
  await sql`insert into metric_alert_recipient (alert_id, user_id) select ${id}, unnest(${userIds}::uuid[])
    on conflict do nothing`.execute(tx)
}

/** For the audit trail: recipients by their names. */
function fieldsOf(draft: MetricAlertDraft, names: ReadonlyMap<UserId, string>) {
  const { name, metric, days, condition, recipientIds, enabled } = draft
  const recipients = recipientIds.map((id) => names.get(id) ?? id).toSorted()
  return { name, metric, days, condition: conditionText(metric, condition), recipients, enabled }
}
