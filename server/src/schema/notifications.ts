import type { EventId, NotificationId, PolicyId, TenantId } from '@verbatim/contract/ids.ts'
import type { Delivery } from '@verbatim/contract/notifications.ts'
import type { Severity } from '@verbatim/contract/severities.ts'
import type { Generated, GeneratedAlways } from 'kysely'

export interface NotificationTable {
  tenant_id: Generated<TenantId>
  id: NotificationId
  policy_id: PolicyId
  recipients: string[]
  email_subject: string
  email_message: string
  delivery: Delivery
  min_severity: Severity
  min_rank: GeneratedAlways<number>
  enabled: boolean
  version: Generated<number>
  created_at: Date
  changed_at: Date
  changed_by_name: string
  last_mail_at: Date | null
  held_until: Date | null
}

/** One mail about one event to one recipient. */
interface NotificationDeliveryTable {
  tenant_id: Generated<TenantId>
  notification_id: NotificationId
  recipient: string
  event_id: EventId
  noted_at: Date
  due_at: Date
  mailed_at: Date | null
}

/** The tables of this file, by their SQL names. */
export interface NotificationsTables {
  notification: NotificationTable
  notification_delivery: NotificationDeliveryTable
}
