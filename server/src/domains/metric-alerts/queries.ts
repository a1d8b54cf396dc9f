import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { MailId, MetricAlertId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import {
  type MetricAlert,
  type metricAlertCalls,
  metricAlertLimits,
  metricAlertList,
  type MetricCrossing,
} from '@verbatim/contract/metric-alerts.ts'
import { type Selectable, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import { joinMail, type MailedRow, mailOf } from '#domains/users/mailed-noun.ts'
import type { Actor } from '#kernel/actor.ts'
import { lastChangeOf } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { nounRows } from '#platform/list/noun-rows.ts'
import { columnsIn, enabledStatus } from '#platform/list/sql.ts'
import type { MetricAlertTable, MetricCrossingTable } from '#schema/metric-alerts.ts'

export type MetricAlertRow = Selectable<MetricAlertTable>

type StandingRow = MetricAlertRow & {
  readonly recipients: { readonly id: UserId; readonly name: string }[]
  readonly crossed_for: number
}

const columns = columnsIn<StandingRow>()(metricAlertList.fields, 'standing', {
  name: { expression: sql`standing.name_key`, type: 'text' },
  status: enabledStatus('standing'),
})

/** Who reads crossings: those of others only if they may see every row, because crossings tell of figures. */
type Reader = Pick<Actor, 'userId' | 'scope'>

const seesOthers = ({ scope }: Reader) => scope.some(isEverything)

/** Alerts with their recipients, and for how many of them they are crossed. */
const standingFor = (reader: Reader) => sql`(
  select alert.*, coalesce(people.recipients, '[]') as recipients, coalesce(people.crossed_for, 0) as crossed_for
  from metric_alert alert
  cross join lateral (
    select json_agg(json_build_object('id', person.id, 'name', person.display_name) order by person.sort_name, person.id) as recipients,
      count(*) filter (where recipient.is_crossed and (${seesOthers(reader)} or recipient.user_id = ${reader.userId}))::int as crossed_for
    from metric_alert_recipient recipient
    join tenant_user person on person.tenant_id = recipient.tenant_id and person.id = recipient.user_id and person.removed_at is null
    where recipient.tenant_id = alert.tenant_id and recipient.alert_id = alert.id
  ) people
) standing`

const alertsFor = (reader: Reader) =>
  nounRows<StandingRow>()({
    spec: metricAlertList,
    columns,
    from: standingFor(reader),
    alias: 'standing',
    searched: [sql`standing.name`],
    toThing: toMetricAlert,
    missing: 'metric-alert.not-found',
  })

/** One page of the alerts. */
export const findMetricAlerts = (
  tx: TenantTx,
  query: InputOf<typeof metricAlertCalls.list>['query'],
  now: Date,
  reader: Reader,
): Promise<Page<MetricAlert>> => alertsFor(reader).find(tx, query, now)

/** @throws Failure `metric-alert.not-found` */
export const requireMetricAlert = (tx: TenantTx, id: MetricAlertId, reader: Reader): Promise<MetricAlert> =>
  alertsFor(reader).require(tx, id)

const toMetricAlert = (row: StandingRow): MetricAlert => ({
  id: row.id,
  name: row.name,
  metric: row.metric,
  filter: row.filter,
  days: row.days,
  condition: row.condition,
  recipients: row.recipients,
  enabled: row.enabled,
  crossedFor: row.enabled ? row.crossed_for : 0,
  failedChecks: row.failures,
  ...(row.checked_at && { checkedAt: row.checked_at.toISOString() }),
  ...lastChangeOf(row),
})

type CrossingRow = MailedRow &
  Selectable<MetricCrossingTable> & {
    readonly recipient_name: string
  }

/** The newest crossings of an alert that the reader may know of. @throws Failure `metric-alert.not-found` */
export async function findMetricCrossings(
  tx: TenantTx,
  id: MetricAlertId,
  reader: Reader,
): Promise<MetricCrossing[]> {
  await requireMetricAlert(tx, id, reader)
  const { rows } = await sql<CrossingRow>`
    select crossing.*, person.display_name as recipient_name, mail.state as mail_state, mail.reason as mail_reason
    from metric_crossing crossing
    join tenant_user person on person.tenant_id = crossing.tenant_id and person.id = crossing.user_id
    ${joinMail('metric_crossing', 'crossing')}
    where crossing.alert_id = ${id} and (${seesOthers(reader)} or crossing.user_id = ${reader.userId})
    order by crossing.at desc, person.sort_name, crossing.id limit ${metricAlertLimits.crossings}`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    recipient: { id: row.user_id, name: row.recipient_name },
    at: row.at.toISOString(),
    isCrossed: row.is_crossed,
    ...mailOf(row),
  }))
}

/** Whether a mail is about an alert whose recipients no longer include its own. */
export async function isMailOfFormerRecipient(tx: TenantTx, mailId: MailId): Promise<boolean> {
  const { rows } = await sql`
    select from metric_crossing crossing ${joinMail('metric_crossing', 'crossing')}
    where mail.id = ${mailId} and crossing.user_id = mail.for_user_id and not exists (
      select from metric_alert_recipient recipient where recipient.tenant_id = crossing.tenant_id
        and recipient.alert_id = crossing.alert_id and recipient.user_id = crossing.user_id)`.execute(tx)
  return rows.length > 0
}
