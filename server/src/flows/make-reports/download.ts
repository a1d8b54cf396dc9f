/** Figures as a file at once, for the reader who asks. */
import type { FigureFileFormat, MetricQuery } from '@verbatim/contract/metrics.ts'
import type { ReportSubject } from '@verbatim/contract/report-schedules.ts'
import { recordAudit } from '#domains/audit/commands.ts'
import type { MailFile } from '#domains/mail/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { makeFile } from './files.ts'
import { findReport, type ReportSources } from './report.ts'

export interface DownloadContext extends ReportSources, DbContext {}

interface Asked extends Omit<Parameters<typeof findReport>[3], 'query' | 'now' | 'name'> {
  readonly query: MetricQuery & { readonly format: FigureFileFormat }
}

/** Counts and draws it, and records that it was exported. @throws Failure `insight.not-found`, `access.denied` */
export async function downloadReport(
  ctx: DownloadContext,
  actor: Actor,
  { subject, query: { format, ...query }, signal, onFailure }: Asked,
): Promise<MailFile> {
  const now = ctx.now()
  const asked = { subject, query, now, signal, onFailure }
  const found = await inTenant(ctx.db, actor.tenantId, (tx) => findReport(tx, actor, ctx, asked), {
    mode: 'snapshot',
    signal,
  })
  if ('refusal' in found) throw refused(subject)
  const file = await makeFile(found, format, signal)
  const changes = Object.entries({ ...query, format }).map(([field, value]) => ({
    field,
    old: null,
    new: value,
  }))
  const target =
    subject.kind === 'insight'
      ? { kind: 'insight', id: subject.insightId, name: found.report.title }
      : { kind: 'key-metrics', id: subject.tab, name: found.report.title }
  await inTenant(ctx.db, actor.tenantId, (tx) =>
    recordAudit(tx, actor, { type: 'export_created', target, changes }, now),
  )
  return file
}

const refused = (subject: ReportSubject) =>
  subject.kind === 'insight'
    ? new Failure('insight.not-found', { id: subject.insightId })
    : new Failure('access.denied')
