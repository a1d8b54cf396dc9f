/** Exports of the rows behind the figures of Key Metrics and themes: asked for like their list, and made by a worker like every export. */
import { type ExportedRows, exportedRows } from '@verbatim/contract/exported-rows.ts'
import type { ExportFormat } from '@verbatim/contract/export-request.ts'
import type { ExportId } from '@verbatim/contract/ids.ts'
import type { MetricQuery } from '@verbatim/contract/metrics.ts'
import { keysOf } from '@verbatim/contract/keys-of.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { readQuestion, rowExportCalls } from '@verbatim/contract/row-exports.ts'
import type { Cell } from '@verbatim/documents/tables/table-file.ts'
import { createExport } from '#domains/exports/commands.ts'
import { listedReader } from '#domains/metrics/listed.ts'
import { findPeriods } from '#domains/metrics/period.ts'
import { lacksPurpose } from '#domains/permissions/purposes.ts'
import { hidingRows } from '#flows/hide-people/exports.ts'
import { refuseNames } from '#flows/hide-people/metrics.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { cellsOf, type ExportedTable, noOmissions } from '#platform/list/exported.ts'
import type { ExportKind } from './export-kind.ts'
import { metricRows } from './metric-rows.ts'

interface Asked {
  readonly kind: ExportedRows
  /** With what the path names. */
  readonly query: MetricQuery
  readonly format: ExportFormat
}

/**
 * Queues the export of a list's rows, of the days that its period has now.
 * @throws Failure `export.too-many`, `identity.hidden`, and what the list refuses
 */
export async function exportRows(
  tx: TenantTx,
  actor: Actor,
  { kind, query, format }: Asked,
  now: Date,
): Promise<ExportId> {
  if (actor.readsUnderPseudonyms) refuseNames(rowExportCalls[kind].list, query)
  const reader = listedReader(actor, actor.purpose === 'missing')
  await metricRows[kind].require?.(tx, actor.scope, { ...query, ...reader } as never)
  const { current } = await findPeriods(tx, query, now)
  const { days: _, ...rest } = query
  const question = textsOf({ ...rest, 'date-from': current.from, 'date-to': current.to })
  return createExport(tx, actor, { kind, format, question }, now)
}

type Value = string | number | readonly string[] | undefined

/** The parameters of a question, as its call reads them: several values of one are written `sms|whatsapp`. */
const textsOf = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Readonly<Record<string, Value>>).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'object' ? value.join('|') : `${value}`]],
    ),
  )

interface Reading {
  readonly now: Date
  readonly secrets: Secrets
  /** Each reading sorts all rows, so there are few. */
  readonly rowsAtOnce?: number
}

/** All rows of a list's question, in its order. Read within `tx`, which must be a snapshot. */
export async function openRows(
  tx: TenantTx,
  actor: Actor,
  { kind, question }: { readonly kind: ExportedRows; readonly question: Readonly<Record<string, string>> },
  { now, secrets, rowsAtOnce = 10_000 }: Reading,
): Promise<ExportedTable> {
  const { find, columns: all } = metricRows[kind]
  const columns = all.filter(({ seenBy }) => seenBy === undefined || actor.permissions.has(seenBy))
  const hiding = await hidingRows(tx, actor, rowExportCalls[kind].list, secrets)
  const asked = readQuestion(kind, question)
  const query = hiding ? hiding.question(asked) : asked
  const periods = await findPeriods(tx, asked, now)
  const reader = listedReader(actor, await lacksPurpose(tx, actor.userId, now))
  const page = (skip: number) =>
    find(tx, actor.scope, periods, {
      ...(query as object),
      ...reader,
      limit: rowsAtOnce,
      skip,
      exactTo: Number.MAX_SAFE_INTEGER,
    } as never)
  const first = await page(0)
  return {
    columns,
    rowsTotal: first.total,
    batches: readBatches(),
    omissions: () => Promise.resolve(noOmissions),
  }

  async function* readBatches(): AsyncGenerator<Cell[][]> {
    let done = 0
    for (let { items } = first; items.length > 0; { items } = await page(done)) {
      const rows = hiding ? await hiding.rows(items) : items
      yield rows.map((row) => cellsOf<never>(columns, row as never))
      done += items.length
      if (done >= first.total) return
    }
  }
}

function partsOf(kind: ExportedRows): readonly Permission[] {
  const { columns, hasHiddenThemes } = metricRows[kind]
  const shown = columns.flatMap(({ seenBy }: { readonly seenBy?: Permission }) => seenBy ?? [])
  return hasHiddenThemes ? [...shown, 'themes.manage'] : shown
}

/** Who may see a list may have it as a file. */
export const rowExportKinds: Readonly<Record<string, ExportKind>> = Object.fromEntries(
  keysOf(exportedRows).map((kind): [string, ExportKind] => [
    kind,
    {
      permission: rowExportCalls[kind].access,
      parts: () => partsOf(kind),
      source: (tx, actor, question, reading) => openRows(tx, actor, { kind, question }, reading),
    },
  ]),
)
