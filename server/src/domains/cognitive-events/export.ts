import { channelNames } from '@verbatim/contract/channels.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { dispositionNames, statusNames } from '@verbatim/contract/event-status.ts'
import { parseListQuery } from '@verbatim/contract/list.ts'
import { severityNames } from '@verbatim/contract/severities.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { hiddenRecipients, type HideExported } from '#domains/messages/hidden-export.ts'
import {
  findExportedRecipients,
  recipientColumns,
  type ToPeople,
} from '#domains/messages/recipient-columns.ts'
import { cellsOf, type ExportedColumn, type ExportedTable } from '#platform/list/exported.ts'
import type { Cell } from '@verbatim/documents/tables/table-file.ts'
import { findFoundWords } from './found-words.ts'
import { eachEventBatch, findEventOmissions } from './export-queries.ts'
import { countEvents } from './queries.ts'
import type { EventRow } from './rows.ts'

interface ExportedRow extends EventRow, ToPeople {
  readonly found: string | undefined
}

const columns: readonly ExportedColumn<ExportedRow>[] = [
  { name: 'Triggered (UTC)', width: 20, cell: (row) => row.triggered_at },
  { name: 'Severity', cell: (row) => severityNames[row.severity] },
  { name: 'Status', width: 12, cell: (row) => statusNames[row.status] },
  { name: 'Disposition', width: 16, cell: (row) => row.disposition && dispositionNames[row.disposition] },
  { name: 'Policy', width: 32, cell: (row) => row.policy_name },
  { name: 'Policy version', cell: (row) => row.policy_version },
  { name: 'Rules', width: 32, cell: (row) => (row.rule_names ?? []).join('; ') },
  { name: 'From', width: 24, cell: (row) => row.author },
  ...recipientColumns,
  { name: 'Channel', width: 18, cell: (row) => channelNames[row.channel] },
  { name: 'Content', width: 80, cell: (row) => row.body },
  { name: 'Theme', width: 24, cell: (row) => row.theme?.name ?? null },
  { name: 'Found', width: 60, cell: (row) => row.found },
  { name: 'Evidence', cell: (row) => row.evidence_count },
  { name: 'Comments', cell: (row) => row.comment_count },
  { name: 'Assignee', width: 24, cell: (row) => row.assignee_name },
  { name: 'Blocked', cell: (row) => (row.blocked ? 'Yes' : 'No') },
  { name: 'Not evaluated', cell: (row) => (row.not_evaluated ? 'Yes' : 'No') },
  { name: 'Last evidence (UTC)', width: 20, cell: (row) => row.last_evidence_at },
  { name: 'Conversation ID', width: 38, cell: (row) => row.conversation_id },
  { name: 'Message ID', width: 38, cell: (row) => row.message_id },
  { name: 'Event ID', width: 38, cell: (row) => row.id },
]

/**
 * The events of a list's question, for writing to a file. Read within `tx`, which must be a snapshot,
 * so that the count and the rows agree.
 * @param raw The list's parameters, without a page.
 */
export async function openEventExport(
  tx: TenantTx,
  scope: AccessScope,
  raw: Readonly<Record<string, string>>,
  { now, hide }: { readonly now: Date; readonly hide: HideExported | undefined },
): Promise<ExportedTable> {
  const query = parseListQuery(cognitiveEventList, raw)
  return {
    columns,
    rowsTotal: await countEvents(tx, scope, query, now),
    batches: readBatches(),
    omissions: () => findEventOmissions(tx, scope, query, now),
  }

  async function* readBatches(): AsyncGenerator<Cell[][]> {
    for await (const rows of eachEventBatch(tx, scope, query, { size: 500, now })) {
      const found = await findFoundWords(tx, scope, rows)
      const messageIds = rows.map(({ message_id }) => message_id)
      const recipients = await findExportedRecipients(tx, scope, messageIds)
      const names = await hide?.(
        tx,
        rows.map(({ message_id: messageId, conversation_id: conversationId }) => ({
          messageId,
          conversationId,
        })),
      )
      yield rows.map((row) => {
        const shown = { ...row, found: found.get(row.id), to: recipients.get(row.message_id) }
        if (!names) return cellsOf(columns, shown)
        const to = hiddenRecipients(names, row.conversation_id, shown.to)
        const author = row.author === null ? null : names.author(row.message_id)
        return cellsOf(columns, { ...shown, author, to })
      })
    }
  }
}
