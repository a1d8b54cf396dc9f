import type { NotificationId } from '@verbatim/contract/ids.ts'
import type { NotificationChange, NotificationDraft } from '@verbatim/contract/notifications.ts'
import { sql } from 'kysely'
import type { AuditedBy } from '#domains/audit/commands.ts'
import { administeredNoun } from '#domains/nouns/administered-noun.ts'
import { currentPoliciesOf } from '#domains/policies/current-version.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { dropWaiting, dueSql } from './delivery-commands.ts'
import { toDraft } from './queries.ts'

const notifications = administeredNoun<'notification', NotificationDraft>()({
  table: 'notification',
  kind: 'notification',
  audit: {
    created: 'notification_created',
    updated: 'notification_updated',
    deleted: 'notification_deleted',
  },
  failures: { missing: 'notification.not-found', changed: 'notification.changed' },
  toDraft: (_tx, row) => toDraft(row),
  toColumns,
  wordsOf: (tx, _actor, drafts) => wordsOf(tx, drafts),
  nameOf: ({ policy }) => policy,
})

/** @throws Failure `notification.unknown-policy` */
export const createNotification = (
  tx: TenantTx,
  actor: AuditedBy,
  draft: NotificationDraft,
  now: Date,
): Promise<NotificationId> => {
  const own = () => ({ created_at: now, last_mail_at: null, held_until: null })
  return notifications.create(tx, actor, { draft, own }, now)
}

/**
 * Changes the given fields. Waiting deliveries follow: they move to another hour, or are dropped if the notification is disabled
 * or about another policy.
 * @throws Failure `notification.not-found`, `notification.changed`, `notification.unknown-policy`
 */
export async function updateNotification(
  tx: TenantTx,
  actor: AuditedBy,
  asked: { readonly id: NotificationId; readonly change: NotificationChange },
  now: Date,
): Promise<void> {
  const { expectedVersion, ...change } = asked.change
  const changed = await notifications.update(tx, actor, { id: asked.id, expectedVersion, change }, now)
  if (!changed) return
  const { before, after } = changed
  if (before.policyId !== after.policyId || before.enabled !== after.enabled) await dropWaiting(tx, asked.id)
  else if (before.delivery !== after.delivery) await moveWaiting(tx, asked.id, after.delivery)
}

/**
 * Deletes a notification with its waiting deliveries; queued mails are still sent.
 * @throws Failure `notification.not-found`, `notification.changed`
 */
export const deleteNotification = notifications.remove

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

async function moveWaiting(tx: TenantTx, id: NotificationId, delivery: NotificationDraft['delivery']) {
  await sql`update notification_delivery set due_at = ${dueSql(sql`${delivery}::text`, sql`noted_at`)}
    where notification_id = ${id} and mailed_at is null`.execute(tx)
}

function toColumns(draft: NotificationDraft) {
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

/** For the audit trail: the policy by its name. @throws Failure `notification.unknown-policy` */
async function wordsOf(tx: TenantTx, drafts: readonly NotificationDraft[]) {
  const policies = await currentPoliciesOf(tx)
    .where(
      'policy.id',
      'in',
      drafts.map(({ policyId }) => policyId),
    )
    .select(['policy.id', 'version.name'])
    .execute()
  const names = new Map(policies.map(({ id, name }) => [id, name]))
  return drafts.map((draft) => {
    const { policyId, recipients, emailSubject, emailMessage, delivery, minSeverity, enabled } = draft
    const policy = names.get(policyId)
    if (policy === undefined) throw new Failure('notification.unknown-policy')
    return { policy, recipients, emailSubject, emailMessage, delivery, minSeverity, enabled }
  })
}
