import type { EventId, NotificationId, PolicyId } from '@verbatim/contract/ids.ts'
import type { Delivery } from '@verbatim/contract/notifications.ts'
import type { Severity } from '@verbatim/contract/severities.ts'
import type { GeneratedAlways } from 'kysely'
import type { ChangedRow, TenantRow } from './tenant-row.ts'

export interface NotificationTable extends ChangedRow {
  id: NotificationId
  policy_id: PolicyId
  recipients: string[]
  email_subject: string
  email_message: string
  delivery: Delivery
  min_severity: Severity
  min_rank: GeneratedAlways<number>
  enabled: boolean
  created_at: Date
  last_mail_at: Date | null
  held_until: Date | null
}

/** One mail about one event to one recipient. */
interface NotificationDeliveryTable extends TenantRow {
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
