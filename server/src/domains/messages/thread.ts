import type { Channel } from '@verbatim/contract/channels.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { type Selectable, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { type Highlight, highlightBySteps, mostHighlights } from '#kernel/search/highlight.ts'
import type { SearchQuery } from '#kernel/search/query.ts'
import { inSteps } from '#platform/by-turns.ts'
import type { TenantTx } from '#platform/db.ts'
import type { AttachmentTable, MessageEventTable, MessageRevisionTable } from '#schema/messages.ts'
import { findAlsoCaptured } from './mirror-queries.ts'
import { findScans } from './scan-queries.ts'
import { toAttachment, toWholeMessage, type WholeRow } from './rows.ts'
import { toVersions } from './thread-versions.ts'

type EventRow = Pick<
  Selectable<MessageEventTable>,
  'message_id' | 'kind' | 'actor_address' | 'actor_name' | 'at' | 'payload'
>

interface ThreadOptions {
  readonly sought?: SearchQuery | undefined
  /** The channels on which a further reaction of a person replaces their earlier one. */
  readonly oneReaction: ReadonlySet<Channel>
}

/** Messages as a thread shows them, in the given order: six queries for any number of messages. */
export async function toThread(
  tx: TenantTx,
  scope: AccessScope,
  rows: readonly WholeRow[],
  { sought, oneReaction }: ThreadOptions,
): Promise<ThreadMessage[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const versions = Map.groupBy(await findVersions(tx, ids), (row) => row.message_id)
  const rereads = await findRereads(tx, ids)
  const events = Map.groupBy(await findEvents(tx, ids), (row) => row.message_id)
  const files = await findAttachments(tx, ids)
  const attachments = Map.groupBy(files, (row) => row.message_id)
  const scans = await findScans(
    tx,
    files.flatMap(({ sha256 }) => sha256 ?? []),
  )
  const answered = await findAnswered(tx, scope, rows)
  const alsoCaptured = await findAlsoCaptured(tx, scope, ids)
  const marks = sought ? await findMarks(rows, sought) : undefined
  return rows.map((row) => ({
    ...toWholeMessage(row, sought, marks?.get(row.body ?? '')),
    ...withFiles(row, versions.get(row.id) ?? [], { files: attachments.get(row.id) ?? [], scans }),
    format: row.format,
    recipients: toRecipients(row),
    ...toReply(row, answered),
    flags: row.flags,
    ...(row.delivery_state && { deliveryState: row.delivery_state }),
    ...rereads.get(row.id),
    ...(row.deleted_at && { deletion: toDeletion(row.deleted_at, row.deletion) }),
    ...toHappenings(events.get(row.id) ?? [], { isReplaced: oneReaction.has(row.channel) }),
    others: (row.others ?? []).map(({ kind, text }) => ({ kind, text, highlights: marks?.get(text) ?? [] })),
    isPartlySearchable: row.search_partly || row.whole_partly,
    ...(alsoCaptured.has(row.id) && { alsoCaptured: alsoCaptured.get(row.id) }),
  }))
}

/** Its versions, its content, and its files, of which a later version may have replaced some. */
function withFiles(
  row: WholeRow,
  versions: readonly Selectable<MessageRevisionTable>[],
  { files, scans }: { files: Selectable<AttachmentTable>[]; scans: Parameters<typeof toAttachment>[1] },
) {
  const shown = toVersions(row, versions, files)
  return {
    ...(shown.structured && { structured: shown.structured }),
    versions: shown.versions,
    attachments: files.map((file) => ({
      ...toAttachment(file, scans),
      ...(shown.replaced.has(file.id) && { isReplaced: true }),
    })),
  }
}

/** To whom a mail was addressed; members of a conversation are not recipients. */
const toRecipients = ({ recipients }: WholeRow) =>
  (recipients ?? []).flatMap(({ identity, displayName, addressing }) =>
    addressing ? [{ name: displayName ?? identity.value, address: identity.value, addressing }] : [],
  )

function toReply({ channel, reply_to_key: key }: WholeRow, answered: ReadonlyMap<string, MessageId>) {
  const replyToId = key === null ? undefined : answered.get(`${channel}|${key}`)
  return replyToId && { replyToId }
}

/** The matches of the search by text, in total no more than a page can draw. */
async function findMarks(
  rows: readonly WholeRow[],
  sought: SearchQuery,
): Promise<ReadonlyMap<string, Highlight[]>> {
  const marks = new Map<string, Highlight[]>()
  let most = mostHighlights
  for (const { body, others } of rows) {
    for (const text of [body ?? '', ...(others ?? []).map((other) => other.text)]) {
      if (marks.has(text)) continue
      const found = await inSteps(highlightBySteps(text, sought, { most }))
      marks.set(text, found)
      most -= found.length
    }
  }
  return marks
}

async function findVersions(
  tx: TenantTx,
  ids: readonly MessageId[],
): Promise<Selectable<MessageRevisionTable>[]> {
  return tx
    .selectFrom('message_revision')
    .selectAll()
    .where('message_id', '=', sql<MessageId>`any(${ids}::uuid[])`)
    .orderBy('revision')
    .execute()
}

