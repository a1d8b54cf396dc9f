import { metricTabDefinitions } from '@verbatim/contract/metric-tabs.ts'
import type { ReportSubject } from '@verbatim/contract/report-schedules.ts'
import type { ReportScheduleId } from '@verbatim/contract/ids.ts'
import { requireInsight } from '#domains/insights/queries.ts'
import { recordAudit } from '#domains/audit/commands.ts'
import { queueTestCopy } from '#domains/report-schedules/copy-commands.ts'
import { requireReportSchedule } from '#domains/report-schedules/queries.ts'
import { requireUser } from '#domains/users/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** Queues a copy for the actor now, also while the schedule is paused. @throws Failure `report-schedule.not-found`, `insight.not-found`, `access.denied` */
export async function sendTestReport(
  tx: TenantTx,
  actor: Actor,
  id: ReportScheduleId,
  now: Date,
): Promise<{ to: string }> {
  const { name, subject } = await requireReportSchedule(tx, id, actor)
  await requireSeen(tx, actor, subject)
  await queueTestCopy(tx, { id, userId: actor.userId }, now)
  const target = { kind: 'report-schedule', id, name }
  const { email: to } = await requireUser(tx, 'platform', actor.userId)
  const changes = [{ field: 'sentTo', old: null, new: to }]
  await recordAudit(tx, actor, { type: 'report_schedule_tested', target, changes }, now)
  return { to }
}

async function requireSeen(tx: TenantTx, actor: Actor, subject: ReportSubject): Promise<void> {
  const permission =
    subject.kind === 'metrics' ? metricTabDefinitions[subject.tab].permission : 'insights.view'
  if (!actor.permissions.has(permission)) throw new Failure('access.denied', { permission })
  if (subject.kind === 'insight') await requireInsight(tx, actor, subject.insightId)
}
