import type { MetricAlertId, MetricCrossingId, UserId } from '@verbatim/contract/ids.ts'
import type { TileFilter } from '@verbatim/contract/insight-tiles.ts'
import type { AlertCondition, MetricAlert } from '@verbatim/contract/metric-alerts.ts'
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { ChangedRow, TenantRow } from './tenant-row.ts'

export interface MetricAlertTable extends ChangedRow {
  id: MetricAlertId
  name: string
  name_key: string
  metric: MetricId
  filter: JSONColumnType<TileFilter>
  days: MetricAlert['days']
  condition: JSONColumnType<AlertCondition>
  enabled: boolean
  due_at: Date
  lease_until: Generated<Date | null>
  /** How often it was taken. */
  checks: Generated<number>
  /** Checks in a row that could not be done. */
  failures: Generated<number>
  checked_at: Generated<Date | null>
  created_at: Date
}

interface MetricAlertRecipientTable extends TenantRow {
  alert_id: MetricAlertId
  user_id: UserId
  is_crossed: Generated<boolean>
  /** The last mail to them about it. */
  mailed_at: Generated<Date | null>
  /** What that mail was about; null after another question. Its row may be swept by now. */
  crossing_id: Generated<MetricCrossingId | null>
}

export interface MetricCrossingTable extends TenantRow {
  id: MetricCrossingId
  alert_id: MetricAlertId
  user_id: UserId
  at: Date
  /** False: it came back. */
  is_crossed: boolean
}

/** The tables of this file, by their SQL names. */
export interface MetricAlertsTables {
  metric_alert: MetricAlertTable
  metric_alert_recipient: MetricAlertRecipientTable
  metric_crossing: MetricCrossingTable
}
