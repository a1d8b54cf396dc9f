import type { MessageId, RecordId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { insertMany, rowsOf, storable, type TableColumns, type TableRow } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isLine } from '#schema/said.ts'
import type { Derivation, Said } from './facts.ts'
import { indexWhole } from './whole-search.ts'

/** Another text of a known message. */
export interface Revision {
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
}

const revisionColumns = {
  message_id: 'uuid',
  revision: 'smallint',
  body: 'text',
  at: 'timestamptz',
  captured_at: 'timestamptz',
  record_id: 'uuid',
  suspicious: 'boolean',
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
 * that does not change the text is not a revision; one that restores an earlier text is. Different bytes under a known key are a
 * revision once.
 * @returns The added texts, to be examined.
 */
export async function reviseMessages(
  tx: TenantTx,
  revisions: readonly Revision[],
  { read, edition }: Pick<Derivation, 'read' | 'edition'>,
): Promise<Said[]> {
  if (revisions.length === 0) return []
  const ids = [...new Set(revisions.map(({ messageId }) => messageId))]
  await sql`insert into message_revision (message_id, revision, body, at, captured_at, record_id)
    select id, 1, body, posted_at, captured_at, record_id from message
    where id = any(${ids}::uuid[]) and revision = 1 on conflict do nothing`.execute(tx)
  const messages = await findRevised(tx, ids)

  const rows: RevisionRow[] = []
  for (const revision of revisions.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const message = messages.get(revision.messageId)
    const body = revision.body === null ? null : storable(revision.body)
    if (!message || (!revision.isLater && isKnown(message.texts, { ...revision, body }))) continue
    message.texts.push({ body, at: revision.at })
    message.last += 1
    const row = {
      message_id: revision.messageId,
      revision: message.last,
      body,
      at: revision.at,
      captured_at: revision.capturedAt,
      record_id: revision.recordId,
      suspicious: revision.suspicious,
    }
    rows.push(row)
    // A later reading of what was said first is shown only if it was not edited.
    if (revision.isReread ? !message.isEdited : revision.at >= message.shownAt) {
      message.shown = row
      if (!revision.isReread) message.editedAt = revision.at
      message.shownAt = revision.at
    }
  }
  await insertMany(
    tx,
    { table: 'message_revision', conflict: sql`on conflict do nothing` },
    revisionColumns,
    rows,
  )
  const shown = [...messages.values()].flatMap((message) =>
    message.shown ? [{ message, row: message.shown }] : [],
  )
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
    return [{ ...message.said, revision, receivedAt, language: languages.get(row), text: body ?? '' }]
  })
}

interface Text {
  readonly body: string | null
  readonly at: Date
}

function isKnown(
  texts: readonly Text[],
  { body, at, suspicious }: Text & Pick<Revision, 'suspicious'>,
): boolean {
  if (suspicious) return texts.some((text) => text.body === body)
  const standing = texts
    .filter((text) => text.at <= at)
    .reduce<Text | undefined>((latest, text) => (latest && latest.at > text.at ? latest : text), undefined)
  return standing?.body === body
}

async function findRevised(tx: TenantTx, ids: readonly MessageId[]) {
  const rows = await tx
    .selectFrom('message')
    .innerJoin('message_revision as kept', (join) =>
      join.onRef('kept.tenant_id', '=', 'message.tenant_id').onRef('kept.message_id', '=', 'message.id'),
    )
    .where('message.id', '=', sql<MessageId>`any(${ids}::uuid[])`)
    .groupBy(['message.tenant_id', 'message.id'])
    .select([
      'message.id',
      'message.conversation_id',
      'message.channel',
      'message.direction',
      'message.group_ids',
      'message.posted_at',
      'message.edited_at',
      // The time of a message that did not come is not known: each edit is later.
      sql<Date>`case when ${isLine('message')} then '1970-01-01 00:00:00+00' else message.posted_at end`.as(
        'said_at',
      ),
      'message.author_user_id',
      'message.subject',
      'message.others',
      sql<(string | null)[]>`array_agg(kept.body order by kept.revision)`.as('bodies'),
      sql<Date[]>`array_agg(kept.at order by kept.revision)`.as('times'),
      // Also for an edit that was not a revision: an earlier text is not the current one.
      sql<Date | null>`(select max(edit.at) from message_event edit where edit.tenant_id = message.tenant_id
        and edit.message_id = message.id and edit.kind = 'edit')`.as('last_edit_at'),
      sql<number>`max(kept.revision)`.as('last'),
    ])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        subject: row.subject ?? undefined,
        others: row.others ?? [],
        texts: row.times.map((at, index): Text => ({ at, body: row.bodies[index] ?? null })),
        last: row.last,
        shownAt: latest(row.edited_at ?? row.said_at, row.last_edit_at),
        shown: undefined as RevisionRow | undefined,
        editedAt: row.edited_at,
        isEdited: row.edited_at !== null || row.last_edit_at !== null,
        said: {
          messageId: row.id,
          conversationId: row.conversation_id,
          revision: 1,
          channel: row.channel,
          direction: row.direction,
          language: undefined,
          groupIds: row.group_ids,
          postedAt: row.posted_at,
          receivedAt: row.posted_at,
          byUser: row.author_user_id !== null,
          subject: row.subject ?? undefined,
          text: '',
          others: [],
          attachmentNames: [],
        } satisfies Said,
      },
    ]),
  )
}

const latest = (a: Date, b: Date | null) => (b && b > a ? b : a)

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
