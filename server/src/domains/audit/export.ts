import { auditList, type AuditEvent, type AuditQuery } from '@verbatim/contract/audit.ts'
import { auditWordsOf } from '@verbatim/contract/audit-types.ts'
import { auditSentence, changeLine, countsLine } from '@verbatim/contract/audit-words.ts'
import { parseListQuery } from '@verbatim/contract/list.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { cellsOf, type ExportedColumn } from '#platform/list/exported.ts'
import type { Cell, TableSource } from '@verbatim/documents/tables/table-file.ts'
import { countAuditEvents, eachAuditBatch, toAuditQuestion } from './queries.ts'

const columns: readonly ExportedColumn<AuditEvent>[] = [
  { name: 'Date (UTC)', width: 20, cell: (event) => new Date(event.at) },
  { name: 'Event type', width: 28, cell: (event) => auditWordsOf(event.type).label },
  { name: 'What happened', width: 60, cell: (event) => auditSentence(event) },
  { name: 'User', width: 24, cell: (event) => event.actor.name },
  { name: 'Target', width: 24, cell: (event) => event.target?.name },
  { name: 'Changes', width: 60, cell: (event) => event.changes.map(changeLine).join('\n') },
  { name: 'Counts', width: 32, cell: (event) => countsLine(event.counts) },
  { name: 'Address', width: 16, cell: (event) => event.address },
  { name: 'Agent', width: 32, cell: (event) => event.agent },
  { name: 'Request ID', width: 38, cell: (event) => event.requestId },
  { name: 'User ID', width: 38, cell: (event) => event.actor.id },
  { name: 'Target kind', width: 20, cell: (event) => event.target?.kind },
  { name: 'Target ID', width: 38, cell: (event) => event.target?.id },
  { name: 'Event ID', width: 38, cell: (event) => event.id },
]

interface Reading {
  readonly now: Date
  /** Adds the names of opened content. */
  readonly name: (tx: TenantTx, scope: AccessScope, events: readonly AuditEvent[]) => Promise<AuditEvent[]>
}

/**
 * The audit events of a list's question that `scope` reaches, for writing to a file. Read within `tx`, which must be a
 * snapshot.
 * @param raw The list's parameters, without a page.
 */
export function openAuditExport(
  tx: TenantTx,
  scope: AccessScope,
  raw: Readonly<Record<string, string>>,
  { now, name }: Reading,
): Promise<TableSource> {
  const { filter, sort, search } = parseListQuery(auditList, raw)
  return openAuditTable(tx, scope, { filter, sort, ...(search && { search }) }, { now, name })
}

/** The same for a parsed question, with or without a page. */
export async function openAuditTable(
  tx: TenantTx,
  scope: AccessScope,
  query: Pick<AuditQuery, 'filter' | 'sort' | 'search'> & Partial<AuditQuery>,
  { now, name }: Reading,
): Promise<TableSource> {
  const question = toAuditQuestion(scope, query, now)
  const found = question ? await countAuditEvents(tx, question) : 0
  const rowsTotal = Math.max(0, Math.min(found - (query.skip ?? 0), query.limit ?? found))
  return { columns, rowsTotal, batches: readBatches() }

  async function* readBatches(): AsyncGenerator<Cell[][]> {
    if (!question) return
    for await (const events of eachAuditBatch(tx, question))
      yield (await name(tx, scope, events)).map((event) => cellsOf(columns, event))
  }
}
