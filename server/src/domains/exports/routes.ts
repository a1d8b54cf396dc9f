import { cancelExport as cancelEndpoint, getExport, getExportFile } from '@verbatim/contract/exports.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import type { NamedFiles } from '#platform/named-files.ts'
import { contentTypes } from '#platform/table-file.ts'
import { cancelExport } from './commands.ts'
import { requireExport } from './queries.ts'

/** The files a user asked for: how far they are, and their bytes. */
export function exportRoutes(
  app: FastifyInstance,
  { db, exportFiles, now }: { db: Db; exportFiles: NamedFiles; now: () => Date },
): void {
  route(app, getExport, ({ actor, params }) =>
    inTenant(db, actor.tenantId, (tx) => requireExport(tx, actor.userId, params.id)),
  )

  route(app, getExportFile, async ({ actor, params }) => {
    const made = await inTenant(db, actor.tenantId, (tx) => requireExport(tx, actor.userId, params.id))
    if (made.state !== 'done') throw new Failure('export.unfinished', { id: made.id, state: made.state })
    return {
      body: exportFiles.stream(actor.tenantId, made.id),
      contentType: contentTypes[made.format],
      fileName: made.fileName,
    }
  })

  route(app, cancelEndpoint, async ({ actor, params }) => {
    const cancelled = await inTenant(db, actor.tenantId, async (tx) => {
      await cancelExport(tx, actor.userId, params.id, now())
      return requireExport(tx, actor.userId, params.id)
    })
    await exportFiles.remove(actor.tenantId, cancelled.id)
    return cancelled
  })
}
