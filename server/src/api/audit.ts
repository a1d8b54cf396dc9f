import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type AuditQuery,
  exportAuditEvents,
  listAuditActors,
  listAuditEvents,
  startAuditExport,
} from '@verbatim/contract/audit.ts'
import type { ExportFormat } from '@verbatim/contract/export-request.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'
import type { FastifyInstance } from 'fastify'
import { openAuditTable } from '#domains/audit/export.ts'
import { findAuditActors, findAuditEvents } from '#domains/audit/queries.ts'
import { createExport, recordExport } from '#domains/exports/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { contentTypes, tableFile } from '@verbatim/documents/tables/table-file.ts'
import { naming } from '#flows/audit/name-targets.ts'
import { whileAllowed } from '#flows/audit/while-allowed.ts'
import { announcing } from './announcing.ts'

const exporting = announcing(['audit'])

/** Each file that is downloaded while it is made holds a connection; these are the limits for one person and for all. */
const mostStreams = { own: 2, all: 6 }
const longestStreamMs = 10 * 60_000

interface AuditContext extends DbContext {
  readonly secrets: Secrets
}

/** The audit trail: a page of it, and its files. */
export function auditRoutes(app: FastifyInstance, { db, secrets, now }: AuditContext): void {
  const streams = new Map<UserId, number>()
  route(app, listAuditEvents, ({ actor, query, read }) =>
    read(async (tx) => {
      const page = await findAuditEvents(tx, actor.scope, query, now())
      return { ...page, items: await naming(actor, { secrets, now: now() })(tx, actor.scope, page.items) }
    }),
  )
  route(app, listAuditActors, ({ actor, query, read }) =>
    read(async (tx) => ({ items: await findAuditActors(tx, actor.scope, query) })),
  )
  route(app, exportAuditEvents, async ({ actor, query: { format, query }, signal, read }) => {
    const asked = now()
    const leave = enter(streams, actor.userId)
    try {
      const named = { kind: 'audit-events', id: actor.tenantId }
      const question = questionOf(query)
      await read((tx) => recordExport(tx, actor, { ...named, format, question }, asked))
    } catch (error) {
      leave()
      throw error
    }
    const patience = AbortSignal.any([signal, AbortSignal.timeout(longestStreamMs)])
    return {
      body: streamTable({ db, secrets, now }, actor, { format, query, signal: patience }).once(
        'close',
        leave,
      ),
      contentType: contentTypes[format],
      fileName: `audit-events-${asked.toISOString().slice(0, 16).replace(':', '')}.${format}`,
    }
  })
  route(
    app,
    startAuditExport,
    ({ actor, body, query, commit }) =>
      exporting(commit, actor, async (tx) => {
        const asked = { kind: 'audit-events', format: body.format, question: questionOf(query) }
        return { exportId: await createExport(tx, actor, asked, now()) }
      }),
    { status: 202 },
  )
}

/** Counts one more; the returned function ends the count. @throws Failure `export.too-many` */
function enter(streams: Map<UserId, number>, userId: UserId): () => void {
  const own = streams.get(userId) ?? 0
  const all = [...streams.values()].reduce((sum, each) => sum + each, 0)
  if (own >= mostStreams.own || all >= mostStreams.all) throw new Failure('export.too-many')
  streams.set(userId, own + 1)
  return () => {
    const left = (streams.get(userId) ?? 1) - 1
    if (left === 0) streams.delete(userId)
    else streams.set(userId, left)
  }
}

function questionOf({
  sort,
  filter,
  search,
}: Pick<AuditQuery, 'sort' | 'filter' | 'search'>): Record<string, string> {
  return formatListQuery({ sort, filter, ...(search && { search }) })
}

interface DirectExport {
  readonly format: ExportFormat
  /** Without `limit`, all rows. */
  readonly query: Omit<AuditQuery, 'limit'> & Partial<AuditQuery>
}

/** The file of a table, made during its download, in one snapshot that ends with the answer or when the caller disconnects. */
function streamTable(
  { db, secrets, now }: AuditContext,
  actor: Actor,
  { format, query, signal }: DirectExport & { readonly signal: AbortSignal },
): Readable {
  const answer = new PassThrough()
  inTenant(
    db,
    actor.tenantId,
    async (tx) => {
      const table = await openAuditTable(tx, actor.scope, query, {
        now: now(),
        name: naming(actor, { secrets, now: now() }),
      })
      const batches = whileAllowed({ db, now }, actor, table.batches)
      await pipeline(Readable.from(tableFile(format, { ...table, batches })), answer, { signal })
    },
    { mode: 'snapshot', signal },
  ).catch((error: unknown) => answer.destroy(error instanceof Error ? error : new Error(String(error))))
  return answer
}
