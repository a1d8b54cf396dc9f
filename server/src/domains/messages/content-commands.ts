/** Messages whose content was not understood get it: their texts as revisions, and files beside it. */
import type { ConversationId, GroupId, MessageId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { insertMany, rowsOf, storable, updateMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Derivation, type MessageFact, type Said, textsOf } from './facts.ts'
import { analysedColumns, analysedOf, contentColumns, contentOf } from './message-row.ts'
import { namesOf, reviseMessages } from './revision-commands.ts'
import { openVersionFiles, type PlacedFiles } from './version-files.ts'
import { indexWhole } from './whole-search.ts'

/** A message whose content was not understood. */
export interface Stored {
  readonly id: MessageId
  readonly channel: string
  readonly conversation_id: ConversationId
  readonly author_user_id: UserId | null
  readonly direction: Said['direction']
  readonly group_ids: readonly GroupId[]
  readonly posted_at: Date
  readonly body: string | null
  readonly revision: number
}

export interface Understood {
  readonly fact: MessageFact & { readonly id: MessageId }
  readonly stored: Stored
  /** Its record came later than the one of the message so far: it is a version of its own, even without a text. */
  readonly isLater?: true
}

/** The flag of the line of a message that could not be decrypted. */
const undecrypted = 'undecrypted' satisfies NonNullable<MessageFact['event']['flags']>[number]
/** Whether it is the line of a message that may come later under the same key. */
export const isOnlyLine = ({ event }: MessageFact) =>
  event.contentType === 'missing' || event.flags?.includes(undecrypted) === true

/**
 * What they said before is noted.
 * @param release The one that understands a record that was read before; absent for a later record.
 * @returns Texts to examine.
 */
export async function giveContents(
  tx: TenantTx,
  understood: readonly Understood[],
  derivation: Derivation,
  { now, release }: { readonly now: Date; readonly release?: string },
): Promise<Said[]> {
  if (understood.length === 0) return []
  const ids = understood.map(({ stored }) => stored.id)
  await noteFormer(tx, ids, { now, ...(release !== undefined && { release }) })
  await setContents(tx, understood)
  return keepContents(tx, understood, derivation, now)
}

/** What comes with their contents: names, files, and the texts as versions. @returns Texts to examine, in their order. */
export async function keepContents(
  tx: TenantTx,
  understood: readonly Understood[],
  derivation: Derivation,
  now: Date,
): Promise<Said[]> {
  if (understood.length === 0) return []
  const facts = understood.map(({ fact }) => fact)
  await insertAliases(tx, facts)
  const files = await openVersionFiles(
    tx,
    facts.map(({ id }) => id),
    derivation,
  )
  const placed = understood.map(({ fact, ...one }): Placed => {
    const { id, event } = fact
    const hadFiles = files.ordinalsOf(id).length > 0
    const places = files.place(id, event.channel, event.attachments)
    files.add(id, places)
    const attachments = event.attachments.map((file, index) => ({
      ...file,
      ordinal: places.files[index] ?? file.ordinal,
    }))
    return { ...one, fact: { ...fact, event: { ...event, attachments } }, places, hadFiles }
  })
  await files.insert(tx, now)
  return sayAgain(tx, placed, derivation, now)
}

/** With the places of its files, among those that its line or its edits had brought before. */
interface Placed extends Understood {
  readonly places: PlacedFiles
  readonly hadFiles: boolean
}

/** Keeps what messages say that are about to say something else. */
export async function noteFormer(
  tx: TenantTx,
  ids: readonly MessageId[],
  { now, release }: { readonly now: Date; readonly release?: string },
): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into message_reread (message_id, at, release, was)
    select id, ${now}::timestamptz, ${release ?? null}, jsonb_build_object('contentType', content_type, 'structured', structured,
      'subject', subject, 'format', format, 'others', others, 'replyToKey', reply_to_key,
      'attachmentCount', attachment_count, 'flags', flags)
    from message where id = any(${ids}::uuid[])`.execute(tx)
}

async function setContents(tx: TenantTx, understood: readonly Understood[]): Promise<void> {
  const rows = understood.map(({ stored: { id }, fact: { event } }) => ({
    id,
    ...contentOf(event),
    flags: event.flags ?? [],
  }))
  await sql`update message set content_type = given.content_type, structured = given.structured, subject = given.subject,
      format = given.format, others = given.others, reply_to_key = coalesce(given.reply_to_key, message.reply_to_key),
      attachment_count = greatest(message.attachment_count, given.attachment_count),
      flags = array((select unnest(message.flags) except select ${undecrypted}::text) union select unnest(given.flags) order by 1)
    from ${rowsOf({ id: 'uuid', ...contentColumns }, rows)} where message.id = given.id`.execute(tx)
}

/** Their texts as revisions as of the time when they were said, so that a later edit stays the text that is shown. */
async function sayAgain(
  tx: TenantTx,
  understood: readonly Placed[],
  derivation: Derivation,
  now: Date,
): Promise<Said[]> {
  const revised = await reviseMessages(
    tx,
    understood.flatMap(({ fact: { recordId, event }, stored, isLater, places, hadFiles }) =>
      event.body === null && !isLater && !(hadFiles && event.attachments.length > 0)
        ? []
        : {
            messageId: stored.id,
            recordId,
            body: event.body,
            at: stored.posted_at,
            sequence: null,
            capturedAt: now,
            suspicious: false,
            isReread: true as const,
            ...(isLater && { isLater }),
            ...(event.attachments.length > 0 && { places }),
          },
    ),
    derivation,
    now,
  )
  const revisions = new Map(revised.map((one) => [one.messageId, one]))
  const rest = understood.filter(({ stored }) => !revisions.has(stored.id))
  const languages = await indexContents(tx, rest, derivation)
  const homes = await findHomes(tx, understood)
  return understood.map(({ fact: { event, receivedAt }, stored }) => ({
    messageId: stored.id,
    conversationId: homes.get(stored.id) ?? stored.conversation_id,
    revision: revisions.get(stored.id)?.revision ?? stored.revision,
    channel: event.channel,
    direction: stored.direction,
    language: revisions.get(stored.id)?.language ?? languages.get(stored.id),
    groupIds: stored.group_ids,
    postedAt: stored.posted_at,
    receivedAt,
    byUser: stored.author_user_id !== null,
    subject: storable(event.subject ?? '') || undefined,
    text: storable(revisions.get(stored.id)?.text ?? stored.body ?? ''),
    others: textsOf(event.others),
    attachmentNames: namesOf(event.attachments),
  }))
}

/** Their conversations may have turned out to be others since they were found. */
export async function findHomes(
  tx: TenantTx,
  understood: readonly { readonly stored: Pick<Stored, 'id'> }[],
): Promise<ReadonlyMap<MessageId, ConversationId>> {
  const ids = understood.map(({ stored: { id } }) => id)
  const rows = await tx
    .selectFrom('message')
    .where('id', '=', sql<MessageId>`any(${ids}::uuid[])`)
    .select(['id', 'conversation_id'])
    .execute()
  return new Map(rows.map(({ id, conversation_id: home }) => [id, home]))
}

/** Those whose text is as before may say something else now, such as the name of a contact. @returns The language of each. */
async function indexContents(
  tx: TenantTx,
  understood: readonly Understood[],
  { read, edition }: Derivation,
): Promise<ReadonlyMap<MessageId, string>> {
  if (understood.length === 0) return new Map()
  const rows = understood.map(({ stored, fact: { event } }) => {
    return { id: stored.id, ...analysedOf(read({ ...event, body: stored.body }), edition) }
  })
  await updateMany(tx, 'message', { id: 'uuid', ...analysedColumns }, rows)
  await indexWhole(
    tx,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map(({ id, language }) => [id, language]))
}

export async function insertAliases(
  tx: TenantTx,
  facts: readonly (MessageFact & { readonly id: MessageId })[],
): Promise<void> {
  const rows = facts.flatMap(({ id, event }) =>
    (event.aliases ?? []).map((alias) => ({ channel: event.channel, alias, message_id: id })),
  )
  const columns = { channel: 'text', alias: 'text', message_id: 'uuid' }
  await insertMany(tx, { table: 'message_alias', conflict: sql`on conflict do nothing` }, columns, rows)
}
