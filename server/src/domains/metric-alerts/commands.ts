import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { MetricAlertId, UserId } from '@verbatim/contract/ids.ts'
import type { TileFilter } from '@verbatim/contract/insight-tiles.ts'
import {
  conditionText,
  type MetricAlertDraft,
  type metricAlertCalls,
  metricAlertLimits,
} from '@verbatim/contract/metric-alerts.ts'
import { sql } from 'kysely'
import { currentPolicies } from '#domains/policies/current-version.ts'
import { isKnownTheme } from '#domains/themes/queries.ts'
import { mailedNoun } from '#domains/users/mailed-noun.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { dueMetricAlerts } from './check-commands.ts'

type Change = InputOf<typeof metricAlertCalls.update>['body']

const alerts = mailedNoun<'metric_alert', MetricAlertDraft>()({
  table: 'metric_alert',
  recipients: { table: 'metric_alert_recipient', of: 'alert_id' },
  kind: 'metric-alert',
  audit: {
    created: 'metric_alert_created',
    updated: 'metric_alert_updated',
    deleted: 'metric_alert_deleted',
  },
  failures: {
    missing: 'metric-alert.not-found',
    changed: 'metric-alert.changed',
    nameTaken: 'metric-alert.name-taken',
    unknownRecipient: 'metric-alert.unknown-recipient',
  },
  toDraft: ({ name, metric, filter, days, condition, enabled }, recipientIds) => ({
    name,
    metric,
    filter,
    days,
    condition,
    enabled,
    recipientIds: [...recipientIds],
  }),
  toColumns: ({ metric, filter, days, condition, enabled }) => ({
    metric,
    filter: JSON.stringify(filter),
    days,
    condition: JSON.stringify(condition),
    enabled,
  }),
  wordsOf: async (tx, actor, { name, metric, filter, days, condition, enabled }, recipients) => ({
    name,
    metric,
    ...(await namedFilter(tx, actor, filter)),
    days,
    condition: conditionText(metric, condition),
    recipients,
    enabled,
  }),
})

/** With the names of groups, policies and themes. Of a theme that the actor does not know, its ID. */
async function namedFilter(
  tx: TenantTx,
  { scope }: Actor,
  filter: TileFilter,
): Promise<Readonly<Record<string, unknown>>> {
  const { group = [], policy = [], theme = [] } = filter
  if (group.length + policy.length + theme.length === 0) return filter
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from conversation_group where id = any(${group}::uuid[])
    union all select policy.id, version.name from (${currentPolicies}) where policy.id = any(${policy}::uuid[])
    union all select given.id, theme.name from unnest(${theme}::uuid[]) given (id)
      join theme on theme.id = any(standing_themes(${tx.tenantId}, array[given.id])) and ${isKnownTheme(scope)}`.execute(
    tx,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).toSorted()
  return {
    ...filter,
    ...(filter.group && { group: named(group) }),
    ...(filter.policy && { policy: named(policy) }),
    ...(filter.theme && { theme: named(theme) }),
  }
}

/** It is checked at once. @throws Failure `metric-alert.name-taken`, `metric-alert.unknown-recipient`, `metric-alert.too-many` */
export async function createMetricAlert(
  tx: TenantTx,
  actor: Actor,
  draft: MetricAlertDraft,
  now: Date,
): Promise<MetricAlertId> {
  await requireRoom(tx)
  const id = await alerts.create(tx, actor, { draft, own: () => ({ due_at: now, created_at: now }) }, now)
  await setRecipients(tx, id, draft.recipientIds)
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
  { id, change: { expectedVersion, ...given } }: { readonly id: MetricAlertId; readonly change: Change },
  now: Date,
): Promise<void> {
  const { metric } = await alerts.take(tx, { id, expectedVersion })
  // What narrowed another metric may not narrow this one.
  const isOther = given.metric !== undefined && given.metric !== metric
  const change = isOther ? { ...given, filter: given.filter ?? {} } : given
  const own = () => ({ due_at: now })
  const changed = await alerts.update(tx, actor, { id, expectedVersion, change, own }, now)
  if (!changed) return
  const { before, after } = changed
  await setRecipients(tx, id, after.recipientIds)
  if (questionOf(before) !== questionOf(after))
    await tx
      .updateTable('metric_alert_recipient')
      .set({ is_crossed: false, crossing_id: null })
      .where('alert_id', '=', id)
      .execute()
  await wake(tx, dueMetricAlerts)
}

/** Deletes it with its history; queued mails are still sent. @throws Failure `metric-alert.not-found`, `metric-alert.changed` */
export const deleteMetricAlert = alerts.remove

/** Each is counted every hour, for each access scope of its recipients. */
async function requireRoom(tx: TenantTx): Promise<void> {
  const { rows } = await sql`select from metric_alert limit ${metricAlertLimits.alerts}`.execute(tx)
  if (rows.length >= metricAlertLimits.alerts) throw new Failure('metric-alert.too-many')
}

const questionOf = ({ metric, filter, days, condition, enabled }: MetricAlertDraft) => {
  const { kind } = condition
  const threshold = 'value' in condition ? condition.value : condition.percent
  const narrowed = Object.entries(filter).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([metric, narrowed, days, kind, threshold, enabled])
}

async function setRecipients(tx: TenantTx, id: MetricAlertId, userIds: readonly UserId[]): Promise<void> {
  await sql`delete from metric_alert_recipient where alert_id = ${id} and user_id <> all(${userIds}::uuid[])`.execute(
    tx,
  )
  await sql`insert into metric_alert_recipient (alert_id, user_id) select ${id}, unnest(${userIds}::uuid[])
    on conflict do nothing`.execute(tx)
}
