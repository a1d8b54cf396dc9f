import { categoryNames, urgencyNames } from '@verbatim/contract/categories.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import type { GroupId, MessageId } from '@verbatim/contract/ids.ts'
import { languageName } from '@verbatim/contract/languages.ts'
import { parseListQuery } from '@verbatim/contract/list.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import { otherTextNames } from '@verbatim/contract/other-texts.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { cellsOf, type ExportedColumn, type ExportedTable } from '#platform/list/exported.ts'
import type { Cell } from '@verbatim/documents/tables/table-file.ts'
import { attachmentOmissions } from './attachment-omissions.ts'
import { hiddenRecipients, type HideExported } from './hidden-export.ts'
import { countMessages, countPartlySearchable } from './queries.ts'
import { findExportedRecipients, recipientColumns, type ToPeople } from './recipient-columns.ts'
import { type Question, type SearchReach, toQuestion } from './search-question.ts'
import { type WholeRow, wholeColumns } from './rows.ts'

interface ExportedRow extends WholeRow, ToPeople {
  readonly groupNames: string
}

const columns: readonly ExportedColumn<ExportedRow>[] = [
  { name: 'Date (UTC)', width: 20, cell: (row) => row.posted_at },
  { name: 'From', width: 24, cell: (row) => row.author_name ?? row.author_address },
  { name: 'From address', width: 24, cell: (row) => row.author_address },
  ...recipientColumns,
  { name: 'Direction', width: 10, cell: (row) => directionNames[row.direction] },
  { name: 'Channel', width: 18, cell: (row) => channelNames[row.channel] },
  { name: 'Subject', width: 24, cell: (row) => row.subject },
  { name: 'Content', width: 80, cell: (row) => row.body },
  {
    name: 'Also contains',
    width: 40,
    cell: (row) =>
      (row.others ?? []).map(({ kind, text }) => `[${otherTextNames[kind]}]\n${text}`).join('\n\n'),
  },
  { name: 'Category', cell: (row) => categoryNames[row.category] },
  { name: 'Theme', width: 24, cell: (row) => row.theme?.name ?? null },
  { name: 'Urgency', cell: (row) => urgencyNames[row.urgency] },
  { name: 'Language', width: 14, cell: (row) => languageName(row.language || 'und') },
  { name: 'Groups', width: 24, cell: (row) => row.groupNames },
  { name: 'Attachments', cell: (row) => row.attachment_count },
  { name: 'Edited (UTC)', width: 20, cell: (row) => row.edited_at },
  { name: 'Deleted (UTC)', width: 20, cell: (row) => row.deleted_at },
  { name: 'Captured (UTC)', width: 20, cell: (row) => row.captured_at },
  { name: 'Conversation ID', width: 38, cell: (row) => row.conversation_id },
  { name: 'Message ID', width: 38, cell: (row) => row.id },
]

/**
 * The complete messages of a list's question, in its order, for writing to a file. Read within `tx`, which
 * must be a snapshot, so that the count and the rows agree.
 * @param raw The list's parameters, without a page.
 */
export async function openMessageExport(
  tx: TenantTx,
  scope: AccessScope,
  raw: Readonly<Record<string, string>>,
  { now, hide, ...reach }: SearchReach & { readonly now: Date; readonly hide: HideExported | undefined },
): Promise<ExportedTable> {
  const query = parseListQuery(messageList, raw)
  const question = toQuestion(scope, query, now, reach)
  const attachments = attachmentOmissions()
  return {
    columns,
    rowsTotal: question ? await countMessages(tx, question) : 0,
    batches: question
      ? readBatches(tx, scope, { question, hide, each: (ids) => attachments.add(tx, ids) })
      : none(),
    omissions: async () => ({
      attachments: attachments.all(),
      partlySearchable: query.search ? await countPartlySearchable(tx, scope, query, { now, ...reach }) : 0,
      withheld: query.search && !reach.withAttachments ? [{ part: 'attachment-texts' }] : [],
    }),
  }
}

const batchSize = 500

/**
 * The ids come from a cursor of the search function, so that any order is read once; the rows under row-level security. Rows that were
 * found and are not within `scope` are missing, so that the file is not made.
 */
async function* readBatches(
  tx: TenantTx,
  scope: AccessScope,
  {
    question,
    hide,
    each,
  }: {
    readonly question: Question
    readonly hide: HideExported | undefined
    readonly each: (ids: readonly MessageId[]) => Promise<void>
  },
): AsyncGenerator<Cell[][]> {
  const groups = new Map<GroupId, string>()
  for (const { id, name } of await tx.selectFrom('conversation_group').select(['id', 'name']).execute())
    groups.set(id, name)
  await sql`select open_messages(${JSON.stringify(question)}::jsonb)`.execute(tx)
  for (;;) {
    const { rows: found } = await sql<{ id: MessageId }>`
      fetch forward ${sql.lit(batchSize)} from opened_messages`.execute(tx)
    if (found.length === 0) return
    const { rows } = await sql<WholeRow>`
      select ${wholeColumns}
      from unnest(${found.map(({ id }) => id)}::uuid[]) with ordinality as found (id, position)
      join message on message.id = found.id and ${withinScope(scope, 'message')} -- the index knows sets of groups by a hash
      order by found.position`.execute(tx)
    const ids = found.map(({ id }) => id)
    const recipients = await findExportedRecipients(tx, scope, ids)
    await each(ids)
    const names = await hide?.(
      tx,
      rows.map(({ id: messageId, conversation_id: conversationId }) => ({ messageId, conversationId })),
    )
    yield rows.map((row) => {
      const groupNames = row.group_ids.map((id) => groups.get(id) ?? id).join('; ')
      const to = recipients.get(row.id)
      if (!names) return cellsOf(columns, { ...row, groupNames, to })
      return cellsOf(columns, {
        ...row,
        author_name: names.author(row.id),
        author_address: '',
        others: row.others?.filter(({ kind }) => kind !== 'card') ?? null,
        groupNames,
        to: hiddenRecipients(names, row.conversation_id, to),
      })
    })
  }
}

// oxlint-disable-next-line require-yield -- a table without rows
async function* none(): AsyncGenerator<Cell[][]> {}

const directionNames = {
  inbound: 'Inbound',
  outbound: 'Outbound',
  internal: 'Internal',
  unknown: 'Unknown',
} as const
