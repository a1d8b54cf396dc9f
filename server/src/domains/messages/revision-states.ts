/** Whether what comes of a known message makes another version of it. */
import type { MessageId } from '@verbatim/contract/ids.ts'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { CapturedEdit, OtherText } from '#kernel/captured-event.ts'
import { storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isLine } from '#schema/said.ts'
import type { Said } from './facts.ts'
import type { NewFile } from './attachment-commands.ts'
import { compareMoments, type Moment } from './moments.ts'
import {
  contentByRevision,
  filesByRevision,
  inTime,
  type PlacedFiles,
  type VersionFiles,
} from './version-files.ts'

/** Another text of a known message, or other files or content of it. */
interface Given extends Pick<CapturedEdit, 'body' | 'attachments' | 'structured'>, Moment {
  /** It came without an edit event: other bytes under the same key. */
  readonly suspicious: boolean
  /** The content of a message that had only a line: a version also if the text is as before. */
  readonly isLater?: true
  /** An edit that came before, and may have left the message as it was then. */
  readonly isLookedAtAgain?: true
  /** The places of its files, if they are there already. */
  readonly places?: PlacedFiles
}

/** What an edit says, of the event as it is kept. */
export function contentOfEdit(
  payload: Readonly<Record<string, unknown>>,
): Pick<CapturedEdit, 'body' | 'attachments' | 'structured'> & Pick<Moment, 'sequence'> {
  const { body, attachments, structured, sequence = null } = payload as unknown as CapturedEdit
  return { body, sequence, ...(attachments && { attachments }), ...(structured && { structured }) }
}

/** What a version says; `files` and `structured` are null if they are as before. */
interface State extends Moment {
  readonly revision: number
  readonly body: string | null
  readonly files: number[] | null
  readonly brought: number[]
  readonly structured: Record<string, unknown> | null
}

/** A message that gets versions, and what it shows: that changes with each. */
export interface Revised {
  readonly id: MessageId
  readonly subject: string | undefined
  readonly others: readonly OtherText[]
  readonly said: Said
  readonly states: State[]
  /** Its content other than text, as it was sent. */
  readonly structured: Record<string, unknown> | null
  /** Of its edits that are known, also those that were no versions. */
  readonly lastEdit: Moment | null
  readonly isEdited: boolean
  /** The version that is shown. */
  shown: number
  /** Of the latest that said something of it. */
  shownAt: Moment
  editedAt: Date | null
}

export interface Next extends State {
  readonly isKnown: boolean
  /** Files that are added with it. */
  readonly fresh: readonly NewFile[]
}

/** The version that a revision makes, or else the one that says the same already. */
export function nextState(message: Revised, revision: Given, files: VersionFiles): Next {
  const { body: text, at, sequence, suspicious, isLater, attachments, structured, places } = revision
  const { id, states, said } = message
  const placed = attachments ? files.place(id, said.channel, attachments) : places
  // What is understood later without a text leaves the text as it was.
  const before = places && !isLater ? standingBody(states, revision) : null
  const body = text === null ? before : storable(text)
  const given: State = {
    revision: 1 + Math.max(...states.map((state) => state.revision)),
    body,
    at,
    sequence,
    files: placed ? [...placed.files] : null,
    brought: placed?.fresh.map(({ file }) => file.ordinal) ?? [],
    structured: structured ?? null,
  }
  const known = isLater
    ? undefined
    : (ownVersion(message, revision) ??
      knownAs(message, given, { suspicious, ordinals: files.ordinalsOf(id) }))
  if (known) return { ...known, isKnown: true, fresh: [] }
  return { ...given, isKnown: false, fresh: (attachments && placed?.fresh) ?? [] }
}

/** The version that an edit which came before has made, or that another of its time has made after it. */
const ownVersion = ({ states }: Revised, revision: Given): State | undefined =>
  revision.isLookedAtAgain
    ? inTime(states.filter((state) => compareMoments(state, revision) === 0)).at(-1)
    : undefined

