/** Records whose content was not understood are read again by a later release. Source: docs/decisions/0105-read-again.md. */
import type { ContentType } from '#kernel/captured-event.ts'
import type { ConversationId, GroupId, MessageId, RecordId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { keyText, rowsOf, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { insertAttachments } from './attachment-commands.ts'
import { insertAliases, recordMessages } from './commands.ts'
import { addressOf, type Derivation, type MessageFact, type Said, textsOf } from './facts.ts'
import { reviseMessages } from './revision-commands.ts'
import { indexWhole } from './whole-search.ts'

export interface Reread {
  /** Texts to examine. */
  readonly said: readonly Said[]
  /** How many messages were not understood before. */
  readonly understood: number
  /** How many were not there before. */
  readonly added: number
  /** Events may have waited for these. */
  readonly arrived: readonly MessageFact[]
}

/** A message whose content was not understood. */
interface Stored {
  readonly id: MessageId
  readonly record_id: RecordId
  readonly channel: string
  readonly message_key: string
  readonly conversation_id: ConversationId
  readonly conversation_key: string
  readonly author_address: string
  readonly author_user_id: UserId | null
  readonly direction: Said['direction']
  readonly group_ids: readonly GroupId[]
  readonly posted_at: Date
  readonly body: string | null
  readonly revision: number
}

interface Understood {
  readonly fact: MessageFact & { readonly id: MessageId }
  readonly stored: Stored
}

/**
 * Adds what is newly understood in records that were read before. A message that was understood keeps what it says, whatever
 * is read now. One that was not gets its content: its text as a revision, and the former rest is noted. Messages that no
 * reading had found are added. Repetition changes nothing.
 */
export async function rereadMessages(
  tx: TenantTx,
  given: readonly MessageFact[],
  derivation: Derivation,
  { now, release }: { readonly now: Date; readonly release: string },
): Promise<Reread> {
  const stored = await findUnsupported(tx, given)
  const understood: Understood[] = []
  const others: MessageFact[] = []
  for (const fact of given) {
    const key = storable(fact.event.messageKey)
    const found = stored.find(
      ({ record_id, channel, message_key: kept }) =>
        record_id === fact.recordId &&
        channel === fact.event.channel &&
        (kept === key || kept.startsWith(`${key}~`)),
    )
    if (!found) others.push(fact)
    else if (fact.event.contentType === 'unsupported') continue
    else if (isOfSame(fact, found)) understood.push({ fact: { ...fact, id: found.id }, stored: found })
    // Whose or where it was is not changed: the message stands beside the line that was not understood.
    else others.push({ ...fact, event: { ...fact.event, messageKey: keyText(`${key}~read`) } })
  }
  const known = await findKeys(tx, others)
  const fresh = others.filter(({ event }) => !known.has(`${event.channel}|${storable(event.messageKey)}`))
  await noteFormer(tx, understood, { now, release })
  await setContents(tx, understood)
  await insertAliases(
    tx,
    understood.map(({ fact }) => fact),
  )
  await insertAttachments(
    tx,
    understood.map(({ fact }) => fact),
    derivation.contentOf,
    now,
  )
  const said = [
    ...(await sayAgain(tx, understood, derivation, now)),
    ...(await recordMessages(tx, fresh, derivation, now)),
  ]
  const arrived = [...understood.map(({ fact }) => fact), ...fresh]
  return { said, understood: understood.length, added: fresh.length, arrived }
}

const isOfSame = (fact: MessageFact, stored: Stored) =>
  addressOf(fact.event.author, fact) === stored.author_address &&
  storable(fact.event.conversationKey) === stored.conversation_key &&
  fact.event.direction === stored.direction

async function findUnsupported(tx: TenantTx, facts: readonly MessageFact[]): Promise<readonly Stored[]> {
  if (facts.length === 0) return []
  const records = [...new Set(facts.map(({ recordId }) => recordId))]
  const accounts = [...new Set(facts.map(({ accountId }) => accountId))]
  const { rows } = await sql<Stored>`
    select message.id, message.record_id, message.channel, message.message_key, message.conversation_id,
      conversation.conversation_key, message.author_address, message.author_user_id, message.direction, message.group_ids,
      message.posted_at, message.body, message.revision
    from message join conversation
      on conversation.tenant_id = message.tenant_id and conversation.id = message.conversation_id
    where message.content_type = ${'unsupported' satisfies ContentType} and message.account_id = any(${accounts}::uuid[])
      and message.record_id = any(${records}::uuid[])
    order by message.message_key`.execute(tx)
  return rows
}

async function findKeys(tx: TenantTx, facts: readonly MessageFact[]): Promise<ReadonlySet<string>> {
  if (facts.length === 0) return new Set()
  const keys = facts.map(({ event }) => storable(event.messageKey))
  const { rows } = await sql<{ name: string }>`
    select channel || '|' || message_key as name from message where message_key = any(${keys})`.execute(tx)
  return new Set(rows.map(({ name }) => name))
}

async function noteFormer(
  tx: TenantTx,
  understood: readonly Understood[],
  { now, release }: { readonly now: Date; readonly release: string },
): Promise<void> {
  const ids = understood.map(({ stored }) => stored.id)
  if (ids.length === 0) return
  await sql`insert into message_reread (message_id, at, release, was)
    select id, ${now}::timestamptz, ${release}, jsonb_build_object('contentType', content_type, 'structured', structured,
      'subject', subject, 'format', format, 'others', others, 'replyToKey', reply_to_key,
      'attachmentCount', attachment_count, 'flags', flags)
    from message where id = any(${ids}::uuid[])`.execute(tx)
}

async function setContents(tx: TenantTx, understood: readonly Understood[]): Promise<void> {
  if (understood.length === 0) return
  const rows = understood.map(({ stored: { id }, fact: { event } }) => ({
    id,
    content_type: event.contentType,
    structured: event.structured ?? null,
    subject: event.subject ?? null,
    format: event.format,
    others: event.others && event.others.length > 0 ? event.others : null,
    reply_to_key: event.replyToKey ?? null,
    attachment_count: Math.min(event.attachments.length, 32_767),
    flags: event.flags ?? [],
  }))
  await sql`update message set content_type = given.content_type, structured = given.structured, subject = given.subject,
      format = given.format, others = given.others, reply_to_key = coalesce(given.reply_to_key, message.reply_to_key),
      attachment_count = greatest(message.attachment_count, given.attachment_count),
      flags = array(select unnest(message.flags) union select unnest(given.flags) order by 1)
    from ${rowsOf(
      {
        id: 'uuid',
        content_type: 'text',
        structured: 'jsonb',
        subject: 'text',
        format: 'text',
        others: 'jsonb',
        reply_to_key: 'text',
        attachment_count: 'smallint',
        flags: 'text[]',
      },
      rows,
    )} where message.id = given.id`.execute(tx)
}

/** Their texts as revisions as of the time when they were said, so that a later edit stays the text that is shown. */
async function sayAgain(
  tx: TenantTx,
  understood: readonly Understood[],
  derivation: Derivation,
  now: Date,
): Promise<Said[]> {
  const revised = await reviseMessages(
    tx,
    understood.flatMap(({ fact: { recordId, event }, stored }) =>
      event.body === null
        ? []
        : {
            messageId: stored.id,
            recordId,
            body: event.body,
            at: stored.posted_at,
            capturedAt: now,
            suspicious: false,
            isReread: true,
          },
    ),
    derivation,
  )
  const revisions = new Map(revised.map((one) => [one.messageId, one]))
  const rest = understood.filter(({ stored }) => !revisions.has(stored.id))
  const languages = await indexContents(tx, rest, derivation)
  return understood.map(({ fact: { event, receivedAt }, stored }) => ({
    messageId: stored.id,
    conversationId: stored.conversation_id,
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
    attachmentNames: event.attachments.map(({ name }) => name ?? ''),
  }))
}

/** Those whose text is as before may say something else now, such as the name of a contact. */
/** @returns The language of each. */
async function indexContents(
  tx: TenantTx,
  understood: readonly Understood[],
  { read, edition }: Derivation,
): Promise<ReadonlyMap<MessageId, string>> {
  if (understood.length === 0) return new Map()
  const rows = understood.map(({ stored, fact: { event } }) => {
    const { category, urgency, language, vector, partly } = read({ ...event, body: stored.body })
    return { id: stored.id, category, urgency, language, search: vector, partly, edition }
  })
  await sql`update message set category = given.category, urgency = given.urgency, language = given.language,
      search = given.search, search_partly = given.partly, examined_edition = given.edition
    from ${rowsOf(
      {
        id: 'uuid',
        category: 'text',
        urgency: 'text',
        language: 'text',
        search: 'tsvector',
        partly: 'boolean',
        edition: 'integer',
      },
      rows,
    )} where message.id = given.id`.execute(tx)
  await indexWhole(
    tx,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map(({ id, language }) => [id, language]))
}
