import { Readable } from 'node:stream'
import { getFailedRows, listImportRows } from '@verbatim/contract/import-rows.ts'
import { contentTypes, tableFile } from '@verbatim/documents/tables/table-file.ts'
import type { FastifyInstance } from 'fastify'
import { findImportRows, openFailedRows } from '#flows/run-imports/queries.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'

/** The rows of an import, and those that failed as a file. */
export function importRowRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, listImportRows, ({ actor, params: { id }, query, read }) =>
    read((tx) => findImportRows(tx, actor, { id, query }, now())),
  )
  route(app, getFailedRows, async ({ actor, params: { id }, read }) => {
    const { source, fileName } = await read((tx) => openFailedRows(tx, actor, id))
    return { body: Readable.from(tableFile('csv', source)), contentType: contentTypes.csv, fileName }
  })
}
