import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type AuditQuery,
  exportAuditEvents,
  listAuditActors,
  listAuditEvents,
  startAuditExport,
} from '@verbatim/contract/audit.ts'
import type { ExportFormat } from '@verbatim/contract/exports.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '#domains/audit/commands.ts'
import { openAuditTable } from '#domains/audit/export.ts'
import { findAuditActors, findAuditEvents } from '#domains/audit/queries.ts'
import { createExport } from '#domains/exports/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { announce, wake } from '#platform/changes.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { contentTypes, tableFile } from '#platform/table-file.ts'

interface AuditContext {
  readonly db: Db
  readonly now: () => Date
}

/** The audit trail: a page of it, and its files. */
export function auditRoutes(app: FastifyInstance, { db, now }: AuditContext): void {
  route(app, listAuditEvents, ({ actor, query }) =>
    inTenant(db, actor.tenantId, (tx) => findAuditEvents(tx, query, now())),
  )
  route(app, listAuditActors, ({ actor }) =>
    inTenant(db, actor.tenantId, async (tx) => ({ items: await findAuditActors(tx) })),
  )
  route(app, exportAuditEvents, async ({ actor, query: { format, query }, signal }) => {
    const asked = now()
    await inTenant(db, actor.tenantId, (tx) => recordExport(tx, actor, { format, query }, asked))
    return {
      body: streamTable({ db, now }, actor, { format, query, signal }),
      contentType: contentTypes[format],
      fileName: `audit-events-${asked.toISOString().slice(0, 16).replace(':', '')}.${format}`,
    }
  })
  route(
    app,
    startAuditExport,
    ({ actor, body, query, commit }) =>
      commit(async (tx) => {
        const asked = { kind: 'audit-events', format: body.format, question: questionOf(query) }
        const exportId = await createExport(tx, actor, asked, now())
        await announce(tx, actor.tenantId, ['audit'])
        await wake(tx, 'exports')
        return { exportId }
      }),
    { status: 202 },
  )
}

function questionOf({ sort, filter, search }: AuditQuery): Record<string, string> {
  return formatListQuery({ sort, filter, ...(search && { search }) })
}

interface DirectExport {
  readonly format: ExportFormat
  readonly query: AuditQuery
}

function recordExport(
  tx: Parameters<typeof recordAudit>[0],
  actor: Actor,
  { format, query }: DirectExport,
  at: Date,
): Promise<void> {
  const changes = Object.entries({ ...questionOf(query), format }).map(([field, value]) => ({
    field,
    old: null,
    new: value,
  }))
  const target = { kind: 'audit-events', id: actor.tenantId }
  return recordAudit(tx, actor, { type: 'export_created', target, changes }, at)
}

/** The file of a table while it is read, within one snapshot that ends with the answer or with the caller's patience. */
function streamTable(
  { db, now }: AuditContext,
  { tenantId }: Actor,
  { format, query, signal }: DirectExport & { readonly signal: AbortSignal },
): Readable {
  const answer = new PassThrough()
  inTenant(
    db,
    tenantId,
    async (tx) => {
      const table = await openAuditTable(tx, query, now())
      await pipeline(Readable.from(tableFile(format, table)), answer, { signal })
    },
    'snapshot',
  ).catch((error: unknown) => answer.destroy(error instanceof Error ? error : new Error(String(error))))
  return answer
}
