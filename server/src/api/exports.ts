import { cancelExport as cancelEndpoint, getExport, getExportFile } from '@verbatim/contract/exports.ts'
import type { FastifyInstance } from 'fastify'
import { requireDownload } from '#flows/make-exports/download.ts'
import { route } from '#platform/http/route.ts'
import type { NamedFiles } from '#platform/named-files.ts'
import { contentTypes } from '@verbatim/documents/tables/table-file.ts'
import { cancelExport } from '#domains/exports/commands.ts'
import { findExportFileId, requireExport } from '#domains/exports/queries.ts'
import type { Clock } from '#kernel/clock.ts'

interface ExportsContext extends Clock {
  readonly exportFiles: NamedFiles
}

/** A user's own exports: their progress and their files. */
export function exportRoutes(app: FastifyInstance, { exportFiles, now }: ExportsContext): void {
  route(app, getExport, ({ actor, params, read }) => read((tx) => requireExport(tx, actor.userId, params.id)))

  route(app, getExportFile, async ({ actor, params, read }) => {
    const { made, fileId } = await read((tx) => requireDownload(tx, actor, params.id))
    return {
      body: await exportFiles.stream(actor.tenantId, fileId),
      contentType: contentTypes[made.format],
      fileName: made.fileName,
    }
  })

  route(app, cancelEndpoint, async ({ actor, params, commit }) => {
    let fileId: string | undefined
    const cancelled = await commit(async (tx) => {
      await cancelExport(tx, actor.userId, params.id, now())
      const made = await requireExport(tx, actor.userId, params.id)
      fileId = await findExportFileId(tx, actor.userId, params.id)
      return made
    })
    if (fileId !== undefined) await exportFiles.remove(actor.tenantId, fileId)
    return cancelled
  })
}
