import { categoryEntries } from '@verbatim/contract/categories.ts'
import { metricTabIds } from '@verbatim/contract/metric-tabs.ts'
import {
  getCategoryMetrics,
  getComplianceMetrics,
  getDigitalMetrics,
  getMetrics,
  getSalesMetrics,
  metricFileCalls,
} from '@verbatim/contract/metrics.ts'
import type { FastifyInstance } from 'fastify'
import { findCategoryMetrics } from '#domains/metrics/categories.ts'
import type { MailFile } from '#domains/mail/commands.ts'
import { findDashboard } from '#domains/metrics/counted-tabs.ts'
import { type DownloadContext, downloadReport } from '#flows/make-reports/download.ts'
import { Failure } from '#kernel/failure.ts'
import { type FileAnswer, route } from '#platform/http/route.ts'
import { failuresToLog } from './uncounted.ts'

/** Key Metrics: figures of a period within the reader's scope. */
export function metricRoutes(app: FastifyInstance, ctx: DownloadContext): void {
  const { now } = ctx
  for (const [endpoint, tab] of [
    [getMetrics, 'organization'],
    [getSalesMetrics, 'sales'],
    [getDigitalMetrics, 'digital'],
    [getComplianceMetrics, 'compliance'],
  ] as const)
    route(app, endpoint, ({ actor, query, request, signal, read }) =>
      read(
        (tx) =>
          findDashboard(tx, actor.scope, {
            tab,
            query,
            now: now(),
            signal,
            onFailure: failuresToLog(request),
          }),
        // The parts of a tab agree with each other.
        'snapshot',
      ),
    )

  route(app, getCategoryMetrics, ({ actor, query, read }) => {
    const only = query['category-id']
    const entries = only === undefined ? categoryEntries : categoryEntries.filter(({ id }) => id === only)
    if (entries.length === 0) throw new Failure('category.not-found')
    return read((tx) => findCategoryMetrics(tx, actor.scope, { query, entries }, now()))
  })

  for (const tab of metricTabIds)
    route(app, metricFileCalls[tab], async ({ actor, query, request, signal }) => {
      const subject = { kind: 'metrics', tab } as const
      const onFailure = failuresToLog(request)
      return toAnswer(await downloadReport(ctx, actor, { subject, query, signal, onFailure }))
    })
}

export const toAnswer = ({ name, contentType, bytes }: MailFile): FileAnswer => ({
  fileName: name,
  contentType,
  body: bytes,
})
