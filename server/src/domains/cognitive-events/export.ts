import { channelNames } from '@verbatim/contract/channels.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-event-list.ts'
import { dispositionNames, statusNames } from '@verbatim/contract/event-status.ts'
import { parseListQuery } from '@verbatim/contract/list.ts'
import { severityNames } from '@verbatim/contract/severities.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Cell, TableColumn, TableSource } from '@verbatim/documents/tables/table-file.ts'
import { findFoundWords } from './found-words.ts'
import { countEvents, type EventRow, eachEventBatch } from './queries.ts'

const columns: readonly TableColumn[] = [
  { name: 'Triggered (UTC)', width: 20 },
  { name: 'Severity' },
  { name: 'Status', width: 12 },
  { name: 'Disposition', width: 16 },
  { name: 'Policy', width: 32 },
  { name: 'Policy version' },
  { name: 'Rules', width: 32 },
  { name: 'From', width: 24 },
  { name: 'Channel', width: 18 },
  { name: 'Content', width: 80 },
  { name: 'Found', width: 60 },
  { name: 'Evidence' },
  { name: 'Comments' },
  { name: 'Assignee', width: 24 },
  { name: 'Blocked' },
  { name: 'Not evaluated' },
  { name: 'Last evidence (UTC)', width: 20 },
  { name: 'Conversation ID', width: 38 },
  { name: 'Message ID', width: 38 },
  { name: 'Event ID', width: 38 },
]

/**
 * The events that answer a list's question, to be written to a file. Read within `tx`, which has to be a snapshot:
 * then the count and the rows are of one moment.
 * @param raw The list's parameters, without a page.
 */
export async function openEventExport(
  tx: TenantTx,
  scope: AccessScope,
  raw: Readonly<Record<string, string>>,
  now: Date,
): Promise<TableSource> {
  const query = parseListQuery(cognitiveEventList, raw)
  return { columns, rowsTotal: await countEvents(tx, scope, query, now), batches: readBatches() }

  async function* readBatches(): AsyncGenerator<Cell[][]> {
    for await (const rows of eachEventBatch(tx, scope, query, { size: 500, now })) {
      const found = await findFoundWords(tx, scope, rows)
      yield rows.map((row) => toCells(row, found.get(row.id)))
    }
  }
}

function toCells(row: EventRow, found: string | undefined): Cell[] {
  return [
    row.triggered_at,
    severityNames[row.severity],
    statusNames[row.status],
    row.disposition && dispositionNames[row.disposition],
    row.policy_name,
    row.policy_version,
    (row.rule_names ?? []).join('; '),
    row.author,
    channelNames[row.channel],
    row.body,
    found,
    row.evidence_count,
    row.comment_count,
    row.assignee_name,
    row.blocked ? 'Yes' : 'No',
    row.not_evaluated ? 'Yes' : 'No',
    row.last_evidence_at,
    row.conversation_id,
    row.message_id,
    row.id,
  ]
}