/** Which of them a later release understood, and when. What could not be decrypted at first was replaced without one. */
async function findRereads(
  tx: TenantTx,
  ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, Pick<ThreadMessage, 'reread'>>> {
  const rows = await tx
    .selectFrom('message_reread')
    .select(['message_id', 'at', 'release'])
    .where('message_id', '=', sql<MessageId>`any(${ids}::uuid[])`)
    .where('release', 'is not', null)
    .$narrowType<{ release: string }>()
    .orderBy('at')
    .execute()
  return new Map(
    rows.map(({ message_id, at, release }) => [message_id, { reread: { at: at.toISOString(), release } }]),
  )
}

async function findEvents(tx: TenantTx, ids: readonly MessageId[]): Promise<EventRow[]> {
  return tx
    .selectFrom('message_event')
    .select(['message_id', 'kind', 'actor_address', 'actor_name', 'at', 'payload'])
    .where('message_id', '=', sql<MessageId>`any(${ids}::uuid[])`)
    .where('kind', 'in', ['reaction', 'status'])
    .where(sql<boolean>`payload ->> 'state' is distinct from ''`)
    .orderBy('at')
    .orderBy(sql`(payload ->> 'sequence')::bigint nulls first`)
    .orderBy('id')
    .execute()
}

async function findAttachments(
  tx: TenantTx,
  ids: readonly MessageId[],
): Promise<Selectable<AttachmentTable>[]> {
  return tx
    .selectFrom('attachment')
    .selectAll()
    .where('message_id', '=', sql<MessageId>`any(${ids}::uuid[])`)
    .orderBy('ordinal')
    .execute()
}

/** The messages that these reply to, by channel and key, if they are in the same thread and visible to the reader. */
async function findAnswered(
  tx: TenantTx,
  scope: AccessScope,
  rows: readonly WholeRow[],
): Promise<ReadonlyMap<string, MessageId>> {
  const keys = [...new Set(rows.flatMap(({ reply_to_key }) => reply_to_key ?? []))]
  if (keys.length === 0) return new Map()
  const conversations = [...new Set(rows.map(({ conversation_id }) => conversation_id))]
  const { rows: found } = await sql<{ channel: string; name: string; id: MessageId }>`
    select message.channel, named.name, coalesce(message.mirror_of, message.id) as id
    from (
      select id, message_key as name from message where message_key = any(${keys})
      union all select message_id, alias from message_alias where alias = any(${keys})
    ) named
    join message on message.id = named.id
    where message.conversation_id = any(${conversations}::uuid[]) and ${withinScope(scope, 'message')}`.execute(
    tx,
  )
  return new Map(found.map((row) => [`${row.channel}|${row.name}`, row.id]))
}

function toDeletion(at: Date, deletion: WholeRow['deletion']): ThreadMessage['deletion'] {
  return {
    at: at.toISOString(),
    scope: deletion?.scope ?? 'unknown',
    ...(deletion?.actor && { by: deletion.actor }),
  }
}

/** Current reactions, and every receipt, oldest first. */
function toHappenings(
  events: readonly EventRow[],
  { isReplaced }: { readonly isReplaced: boolean },
): Pick<ThreadMessage, 'reactions' | 'receipts'> {
  const standing = new Map<string, ThreadMessage['reactions'][number]>()
  const receipts: ThreadMessage['receipts'] = []
  const named = new Map(events.flatMap(otherNames))
  for (const { kind, actor_address, actor_name, at, payload } of events) {
    if (kind === 'reaction') {
      const value = textOf(payload['value'])
      const by = actor_name ?? actor_address ?? ''
      const part = typeof payload['part'] === 'number' ? payload['part'] : undefined
      const who = `${named.get(actor_address ?? '') ?? actor_address}|${part ?? ''}|`
      const isRemoved = payload['action'] === 'remove'
      if (isRemoved || isReplaced) takeBack(standing, who, isRemoved ? value : '')
      if (!isRemoved) standing.set(who + value, { value, by, at: at.toISOString(), ...(part && { part }) })
    } else receipts.push(toReceipt({ at, payload }))
  }
  return { reactions: [...standing.values()], receipts }
}

function toReceipt({ at, payload }: Pick<EventRow, 'at' | 'payload'>): ThreadMessage['receipts'][number] {
  const recipient = payload['recipient'] as { value?: string } | undefined
  return {
    state: textOf(payload['state']),
    at: at.toISOString(),
    ...(recipient?.value && { recipient: recipient.value }),
    ...(typeof payload['errorCode'] === 'string' && { errorCode: payload['errorCode'] }),
  }
}

/** Some channels only say whose reaction is gone. */
function takeBack(standing: Map<string, unknown>, who: string, value: string): void {
  const gone = [...standing.keys()].filter((one) => (value ? one === who + value : one.startsWith(who)))
  for (const one of gone) standing.delete(one)
}

/** By another name of a person, the one that their events have. */
const otherNames = ({ actor_address: actor, payload }: EventRow): (readonly [string, string])[] =>
  ((payload['alsoActors'] ?? []) as { value: string }[]).map(({ value }) => [value, actor ?? ''] as const)

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
