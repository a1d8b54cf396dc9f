import { hourMs } from '@verbatim/contract/durations.ts'
import type { ImportId } from '@verbatim/contract/ids.ts'
import {
  type Import,
  type ImportField,
  type ImportSettings,
  type ImportKindName,
  undoHours,
  importList,
} from '@verbatim/contract/imports.ts'
import { type ImportRow, importRowList, type ImportOutcome } from '@verbatim/contract/import-rows.ts'
import type { ListQuery, Page } from '@verbatim/contract/list.ts'
import { type Selectable, sql } from 'kysely'
import { coversAllGroups } from '#access/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, type Column, column, type Columns, columnsIn, wordsSql } from '#platform/list/sql.ts'
import type { ImportRowTable, ImportTable } from '#schema/imports.ts'
import type { Cell, TableSource } from '@verbatim/documents/tables/table-file.ts'
import type { ImportColumn } from './kind.ts'
import { importKinds, kindNames } from './kinds.ts'
import type { Mapping } from './model.ts'

const counted = (outcome: ImportOutcome): Column => ({
  expression: sql`coalesce((import.counts->>${outcome})::integer, 0)`,
  type: 'numeric',
})

const columns = columnsIn<Selectable<ImportTable>>()(importList.fields, 'import', {
  fileName: { expression: sql`lower(import.file_name)`, type: 'text' },
  startedBy: { expression: sql`lower(import.user_name)`, type: 'text' },
  created: column('import.created_at', 'timestamptz'),
  finished: column('import.finished_at', 'timestamptz'),
  rows: column('import.rows_total', 'numeric'),
  createdRows: counted('created'),
  updatedRows: counted('updated'),
  skippedRows: counted('skipped'),
  failedRows: counted('failed'),
})

/** One page of the imports of the kinds that the reader may manage. */
export async function findImports(
  tx: TenantTx,
  actor: Actor,
  query: ListQuery<keyof typeof importList.fields>,
  now: Date,
): Promise<Page<Import>> {
  const sought = query.search
    ? wordsSql([sql`import.file_name`, sql`import.user_name`], query.search.text)
    : allOf([])
  const { items, ...total } = await findPage<Selectable<ImportTable>, keyof typeof importList.fields>(
    tx,
    {
      spec: importList,
      columns,
      select: sql`import.*`,
      from: sql`import`,
      where: allOf([sql<boolean>`import.kind = any(${kindsManagedBy(actor)}::text[])`, sought]),
      tie: sql`import.id`,
    },
    query,
    now,
  )
  return { items: items.map((row) => toImport(row, actor, now)), ...total }
}

/** @throws Failure `import.not-found`, also for a kind that the reader may not manage */
export async function requireImport(tx: TenantTx, actor: Actor, id: ImportId, now: Date): Promise<Import> {
  return toImport(await requireImportRow(tx, actor, id), actor, now)
}

async function requireImportRow(tx: TenantTx, actor: Actor, id: ImportId): Promise<Selectable<ImportTable>> {
  const row = await tx.selectFrom('import').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !kindsManagedBy(actor).includes(row.kind)) throw new Failure('import.not-found', { id })
  return row
}

/**
 * Whether the actor may read the rows of an import: of one that they uploaded or started, and of every one if they read all groups. A
 * row may be about people of any group.
 */
const mayReadRows = (
  { userId, scope }: Actor,
  { user_id, uploaded_by }: Pick<Selectable<ImportTable>, 'user_id' | 'uploaded_by'>,
): boolean => user_id === userId || uploaded_by === userId || coversAllGroups(scope)

/**
 * An import whose rows the actor may read.
 * @throws Failure `import.not-found`, `import.rows-hidden`
 */
async function requireRows(tx: TenantTx, actor: Actor, id: ImportId): Promise<Selectable<ImportTable>> {
  const row = await requireImportRow(tx, actor, id)
  if (!mayReadRows(actor, row)) throw new Failure('import.rows-hidden')
  return row
}

/** The kinds of imports that the actor may see and start. */
export const kindsManagedBy = ({ permissions, scope }: Pick<Actor, 'permissions' | 'scope'>): string[] =>
  kindNames.filter((name) => {
    const { permission, isWithin } = importKinds[name]
    return permissions.has(permission) && (isWithin?.(scope) ?? true)
  })

const rowColumns: Columns<keyof typeof importRowList.fields> = {
  line: column('line', 'numeric'),
  outcome: column('outcome'),
}

/** One page of the rows of an import. @throws Failure `import.not-found`, `import.rows-hidden` */
export async function findImportRows(
  tx: TenantTx,
  actor: Actor,
  { id, query }: { readonly id: ImportId; readonly query: ListQuery<keyof typeof importRowList.fields> },
  now: Date,
): Promise<Page<ImportRow>> {
  await requireRows(tx, actor, id)
  const { items, ...total } = await findPage<Selectable<ImportRowTable>, keyof typeof importRowList.fields>(
    tx,
    {
      spec: importRowList,
      columns: rowColumns,
      select: sql`import_row.*`,
      from: sql`import_row`,
      where: sql`import_id = ${id}`,
      tie: sql`ordinal`,
    },
    query,
    now,
  )
  return { items: items.map(toImportRow), ...total }
}

