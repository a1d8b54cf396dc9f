import type { NotificationId, PolicyId } from '@verbatim/contract/ids.ts'
import type { NotificationChange, NotificationDraft } from '@verbatim/contract/notifications.ts'
import { type Selectable, sql } from 'kysely'
import { type AuditedBy, changedFields, recordAudit } from '#domains/audit/commands.ts'
import { currentPoliciesOf } from '#domains/policies/current-version.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { requireVersion } from '#kernel/version.ts'
import { withChanges } from '#kernel/with-changes.ts'
import type { TenantTx } from '#platform/db.ts'
import type { NotificationTable } from '#schema/notifications.ts'
import { dropWaiting, dueSql } from './delivery-commands.ts'
import { findPolicyWords } from './queries.ts'

/** @throws Failure `notification.unknown-policy` */
export async function createNotification(
  tx: TenantTx,
  actor: AuditedBy,
  draft: NotificationDraft,
  now: Date,
): Promise<NotificationId> {
  const policyName = await requirePolicyName(tx, draft.policyId)
  const id = newId<NotificationId>(now)
  const row = { ...toRow(draft), changed_at: now, changed_by_name: actor.name }
  await tx
    .insertInto('notification')
    .values({ ...row, id, created_at: now, last_mail_at: null, held_until: null })
    .execute()
  const target = { kind: 'notification', id, name: policyName }
  const changes = changedFields({}, fieldsOf(draft, policyName))
  await recordAudit(tx, actor, { type: 'notification_created', target, changes }, now)
  return id
}

/**
 * Changes the given fields. Waiting deliveries follow: they move to another hour, or are dropped if the notification is disabled
 * or about another policy.
 * @throws Failure `notification.not-found`, `notification.changed`, `notification.unknown-policy`
 */
export async function updateNotification(
  tx: TenantTx,
  actor: AuditedBy,
  { id, change }: { readonly id: NotificationId; readonly change: NotificationChange },
  now: Date,
): Promise<void> {
  const { expectedVersion, ...given } = change
  const before = await takeNotification(tx, id, expectedVersion)
  const after = withChanges(toDraft(before), given)
  const policyName = await requirePolicyName(tx, after.policyId)
  const policyNameBefore =
    before.policy_id === after.policyId ? policyName : await requirePolicyName(tx, before.policy_id)
  const changes = changedFields(fieldsOf(toDraft(before), policyNameBefore), fieldsOf(after, policyName))
  if (changes.length === 0) return
  await tx
    .updateTable('notification')
    .set({
      ...toRow(after),
      version: sql`version + 1`,
      changed_at: now,
      changed_by_name: actor.name,
    })
    .where('id', '=', id)
    .execute()
  if (before.policy_id !== after.policyId || before.enabled !== after.enabled) await dropWaiting(tx, id)
  else if (before.delivery !== after.delivery) await moveWaiting(tx, id, after.delivery)
  const target = { kind: 'notification', id, name: policyName }
  await recordAudit(tx, actor, { type: 'notification_updated', target, changes }, now)
}

/**
 * Deletes a notification with its waiting deliveries; queued mails are still sent.
 * @throws Failure `notification.not-found`, `notification.changed`
 */
export async function deleteNotification(
  tx: TenantTx,
  actor: AuditedBy,
  { id, expectedVersion }: { readonly id: NotificationId; readonly expectedVersion?: number | undefined },
  now: Date,
): Promise<void> {
  const before = await takeNotification(tx, id, expectedVersion)
  const name = await requirePolicyName(tx, before.policy_id)
  await tx.deleteFrom('notification').where('id', '=', id).execute()
  const changes = changedFields(fieldsOf(toDraft(before), name), {})
  const target = { kind: 'notification', id, name }
  await recordAudit(tx, actor, { type: 'notification_deleted', target, changes }, now)
}

/** The notifications that mail an address, and whether it is their only recipient. */
export async function findNotificationsTo(
  tx: TenantTx,
  recipient: string,
): Promise<{ id: NotificationId; version: number; policy: string; recipients: string[]; ceases: boolean }[]> {
  const rows = await currentPoliciesOf(tx)
    .innerJoin('notification', 'notification.policy_id', 'policy.id')
    .select(['notification.id', 'notification.version', 'version.name as policy', 'notification.recipients'])
    .where(sql<boolean>`notification.recipients @> array[${recipient}]`)
    .orderBy('version.name')
    .orderBy('notification.id')
    .execute()
  return rows.map((row) => ({ ...row, ceases: row.recipients.length === 1 }))
}

/**
 * Removes an address from all notifications. A notification without other recipients is disabled, because it must have at
 * least one.
 */
export async function dropRecipient(
  tx: TenantTx,
  actor: AuditedBy,
  recipient: string,
  now: Date,
): Promise<void> {
  for (const { id, version, recipients, ceases } of await findNotificationsTo(tx, recipient)) {
    const others = recipients.filter((one) => one !== recipient)
    const change = { expectedVersion: version, ...(ceases ? { enabled: false } : { recipients: others }) }
    await updateNotification(tx, actor, { id, change }, now)
  }
  await tx
    .deleteFrom('notification_delivery')
    .where('recipient', '=', recipient)
    .where('mailed_at', 'is', null)
    .execute()
}

type NotificationRow = Selectable<NotificationTable>

async function takeNotification(
  tx: TenantTx,
  id: NotificationId,
  expectedVersion: number | undefined,
): Promise<NotificationRow> {
  const row = await tx
    .selectFrom('notification')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure('notification.not-found')
  requireVersion('notification.changed', row.version, expectedVersion)
  return row
}

async function requirePolicyName(tx: TenantTx, id: PolicyId): Promise<string> {
  const words = await findPolicyWords(tx, id)
  if (!words) throw new Failure('notification.unknown-policy')
  return words.name
}

async function moveWaiting(tx: TenantTx, id: NotificationId, delivery: NotificationDraft['delivery']) {
  await sql`update notification_delivery set due_at = ${dueSql(sql`${delivery}::text`, sql`noted_at`)}
    where notification_id = ${id} and mailed_at is null`.execute(tx)
}

function toDraft(row: NotificationRow): NotificationDraft {
  return {
    policyId: row.policy_id,
    recipients: row.recipients,
    emailSubject: row.email_subject,
    emailMessage: row.email_message,
    delivery: row.delivery,
    minSeverity: row.min_severity,
    enabled: row.enabled,
  }
}

function toRow(draft: NotificationDraft) {
  return {
    policy_id: draft.policyId,
    recipients: draft.recipients,
    email_subject: draft.emailSubject,
    email_message: draft.emailMessage,
    delivery: draft.delivery,
    min_severity: draft.minSeverity,
    enabled: draft.enabled,
  }
}

/** For the audit trail: the policy by its name. */
function fieldsOf(draft: NotificationDraft, policy: string) {
  const { recipients, emailSubject, emailMessage, delivery, minSeverity, enabled } = draft
  return { policy, recipients, emailSubject, emailMessage, delivery, minSeverity, enabled }
}
