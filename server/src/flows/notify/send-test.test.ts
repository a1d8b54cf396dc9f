import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { auditSentence } from '@verbatim/contract/audit-words.ts'
import { expect, test } from 'vitest'
import { notificationsUrl, useNotifications } from '#testing/notifications.ts'

const { bed, create } = useNotifications()

const addressee = () => `tenant_admin@${bed.tenant.label}.example`

/** Sends a test, and reads what the trail says about it. */
async function tested(notificationId?: string): Promise<AuditEvent> {
  const words = { policyId: bed.policyId, emailSubject: 'Hush', emailMessage: 'Listen', notificationId }
  const { status, json } = await bed.admin.call('POST', `${notificationsUrl}/test`, words)
  expect([status, json]).toEqual([200, { to: addressee() }])
  const trail = await bed.admin.call('GET', '/audit/events?filter=eventType[eq]:notification_tested')
  expect(trail.json.total).toBe(1)
  const [entry] = trail.json.items
  expect(entry.changes).toEqual([{ field: 'sentTo', old: null, new: addressee() }])
  return entry
}

test('a test of a notification that is not saved yet names its policy, and to whom it was sent', async () => {
  const entry = await tested()
  expect(entry.target).toMatchObject({ kind: 'policy', id: bed.policyId, name: 'Off the record' })
  expect(auditSentence(entry)).toBe(
    `${entry.actor.name} sent a test email for the policy Off the record to ${addressee()}`,
  )
})

test('a test of a saved notification names it, and to whom it was sent', async () => {
  const { id } = await create()
  const entry = await tested(id)
  expect(entry.target).toMatchObject({ kind: 'notification', id, name: 'Off the record' })
  expect(auditSentence(entry)).toBe(
    `${entry.actor.name} sent a test email for the notification Off the record to ${addressee()}`,
  )
})
