import type { ImportOutcome } from '@verbatim/contract/import-rows.ts'
import { sql } from 'kysely'
import { keyText } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ImportKind, RowResult } from './kind.ts'
import { readRow } from './model.ts'
import type { WorkedImport } from './taking.ts'

/** A row of a batch: with a value and its key, or with its outcome without one. */
export interface BatchRow {
  readonly ordinal: number
  readonly line: number
  readonly key?: string
  readonly value?: unknown
  readonly outcome?: ImportOutcome
  readonly reason?: string
}

interface ReadBatch {
  readonly rows: readonly BatchRow[]
  /** The earlier lines that used the keys of these rows. */
  readonly lines: ReadonlyMap<string, number>
}

/** A batch has at most this many rows with the same key, so that it ends soon even if all of them fail. */
const mostRepeated = 10

/** Reads the next rows of an import. */
export async function readBatch(
  tx: TenantTx,
  kind: ImportKind<unknown>,
  { id, rowsDone, mapping, settings }: WorkedImport,
  most: number,
): Promise<ReadBatch> {
  const found = await tx
    .selectFrom('import_row')
    .select(['ordinal', 'line', 'cells'])
    .where('import_id', '=', id)
    .where('ordinal', '>', rowsDone)
    .orderBy('ordinal')
    .limit(most)
    .execute()
  const read = found.map(({ ordinal, line, cells }): BatchRow => {
    const row = readRow(kind, cells, mapping, settings)
    return typeof row === 'string'
      ? { ordinal, line, outcome: 'failed', reason: row }
      : { ordinal, line, key: keyText(row.key), value: row.value }
  })
  const keys = read.flatMap(({ key }) => key ?? [])
  const lines = await findLines(tx, { id, rowsDone }, keys)
  const counts = new Map<string, number>()
  const end = read.findIndex(({ key }) => {
    if (key === undefined || lines.has(key)) return false
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > mostRepeated
  })
  return { rows: end === -1 ? read : read.slice(0, end), lines }
}

/**
 * Applies the rows of a batch. Of rows with the same key, one that succeeds uses the key, and those after it are skipped. So the first
 * of each key are applied together, and those after a failed one in a further turn.
 * @returns The result for each row, by its ordinal.
 */
export async function applyRows(
  { rows, lines }: ReadBatch,
  apply: (values: readonly unknown[]) => Promise<readonly RowResult[]>,
): Promise<ReadonlyMap<number, RowResult>> {
  const used = new Map(lines)
  const results = new Map<number, RowResult>()
  const skipUsed = (waiting: readonly KeyedRow[]) =>
    waiting.filter(({ ordinal, key }) => {
      const line = used.get(key)
      if (line === undefined) return true
      results.set(ordinal, { outcome: 'skipped', reason: `This repeats line ${line} of the file.` })
      return false
    })
  for (let waiting = skipUsed(rows.filter(isKeyed)); waiting.length > 0;) {
    const [turn, later] = firstOfEach(waiting)
    const given = await apply(turn.map(({ value }) => value))
    for (const [index, { ordinal, key, line }] of turn.entries()) {
      const result = given[index]
      if (result) results.set(ordinal, result)
      if (result && result.outcome !== 'failed') used.set(key, line)
    }
    waiting = skipUsed(later)
  }
  return results
}

type KeyedRow = BatchRow & { readonly key: string }
const isKeyed = (row: BatchRow): row is KeyedRow => row.key !== undefined

/** The first row of each key, and the others. */
function firstOfEach(rows: readonly KeyedRow[]): readonly [KeyedRow[], KeyedRow[]] {
  const seen = new Set<string>()
  const first: KeyedRow[] = []
  const others: KeyedRow[] = []
  for (const row of rows) {
    if (seen.has(row.key)) others.push(row)
    else first.push(row)
    seen.add(row.key)
  }
  return [first, others]
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