/**
 * The mapping of the same user's newest file with the same columns, so corrected rows need no new mapping. A mapping of
 * another user is not reused, because this user may not have read it.
 */
export async function findEarlierMapping(
  tx: TenantTx,
  { userId }: Actor,
  kind: string,
  headings: readonly string[],
): Promise<{ readonly mapping: Mapping; readonly settings: ImportSettings } | undefined> {
  const own = headings.filter((heading) => heading !== reasonHeading)
  const earlier = await tx
    .selectFrom('import')
    .select(['headings', 'mapping', 'settings'])
    .where('mapped_by', '=', userId)
    .where('kind', '=', kind)
    .where('state', 'not in', ['draft', 'checking'])
    .where(sql<boolean>`array_remove(headings, ${reasonHeading}) = ${own}::text[]`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!earlier || new Set(own).size < own.length) return undefined
  const { settings } = earlier
  const mapping = Object.entries(earlier.mapping).map(([field, index]) => [
    field,
    headings.indexOf(earlier.headings[index] ?? ''),
  ])
  return { mapping: Object.fromEntries(mapping) as Mapping, settings }
}

/** The column with the reasons why rows failed; an import ignores it. */
const reasonHeading = 'Error'

/**
 * The rows that failed, as a table of the file's own columns with the reason at the end.
 * @throws Failure `import.not-found`, `import.rows-hidden`
 */
export async function openFailedRows(
  tx: TenantTx,
  actor: Actor,
  id: ImportId,
): Promise<{ source: TableSource; fileName: string }> {
  const { headings, file_name } = await requireRows(tx, actor, id)
  const kept = headings.map((_, index) => index).filter((index) => headings[index] !== reasonHeading)
  const rows = await tx
    .selectFrom('import_row')
    .select(['cells', 'reason'])
    .where('import_id', '=', id)
    .where('outcome', '=', 'failed')
    .orderBy('ordinal')
    .execute()
  const batches = (async function* (): AsyncGenerator<Cell[][]> {
    yield rows.map(({ cells, reason }) => [...kept.map((index) => cells[index] ?? ''), reason ?? ''])
  })()
  const names = [...kept.map((index) => headings[index] ?? ''), reasonHeading]
  return {
    source: { columns: names.map((name) => ({ name })), rowsTotal: rows.length, batches },
    fileName: `${file_name.replace(/\.(csv|xlsx)$/i, '')}-failed.csv`,
  }
}

function toImport(row: Selectable<ImportTable>, actor: Actor, now: Date): Import {
  const kind = row.kind as ImportKindName
  const { created = 0, updated = 0, skipped = 0, failed = 0 } = row.counts
  const undoUntil = undoUntilOf(row, now)
  const { undone = 0, kept = 0 } = row.undo_counts
  return {
    id: row.id,
    kind,
    fileName: row.file_name,
    state: row.state,
    headings: row.headings,
    fields: importKinds[kind].columns.map(toField),
    mapping: row.mapping,
    settings: row.settings,
    version: row.version,
    total: row.rows_total,
    done: row.rows_done,
    counts: { created, updated, skipped, failed },
    ...(row.problem && { problem: row.problem }),
    startedBy: row.user_name,
    createdAt: row.created_at.toISOString(),
    ...(row.finished_at && { finishedAt: row.finished_at.toISOString() }),
    ...(undoUntil && { undoUntil: undoUntil.toISOString() }),
    ...(['undoing', 'undone'].includes(row.state) && { undo: { undone, kept } }),
    mailsDue: row.mails_due,
    ...(!mayReadRows(actor, row) && { areRowsHidden: true as const }),
  }
}

/** Until when it can be undone; undefined if it cannot, or changed nothing. */
function undoUntilOf({ state, counts, finished_at: end }: Selectable<ImportTable>, now: Date) {
  const { created = 0, updated = 0 } = counts
  if (!end || created + updated === 0 || !['done', 'cancelled', 'failed'].includes(state)) return undefined
  const until = new Date(end.getTime() + undoHours * hourMs)
  return until > now ? until : undefined
}

function toField({ field, label, isRequired, madeOf, help }: ImportColumn): ImportField {
  return { field, label, isRequired, ...(madeOf && { madeOf }), ...(help && { help }) }
}

function toImportRow(row: Selectable<ImportRowTable>): ImportRow {
  return {
    line: row.line,
    cells: row.cells,
    ...(row.outcome && { outcome: row.outcome }),
    ...(row.reason && { reason: row.reason }),
    ...(row.undone !== null && { undone: row.undone }),
    ...(row.undo_note && { undoNote: row.undo_note }),
  }
}