/** The version that says this already. Of a suspicious edit only its text counts, whenever the message said it. */
const knownAs = (
  message: Revised,
  given: State,
  { suspicious, ordinals }: { suspicious: boolean | undefined; ordinals: readonly number[] },
): State | undefined =>
  suspicious ? message.states.find(({ body }) => body === given.body) : standingAs(message, given, ordinals)

/** The version that the message had at that time, if it says the same. */
function standingAs(
  { states, structured }: Revised,
  given: State,
  ordinals: readonly number[],
): State | undefined {
  const standing = standingAt(states, given)
  if (!standing || standing.body !== given.body) return undefined
  const content = contentByRevision(states, structured).get(standing.revision) ?? {}
  if (given.structured && !isDeepStrictEqual(given.structured, content)) return undefined
  const files = filesByRevision(states, ordinals).get(standing.revision)
  return !given.files || isDeepStrictEqual(given.files, files) ? standing : undefined
}

const standingBody = (states: readonly State[], time: Moment) => standingAt(states, time)?.body ?? null

const standingAt = (states: readonly State[], time: Moment) =>
  inTime(states.filter((state) => compareMoments(state, time) <= 0)).at(-1)

/** What is known of messages that get versions. */
export async function findRevised(
  tx: TenantTx,
  ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, Revised>> {
  const kept = await tx
    .selectFrom('message_revision')
    .where('message_id', '=', sql<MessageId>`any(${ids}::uuid[])`)
    .select(['message_id', 'revision', 'body', 'at', 'sequence', 'files', 'brought', 'structured'])
    .orderBy('revision')
    .execute()
  const states = Map.groupBy<MessageId, State>(kept, (row) => (row as (typeof kept)[number]).message_id)
  const rows = await readRows(tx, ids)
  return new Map(rows.map((row) => [row.id, toRevised(row, states.get(row.id) ?? [])]))
}

function readRows(tx: TenantTx, ids: readonly MessageId[]) {
  return tx
    .selectFrom('message')
    .leftJoinLateral(
      // Also one that was not a revision: an earlier text is not the current one.
      sql<Moment>`(select at, payload ->> 'sequence' as sequence from message_event
        where tenant_id = message.tenant_id and message_id = message.id and kind = 'edit'
        order by at desc, (payload ->> 'sequence')::bigint desc nulls last limit 1)`.as('edit'),
      (join) => join.onTrue(),
    )
    .where('message.id', '=', sql<MessageId>`any(${ids}::uuid[])`)
    .select([
      'message.id',
      'message.conversation_id',
      'message.channel',
      'message.direction',
      'message.group_ids',
      'message.posted_at',
      'message.revision',
      'message.edited_at',
      // The time of a message that did not come is not known: each edit is later.
      sql<Date>`case when ${isLine('message')} then '1970-01-01 00:00:00+00' else message.posted_at end`.as(
        'said_at',
      ),
      'message.author_user_id',
      'message.subject',
      'message.others',
      'message.structured',
      'edit.at as last_edit_at',
      'edit.sequence as last_edit_sequence',
    ])
    .execute()
}

function toRevised(row: Awaited<ReturnType<typeof readRows>>[number], states: State[]): Revised {
  const { last_edit_at: at, last_edit_sequence: sequence, edited_at: editedAt } = row
  const lastEdit = at && { at, sequence }
  const sequenceShown = states.find(({ revision }) => revision === row.revision)?.sequence ?? null
  const shownAt = editedAt ? { at: editedAt, sequence: sequenceShown } : { at: row.said_at, sequence: null }
  return {
    id: row.id,
    subject: row.subject ?? undefined,
    others: row.others ?? [],
    structured: row.structured,
    states,
    lastEdit,
    shown: row.revision,
    shownAt: lastEdit && compareMoments(lastEdit, shownAt) > 0 ? lastEdit : shownAt,
    editedAt,
    isEdited: editedAt !== null || lastEdit !== null,
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
    },
  }
}
