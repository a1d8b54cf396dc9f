import { exportedRows } from '@verbatim/contract/exported-rows.ts'
import { keysOf } from '@verbatim/contract/keys-of.ts'
import { type RowExportCall, rowExportCalls } from '@verbatim/contract/row-exports.ts'
import type { FastifyInstance } from 'fastify'
import { exportRows } from '#flows/make-exports/row-exports.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['audit'])

/** Files of the rows behind the figures of Key Metrics and themes. */
export function rowExportRoutes(app: FastifyInstance, { now }: Clock): void {
  for (const kind of keysOf(exportedRows)) {
    const call: RowExportCall = rowExportCalls[kind]
    route(
      app,
      call,
      ({ actor, params, query, body: { format }, commit }) =>
        changing(commit, actor, async (tx) => ({
          exportId: await exportRows(tx, actor, { kind, query: { ...query, ...params }, format }, now()),
        })),
      { status: 202 },
    )
  }
}
