import type { MessageId, RecordId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { CapturedAttachment, CapturedEdit } from '#kernel/captured-event.ts'
import { insertMany, rowsOf, type TableColumns, type TableRow } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Derivation, Said } from './facts.ts'
import { findRevised, nextState } from './revision-states.ts'
import { openVersionFiles, type PlacedFiles, type VersionFiles } from './version-files.ts'
import { indexWhole } from './whole-search.ts'

/** Another text of a known message, or other files or content of it. */
export interface Revision extends Pick<CapturedEdit, 'attachments' | 'structured'> {
  readonly messageId: MessageId
  readonly recordId: RecordId
  readonly body: string | null
  readonly at: Date
  /** When it reached us. */
  readonly capturedAt: Date
  /** It came without an edit event: other bytes under the same key. */
  readonly suspicious: boolean
  /** A later reading of the same record: the message was not edited. */
  readonly isReread?: boolean
  /** The content of a message that had only a line: a version also if the text is as before. */
  readonly isLater?: true
  /** The places of its files, if they are there already. */
  readonly places?: PlacedFiles
}

const revisionColumns = {
  message_id: 'uuid',
  revision: 'smallint',
  body: 'text',
  at: 'timestamptz',
  captured_at: 'timestamptz',
  record_id: 'uuid',
  suspicious: 'boolean',
  files: 'smallint[]',
  brought: 'smallint[]',
  structured: 'jsonb',
} satisfies TableColumns<'message_revision'>
type RevisionRow = TableRow<'message_revision', typeof revisionColumns>

const currentColumns = {
  id: 'uuid',
  revision: 'smallint',
  body: 'text',
  edited_at: 'timestamptz',
  category: 'text',
  urgency: 'text',
  language: 'text',
  search: 'tsvector',
  search_partly: 'boolean',
  examined_edition: 'integer',
} as const

/**
 * Adds revisions and overwrites nothing. The message shows the latest by time, so edits may arrive in any order. An edit
 * that changes neither the text nor the files nor other content is not a revision; one that restores an earlier state is. Different bytes under a known key are a
 * revision once.
 * @returns The added texts, to be examined.
 */
export async function reviseMessages(
  tx: TenantTx,
  revisions: readonly Revision[],
  derivation: Pick<Derivation, 'read' | 'edition' | 'fileAt' | 'contentOf'>,
  now: Date,
): Promise<Said[]> {
  if (revisions.length === 0) return []
  const { read, edition } = derivation
  const ids = [...new Set(revisions.map(({ messageId }) => messageId))]
  await sql`insert into message_revision (message_id, revision, body, at, captured_at, record_id)
    select id, 1, body, posted_at, captured_at, record_id from message
    where id = any(${ids}::uuid[]) and revision = 1 on conflict do nothing`.execute(tx)
  const messages = await findRevised(tx, ids)
  const withFiles = revisions.flatMap(({ messageId, attachments, places }) =>
    attachments || places ? messageId : [],
  )
  const files = await openVersionFiles(tx, [...new Set(withFiles)], derivation)

  const { rows, latestOf, names } = placeRevisions(revisions, messages, files)
  await insertMany(
    tx,
    { table: 'message_revision', conflict: sql`on conflict do nothing` },
    revisionColumns,
    rows,
  )
  await files.insert(tx, now)
  const shown = [...messages.values()].flatMap((message) => {
    const row = latestOf.get(message.id)
    return row ? [{ message, row }] : []
  })
  const languages = new Map<RevisionRow, string>()
  await showRevisions(
    tx,
    shown.map(({ message, row }) => {
      const { category, urgency, language, vector, partly } = read({
        ...(message.subject !== undefined && { subject: message.subject }),
        body: row.body,
        others: message.others,
        direction: message.said.direction,
      })
      languages.set(row, language)
      return {
        id: row.message_id,
        revision: row.revision,
        body: row.body,
        edited_at: message.editedAt,
        category,
        urgency,
        language,
        search: vector,
        search_partly: partly,
        examined_edition: edition,
      }
    }),
  )
  return rows.flatMap((row) => {
    const message = messages.get(row.message_id)
    if (!message) return []
    const { revision, captured_at: receivedAt, body } = row
    const attachmentNames = names.get(row) ?? []
    const language = languages.get(row)
    return [{ ...message.said, revision, receivedAt, language, text: body ?? '', attachmentNames }]
  })
}

/** The rows of those that change something, and which of them is shown of each message. */
function placeRevisions(
  revisions: readonly Revision[],
  messages: Awaited<ReturnType<typeof findRevised>>,
  files: VersionFiles,
) {
  const rows: RevisionRow[] = []
  const latestOf = new Map<MessageId, RevisionRow>()
  const names = new Map<RevisionRow, readonly string[]>()
  for (const revision of revisions.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const message = messages.get(revision.messageId)
    const next = message && nextState(message, revision, files)
    if (!message || !next) continue
    if (next.isKnown) {
      // What an edit left as it was is what is shown, however many came at once.
      const row = rows.find((one) => one.message_id === message.id && one.revision === next.revision)
      if (!row || revision.suspicious || revision.at < message.shownAt) continue
      latestOf.set(message.id, row)
      message.editedAt = row.at
      message.shownAt = revision.at
      continue
    }
    message.states.push(next)
    files.add(revision.messageId, next)
    const row = {
      message_id: revision.messageId,
      revision: next.revision,
      body: next.body,
      at: revision.at,
      captured_at: revision.capturedAt,
      record_id: revision.recordId,
      suspicious: revision.suspicious,
      files: next.files,
      brought: next.brought,
      structured: next.structured,
    }
    rows.push(row)
    names.set(row, namesOf(next.fresh.map(({ file }) => file)))
    // A later reading of what was said first is shown only if it was not edited.
    if (revision.isReread ? !message.isEdited : revision.at >= message.shownAt) {
      latestOf.set(row.message_id, row)
      if (!revision.isReread) message.editedAt = revision.at
      message.shownAt = revision.at
    }
  }
  return { rows, latestOf, names }
}

/** By their places. */
export function namesOf(files: readonly CapturedAttachment[]): string[] {
  const names: string[] = []
  for (const { ordinal, name = '' } of files) names[ordinal] = name
  return names
}

type CurrentRow = { [K in keyof typeof currentColumns]: unknown } & { readonly id: MessageId }

async function showRevisions(tx: TenantTx, rows: readonly CurrentRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`update message set revision = given.revision, body = given.body, edited_at = given.edited_at,
      category = given.category, urgency = given.urgency, language = given.language, search = given.search,
      search_partly = given.search_partly, examined_edition = given.examined_edition
    from ${rowsOf<CurrentRow>(currentColumns, rows)} where message.id = given.id`.execute(tx)
  await indexWhole(
    tx,
    rows.map(({ id }) => id),
  )
}
