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
import {
  contentByRevision,
  filesByRevision,
  inTime,
  type PlacedFiles,
  type VersionFiles,
} from './version-files.ts'

/** Another text of a known message, or other files or content of it. */
interface Given extends Pick<CapturedEdit, 'body' | 'attachments' | 'structured'> {
  readonly at: Date
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
): Pick<CapturedEdit, 'body' | 'attachments' | 'structured'> {
  const { body, attachments, structured } = payload as unknown as CapturedEdit
  return { body, ...(attachments && { attachments }), ...(structured && { structured }) }
}

/** What a version says; `files` and `structured` are null if they are as before. */
interface State {
  readonly revision: number
  readonly body: string | null
  readonly at: Date
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
  /** The time of its latest edit that is known. */
  readonly lastEditAt: Date | null
  readonly isEdited: boolean
  /** The version that is shown. */
  shown: number
  /** Of the latest that said something of it. */
  shownAt: Date
  editedAt: Date | null
}

export interface Next extends State {
  readonly isKnown: boolean
  /** Files that are added with it. */
  readonly fresh: readonly NewFile[]
}

/** The version that a revision makes, or else the one that says the same already. */
export function nextState(message: Revised, revision: Given, files: VersionFiles): Next {
  const { body: text, at, suspicious, isLater, isLookedAtAgain, attachments, structured, places } = revision
  const { id, states, said } = message
  const placed = attachments ? files.place(id, said.channel, attachments) : places
  // What is understood later without a text leaves the text as it was.
  const before = places && !isLater ? standingBody(states, at) : null
  const body = text === null ? before : storable(text)
  const given: State = {
    revision: 1 + Math.max(...states.map((state) => state.revision)),
    body,
    at,
    files: placed ? [...placed.files] : null,
    brought: placed?.fresh.map(({ file }) => file.ordinal) ?? [],
    structured: structured ?? null,
  }
  const own = isLookedAtAgain && inTime(states.filter((state) => state.at.getTime() === at.getTime())).at(-1)
  const known = isLater
    ? undefined
    : (own ?? knownAs(message, given, { suspicious, ordinals: files.ordinalsOf(id) }))
  if (known) return { ...known, isKnown: true, fresh: [] }
  return { ...given, isKnown: false, fresh: (attachments && placed?.fresh) ?? [] }
}

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
  const standing = standingAt(states, given.at)
  if (!standing || standing.body !== given.body) return undefined
  const content = contentByRevision(states, structured).get(standing.revision) ?? {}
  if (given.structured && !isDeepStrictEqual(given.structured, content)) return undefined
  const files = filesByRevision(states, ordinals).get(standing.revision)
  return !given.files || isDeepStrictEqual(given.files, files) ? standing : undefined
}

const standingBody = (states: readonly State[], time: Date) => standingAt(states, time)?.body ?? null

const standingAt = (states: readonly State[], time: Date) =>
  inTime(states.filter(({ at }) => at <= time)).at(-1)

/** What is known of messages that get versions. */
export async function findRevised(
  tx: TenantTx,
  ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, Revised>> {
  const kept = await tx
    .selectFrom('message_revision')
    .where('message_id', '=', sql<MessageId>`any(${ids}::uuid[])`)
    .select(['message_id', 'revision', 'body', 'at', 'files', 'brought', 'structured'])
    .orderBy('revision')
    .execute()
  const states = Map.groupBy<MessageId, State>(kept, (row) => (row as (typeof kept)[number]).message_id)
  const rows = await tx
    .selectFrom('message')
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
      // Also for an edit that was not a revision: an earlier text is not the current one.
      sql<Date | null>`(select max(edit.at) from message_event edit where edit.tenant_id = message.tenant_id
        and edit.message_id = message.id and edit.kind = 'edit')`.as('last_edit_at'),
    ])
    .execute()
  return new Map(
    rows.map((row): [MessageId, Revised] => [
      row.id,
      {
        id: row.id,
        subject: row.subject ?? undefined,
        others: row.others ?? [],
        structured: row.structured,
        states: states.get(row.id) ?? [],
        lastEditAt: row.last_edit_at,
        shown: row.revision,
        shownAt: latest(row.edited_at ?? row.said_at, row.last_edit_at),
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
        },
      },
    ]),
  )
}

const latest = (a: Date, b: Date | null) => (b && b > a ? b : a)
