import type { ImportOutcome } from '@verbatim/contract/import-rows.ts'
import { sql } from 'kysely'
import { keyText } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ImportKind } from './kind.ts'
import { readRow } from './model.ts'
import type { WorkedImport } from './taking.ts'

/** A row of a batch: with a value, or with its outcome without one. */
export interface BatchRow {
  readonly ordinal: number
  readonly line: number
  readonly key?: string
  readonly value?: unknown
  readonly outcome?: ImportOutcome
  readonly reason?: string
}

/** Reads the next rows of an import; a row that repeats an earlier one has no value. */
export async function readBatch(
  tx: TenantTx,
  kind: ImportKind<unknown>,
  { id, rowsDone, mapping, settings }: WorkedImport,
  most: number,
): Promise<BatchRow[]> {
  const rows = await tx
    .selectFrom('import_row')
    .select(['ordinal', 'line', 'cells'])
    .where('import_id', '=', id)
    .where('ordinal', '>', rowsDone)
    .orderBy('ordinal')
    .limit(most)
    .execute()
  const read = rows.map(({ ordinal, line, cells }): BatchRow => {
    const row = readRow(kind, cells, mapping, settings)
    return typeof row === 'string'
      ? { ordinal, line, outcome: 'failed', reason: row }
      : { ordinal, line, key: keyText(row.key), value: row.value }
  })
  const lines = await findLines(
    tx,
    { id, rowsDone },
    read.flatMap(({ key }) => key ?? []),
  )
  return read.map((row) => {
    if (row.key === undefined) return row
    const before = lines.get(row.key)
    if (before === undefined) {
      lines.set(row.key, row.line)
      return row
    }
    const { ordinal, line, key } = row
    return { ordinal, line, key, outcome: 'skipped', reason: `Row ${before} of the file has the same key.` }
  })
}

/** The earlier lines that used each key. A failed line used none. */
async function findLines(
  tx: TenantTx,
  { id, rowsDone }: Pick<WorkedImport, 'id' | 'rowsDone'>,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('import_row')
    .select(['row_key', 'line'])
    .where('import_id', '=', id)
    .where('ordinal', '<=', rowsDone)
    .where('row_key', '=', sql<string>`any(${keys}::text[])`)
    .where('outcome', 'in', ['created', 'updated', 'skipped'])
    .orderBy('ordinal', 'desc')
    .execute()
  return new Map(rows.map(({ row_key, line }) => [row_key ?? '', line]))
}
