import { dayMs } from '@verbatim/contract/durations.ts'
import type { RowOmissions } from '@verbatim/contract/export-omissions.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  attemptOf,
  expireExports,
  failExport,
  fileIdOf,
  finishExport,
  putOffExport,
  reportProgress,
  type TakenExport,
  takeExport,
} from '#domains/exports/commands.ts'
import { isOpen } from '#domains/organizations/queries.ts'
import { findActor } from '#domains/permissions/actors.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { seesAsMuch } from '#access/scope.ts'
import { announce } from '#platform/changes.ts'
import { isPassing } from '#platform/db-errors.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import type { NamedFiles } from '#platform/named-files.ts'
import { type Cell, mostRows, tableFile, type TableSource } from '@verbatim/documents/tables/table-file.ts'
import { exportKinds } from './kinds.ts'
import { findOmissions } from './omissions.ts'

export interface ExportContext extends DbContext {
  readonly exportFiles: NamedFiles
  readonly secrets: Secrets
  readonly log: Log
}

/** A finished file can be downloaded for this long. */
export const exportLifeMs = 7 * dayMs

/**
 * Makes one due export, from one snapshot of the database, and reports its progress. An interrupted worker leaves no partial
 * file: its lease ends, and the export is made again.
 * @returns How many were processed: 1 or 0.
 */
export async function runExports(ctx: ExportContext, tenantId: TenantId): Promise<number> {
  const { db, exportFiles, log, now } = ctx
  const taken = await inTenant(db, tenantId, (tx) => takeExport(tx, now()))
  if (!taken) return 0
  try {
    await makeFile(ctx, tenantId, taken)
  } catch (error) {
    if (isPassing(error) || error instanceof Closed) {
      log.warn({ err: error, exportId: taken.id }, 'an export could not be made now')
      await inTenant(db, tenantId, (tx) => putOffExport(tx, taken, now()))
    } else if (!(error instanceof Abandoned)) {
      log.warn({ err: error, exportId: taken.id }, 'an export failed')
      const isWithdrawn = error instanceof Failure && error.code === 'export.withdrawn'
      const { message } = isWithdrawn ? error : new Failure('export.failed', { format: taken.format })
      await inTenant(db, tenantId, (tx) => failExport(tx, taken, message, now()))
    }
  }
  const expired = await inTenant(db, tenantId, (tx) =>
    expireExports(tx, new Date(now().getTime() - exportLifeMs), now()),
  )
  for (const one of expired) await exportFiles.remove(tenantId, fileIdOf(one))
  return 1
}

/** The export was cancelled. */
class Abandoned extends Error {}

/** The organization was closed meanwhile; the file is made after it reopens. */
class Closed extends Error {}

async function makeFile(ctx: ExportContext, tenantId: TenantId, taken: TakenExport): Promise<void> {
  const { db, exportFiles, secrets, now } = ctx
  const { userId, kind, format, question } = taken
  const fileId = fileIdOf(attemptOf(taken))
  const open = exportKinds[kind]
  if (!open) throw new Error(`There is no export of ${kind}`)
  const asOf = now()
  let rowsDone = 0
  const needed = (actor: Actor) =>
    [open.permission, ...(open.parts?.(question, actor) ?? [])].filter((one) => actor.permissions.has(one))
  const mayGoOn = async (tx: TenantTx, asked: Actor) => {
    const present = await findActor(tx, userId)
    return present && needed(asked).every((one) => present.permissions.has(one)) && seesAsMuch(present, asked)
  }
  const report = async (rowsTotal: number, asked: Actor) => {
    const wanted = await inTenant(db, tenantId, async (tx) => {
      if (!(await isOpen(tx))) throw new Closed('The organization is closed')
      // The rows come from a snapshot, so the user's access is checked again now.
      if (!(await mayGoOn(tx, asked))) throw new Failure('export.withdrawn', { id: taken.id })
      return reportProgress(tx, taken, { rowsDone, rowsTotal }, now())
    })
    if (!wanted) throw new Abandoned()
  }
  const done = await inTenant(
    db,
    tenantId,
    async (tx) => {
      const actor = await findActor(tx, userId)
      if (!actor?.permissions.has(open.permission))
        throw new Failure('access.denied', { permission: open.permission })
      const source = await open.source(tx, actor, question, { now: asOf, secrets })
      const { rowsTotal, columns } = source
      if (rowsTotal > mostRows[format]) throw new RangeError(`${rowsTotal} rows do not fit into ${format}`)
      await report(rowsTotal, actor)
      const counted = reporting(source, (rows) => {
        rowsDone += rows
        return report(rowsTotal, actor)
      })
      const file = await exportFiles.write(
        tenantId,
        fileId,
        tableFile(format, { ...source, batches: counted }),
      )
      if (rowsDone !== rowsTotal) throw new Error(`${rowsDone} rows were written of ${rowsTotal}`)
      const { scope } = actor
      const asked = { list: open.list, question, rows: underPseudonyms(actor, await source.omissions()) }
      const omissions = await findOmissions(tx, scope, asked, asOf)
      const names = columns.map(({ name }) => name)
      return {
        ...file,
        rowsDone,
        rowsTotal,
        columns: names,
        asOf,
        scope,
        permissions: needed(actor),
        omissions,
      }
    },
    { mode: 'snapshot' },
  ).catch(async (error: unknown) => {
    await exportFiles.remove(tenantId, fileId)
    throw error
  })
  const kept = await inTenant(db, tenantId, async (tx) => {
    await announce(tx, ['exports'])
    return finishExport(tx, taken, done, now())
  })
  if (!kept) await exportFiles.remove(tenantId, fileId)
}

const underPseudonyms = ({ readsUnderPseudonyms }: Actor, rows: RowOmissions): RowOmissions =>
  readsUnderPseudonyms ? { ...rows, withheld: [...rows.withheld, { part: 'identities' }] } : rows

/** A report costs a commit; a progress bar needs few. */
const reportEvery = 5_000

async function* reporting(
  { batches }: TableSource,
  report: (rows: number) => Promise<void>,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  let unreported = 0
  for await (const rows of batches) {
    yield rows
    unreported += rows.length
    if (unreported < reportEvery) continue
    await report(unreported)
    unreported = 0
    await sleep(0) // packing keeps the thread busy, so let others run
  }
  await report(unreported)
}
