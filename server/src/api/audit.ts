import {
  exportAuditEvents,
  listAuditActors,
  listAuditEvents,
  startAuditExport,
} from '@verbatim/contract/audit.ts'
import type { FastifyInstance } from 'fastify'
import { findAuditActors, findAuditEvents } from '#domains/audit/queries.ts'
import { createExport } from '#domains/exports/commands.ts'
import { route } from '#platform/http/route.ts'
import { contentTypes } from '@verbatim/documents/tables/table-file.ts'
import { type TrailContext, TrailDownloads, trailQuestion } from '#flows/show-trail/download-trail.ts'
import { naming } from '#flows/show-trail/name-targets.ts'
import { announcing } from './announcing.ts'

const exporting = announcing(['audit'])

/** The audit trail: a page of it, and its files. */
export function auditRoutes(app: FastifyInstance, { db, secrets, now }: TrailContext): void {
  const downloads = new TrailDownloads({ db, secrets, now })
  route(app, listAuditEvents, ({ actor, query, read }) =>
    read(async (tx) => {
      const page = await findAuditEvents(tx, actor.scope, query, now())
      return { ...page, items: await naming(actor, { secrets, now: now() })(tx, actor.scope, page.items) }
    }),
  )
  route(app, listAuditActors, ({ actor, query, read }) =>
    read(async (tx) => ({ items: await findAuditActors(tx, actor.scope, query) })),
  )
  route(app, exportAuditEvents, async ({ actor, query: { format, query }, signal }) => {
    const asked = now()
    return {
      body: await downloads.open(actor, { format, query, signal }),
      contentType: contentTypes[format],
      fileName: `audit-events-${asked.toISOString().slice(0, 16).replace(':', '')}.${format}`,
    }
  })
  route(
    app,
    startAuditExport,
    ({ actor, body, query, commit }) =>
      exporting(commit, actor, async (tx) => {
        const asked = { kind: 'audit-events', format: body.format, question: trailQuestion(query) }
        return { exportId: await createExport(tx, actor, asked, now()) }
      }),
    { status: 202 },
  )
}
