import type { MessageId, RecordId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { CapturedAttachment, CapturedEdit } from '#kernel/captured-event.ts'
import { insertMany, type TableColumns, type TableRow, updateMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { addContentTexts } from './content-text-commands.ts'
import type { Derivation, Said } from './facts.ts'
import { findLaterEdits } from './later-edits.ts'
import { analysedColumns, analysedOf } from './message-row.ts'
import { compareMoments, type Moment } from './moments.ts'
import { findRevised, type Next, nextState, type Revised } from './revision-states.ts'
import { inTime, openVersionFiles, type PlacedFiles, type VersionFiles } from './version-files.ts'
import { indexWhole } from './whole-search.ts'

/** Another text of a known message, or other files or content of it. */
export interface Revision extends Moment, Pick<CapturedEdit, 'attachments' | 'structured'> {
  readonly messageId: MessageId
  readonly recordId: RecordId
  readonly body: string | null
  /** When it reached us. */
  readonly capturedAt: Date
  /** It came without an edit event: other bytes under the same key. */
  readonly suspicious: boolean
  /** The edit that says so. */
  readonly eventId?: string
  /** An edit that came before, and may have left the message as it was then. */
  readonly isLookedAtAgain?: true
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
  sequence: 'bigint',
} satisfies TableColumns<'message_revision'>
type RevisionRow = TableRow<'message_revision', typeof revisionColumns>

const currentColumns = {
  id: 'uuid',
  revision: 'smallint',
  body: 'text',
  edited_at: 'timestamptz',
  ...analysedColumns,
} satisfies TableColumns<'message'>

/**
 * Adds revisions and overwrites nothing. The message shows the latest by time, so edits may arrive in any order. An edit
 * that changes neither the text nor the files nor other content is not a revision; one that restores an earlier state is, also if
 * what it undoes comes after it. Different bytes under a known key are a revision once.
 * @returns The added texts, and those that are shown again, to be examined.
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

  const again = await findLaterEdits(tx, revisions, messages)
  const { rows, shown, names } = placeRevisions([...again, ...revisions], messages, files)
  await insertMany(
    tx,
    { table: 'message_revision', conflict: sql`on conflict do nothing` },
    revisionColumns,
    rows,
  )
  await files.insert(tx, now)
  const languages = new Map<Shown, string>()
  await showRevisions(
    tx,
    shown.map((one) => {
      const { message, revision, body } = one
      const reading = read({
        ...(message.subject !== undefined && { subject: message.subject }),
        body,
        others: message.others,
        direction: message.said.direction,
      })
      languages.set(one, reading.language)
      const text = { id: message.id, revision, body, edited_at: message.editedAt }
      return { ...text, ...analysedOf(reading, edition) }
    }),
  )
  const said = saidAnew(rows, { messages, shown, languages, names })
  const withContent = rows.flatMap((row) => (row.structured ? row.message_id : []))
  const added = await addContentTexts(tx, [...new Set(withContent)], derivation)
  return [...withFurther(said, added), ...saidAgain(rows, shown, languages)]
}

type Languages = ReadonlyMap<Shown, string>

const placeOf = (id: MessageId, revision: number) => `${id} ${revision}`

function saidAnew(
  rows: readonly RevisionRow[],
  { messages, shown, languages, names }: Placed & { messages: Messages; languages: Languages },
): Said[] {
  const shownAt = new Map(shown.map((one) => [placeOf(one.message.id, one.revision), one]))
  return rows.flatMap((row) => {
    const message = messages.get(row.message_id)
    if (!message) return []
    const { revision, captured_at: receivedAt, body } = row
    const attachmentNames = names.get(row) ?? []
    const one = shownAt.get(placeOf(message.id, revision))
    const language = one && languages.get(one)
    return [{ ...message.said, revision, receivedAt, language, text: body ?? '', attachmentNames }]
  })
}

/** The last version of a message that is new has the texts that its messages got with it. */
function withFurther(said: readonly Said[], added: Map<MessageId, readonly string[]>): Said[] {
  return said
    .toReversed()
    .map((one) => {
      const others = added.get(one.messageId)
      added.delete(one.messageId)
      return others ? { ...one, others } : one
    })
    .toReversed()
}

/** Stored texts that are shown again: they may have been examined by other policies, and what goes by the shown text follows it. */
function saidAgain(rows: readonly RevisionRow[], shown: readonly Shown[], languages: Languages): Said[] {
  const added = new Set(rows.map((row) => placeOf(row.message_id, row.revision)))
  return shown.flatMap((one) => {
    const { message, revision, receivedAt, body } = one
    if (added.has(placeOf(message.id, revision))) return []
    return [{ ...message.said, revision, receivedAt, language: languages.get(one), text: body ?? '' }]
  })
}

type Messages = ReadonlyMap<MessageId, Revised>

interface Placed {
  readonly shown: readonly Shown[]
  readonly names: ReadonlyMap<RevisionRow, readonly string[]>
}

/** The version that a message shows from now on. */
interface Shown {
  readonly message: Revised
  readonly revision: number
  readonly body: string | null
  /** When that which made it the shown one reached us. */
  readonly receivedAt: Date
}

/** The rows of those that change something, and which version of each message is shown, if that changes. */
function placeRevisions(
  revisions: readonly Revision[],
  messages: Messages,
  files: VersionFiles,
): Placed & { readonly rows: readonly RevisionRow[] } {
  const rows: RevisionRow[] = []
  const shownOf = new Map<MessageId, Shown>()
  const names = new Map<RevisionRow, readonly string[]>()
  for (const revision of revisions.toSorted(compareMoments)) {
    const message = messages.get(revision.messageId)
    const next = message && nextState(message, revision, files)
    if (!message || !next) continue
    if (!next.isKnown) {
      message.states.push(next)
      files.add(message.id, next)
      const row = toRow(revision, next)
      rows.push(row)
      names.set(row, namesOf(next.fresh.map(({ file }) => file)))
    }
    const isNow = isLatest(revision, next, message)
    if (isNow) message.shownAt = revision
    else if (revision.isReread || revision.isLater || revision.suspicious) continue
    // What an edit left as it was is what is shown, since it was first said, however many came, and in whatever order.
    const standing = isNow ? next.revision : message.shown
    const first = revision.isLater ? next : firstToSay(standing, message.states)
    if (!first || first.revision === message.shown) continue
    message.shown = first.revision
    if (!revision.isReread) message.editedAt = first.at
    const { revision: number, body } = first
    shownOf.set(message.id, { message, revision: number, body, receivedAt: revision.capturedAt })
  }
  return { rows, shown: [...shownOf.values()], names }
}

const toRow = (
  { messageId, at, capturedAt, recordId, suspicious }: Revision,
  { revision, body, files, brought, structured, sequence }: Next,
): RevisionRow => ({
  message_id: messageId,
  revision,
  body,
  at,
  captured_at: capturedAt,
  record_id: recordId,
  suspicious,
  files,
  brought,
  structured,
  sequence: sequence === null ? null : String(sequence),
})

/** Whether the message shows it. A later reading of what was said first is shown only if the message was not edited. */
function isLatest(revision: Revision, next: Next, message: Revised): boolean {
  if (revision.isReread) return !message.isEdited
  return compareMoments(revision, message.shownAt) >= 0 && !(revision.suspicious && next.isKnown)
}

/** A version, or the edit before it that says the same: then it left the message as it was. */
function firstToSay(revision: number, states: Revised['states']): Revised['states'][number] | undefined {
  const ordered = inTime(states)
  const at = ordered.findIndex((state) => state.revision === revision)
  const [before, one] = [ordered[at - 1], ordered[at]]
  const isSame = before && one && before.revision > 1 && before.body === one.body && changesNoFiles(one)
  return isSame ? firstToSay(before.revision, states) : one
}

/** Whether it has the files and the other content of the version before it. */
const changesNoFiles = ({ files, structured }: Pick<Next, 'files' | 'structured'>) =>
  files === null && structured === null

/** By their places. */
export function namesOf(files: readonly CapturedAttachment[]): string[] {
  const names: string[] = []
  for (const { ordinal, name = '' } of files) names[ordinal] = name
  return names
}

async function showRevisions(
  tx: TenantTx,
  rows: readonly TableRow<'message', typeof currentColumns>[],
): Promise<void> {
  await updateMany(tx, 'message', currentColumns, rows)
  await indexWhole(
    tx,
    rows.map(({ id }) => id),
  )
}
