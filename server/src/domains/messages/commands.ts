import type { AccountId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { newId } from '#kernel/uuid.ts'
import { insertMany, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isLine, isUndecrypted } from '#schema/said.ts'
import { tellApart } from './apart.ts'
import { placeMessages } from './conversation-commands.ts'
import { joinNamed } from './conversation-names.ts'
import { type Completed, completedBy, completeMessages, flagContradicted } from './completion-commands.ts'
import { sayFurther } from './content-text-commands.ts'
import { noteCovered } from './coverage-commands.ts'
import { type Derivation, type MessageFact, type Said, textsOf } from './facts.ts'
import { insertAttachments } from './attachment-commands.ts'
import { bringFiles } from './late-files.ts'
import { giveContents, insertAliases, isOnlyLine, type Stored, type Understood } from './content-commands.ts'
import { linkMirrors, type Mirrored } from './mirror-commands.ts'
import { nameMessages } from './message-names.ts'
import { messageColumns, type MessageRow, type NewMessage, toRow } from './message-row.ts'
import { becomeMessages, type Come, missing } from './missing-commands.ts'
import { mergeRecipients } from './recipient-commands.ts'
import { withQuotedTexts } from './quoted-texts.ts'
import { type Revision, reviseMessages } from './revision-commands.ts'

export interface Recorded {
  /** Texts to examine: of new messages, and of known ones whose bytes differ, that reached further groups or left the organization. */
  readonly said: readonly Said[]
  /** Known messages that say more now, besides their texts; also those of which only a line was stored. */
  readonly completed: readonly Completed[]
  /** Copies of what other accounts have as well. */
  readonly mirrored: readonly Mirrored[]
  /** Messages that were missing, or whose lines know more now, as the lines said before. */
  readonly come: readonly { readonly accountId: AccountId; readonly at: Date }[]
}

/**
 * Stores messages, each once: a known key with the same content is a duplicate. With a different text it is a new revision,
 * flagged as suspicious; with a different author or files it is a separate message. The line of a message that could not
 * be decrypted, or that did not come, becomes the message: what comes under its key is its content. Order and repetition of the given
 * messages do not matter.
 */
export async function recordMessages(
  tx: TenantTx,
  given: readonly MessageFact[],
  derivation: Derivation,
  now: Date,
): Promise<Recorded> {
  if (given.length === 0) return { said: [], completed: [], mirrored: [], come: [] }
  const facts = await tellApart(tx, placeholdersLast(await nameMessages(tx, given)))
  const known = await findKnown(tx, facts)
  const unknown: NewMessage[] = []
  const again: MessageFact[] = []
  const seen = new Set<string>()
  for (const fact of facts) {
    const key = keyOf(fact)
    if (known.has(key) || seen.has(key)) again.push(fact)
    else {
      seen.add(key)
      const postedAt = fact.event.sentAt ?? fact.receivedAt
      unknown.push({ ...fact, id: newId<MessageId>(now), postedAt })
    }
  }
  const fresh = await withQuotedTexts(tx, unknown)
  const said: Said[] = []
  if (fresh.length > 0) {
    const placement = await placeMessages(tx, fresh, now)
    const rows = fresh.map((fact) => toRow(fact, placement, derivation))
    await insertMany(tx, 'message', messageColumns, rows)
    await insertAliases(tx, fresh)
    await insertAttachments(tx, fresh, derivation.contentOf, now)
    said.push(...fresh.map((fact, index) => toSaid(fact, rows[index])))
  }
  await joinNamed(tx, again)
  const come = missed(again, known)
  said.push(...(await becomeMessages(tx, come, derivation, now)))
  const opened = awaited(again, known)
  said.push(...(await giveContents(tx, opened, derivation, { now })))
  const merged = await mergeRecipients(tx, again)
  said.push(...merged.said)
  const freshByKey = new Map(fresh.map((fact) => [keyOf(fact), fact]))
  const copies = withIds(again, known, freshByKey)
  await insertAliases(
    tx,
    copies.filter(({ event }) => event.alsoKeyed),
  )
  const revisions = again.flatMap((fact) => differing(fact, known, freshByKey))
  const revised = await reviseMessages(tx, revisions, derivation, now)
  said.push(...revised)
  const brought = await bringFiles(tx, copies, derivation, now)
  const completed = [...(await completeMessages(tx, again)), ...brought]
  said.push(...(await sayFurther(tx, completed, derivation)))
  await noteCovered(tx, said.slice(fresh.length), derivation)
  await flagContradicted(tx, [...new Set(revised.map(({ messageId }) => messageId))])
  const { mirrored, withCopies } = await linkMirrors(tx, { facts, again })
  return {
    said: withCopies(said),
    mirrored,
    completed: [
      ...completed,
      ...merged.completed,
      ...[...come, ...opened].map(({ fact, stored }) => completedBy(stored.id, fact)),
    ],
    come: come.map(({ stored }) => ({ accountId: stored.account_id, at: stored.posted_at })),
  }
}

const keyOf = (fact: MessageFact) => `${fact.event.channel}|${storable(fact.event.messageKey)}`

const placeholdersLast = (facts: readonly MessageFact[]) => [
  ...facts.filter((fact) => !isOnlyLine(fact)),
  ...facts.filter(isOnlyLine),
]

/** Copies with the ids of their messages. */
function withIds(
  again: readonly MessageFact[],
  ...stored: readonly ReadonlyMap<string, { readonly id: MessageId }>[]
): (MessageFact & { readonly id: MessageId })[] {
  return again.flatMap((fact) => {
    const found = stored.map((messages) => messages.get(keyOf(fact))).find((one) => one !== undefined)
    return found ? [{ ...fact, id: found.id }] : []
  })
}

/** Messages of which only an undecrypted line is stored, each once. */
function awaited(again: readonly MessageFact[], known: ReadonlyMap<string, Known>): Understood[] {
  const found = new Map<MessageId, Understood>()
  for (const fact of again) {
    const stored = known.get(keyOf(fact))
    if (stored?.is_undecrypted && !isOnlyLine(fact) && !found.has(stored.id))
      found.set(stored.id, { fact: { ...fact, id: stored.id }, stored, isLater: true })
  }
  return [...found.values()]
}

/** Messages that have only lines so far, each once. A line may have another name of its message. */
function missed(
  again: readonly MessageFact[],
  known: ReadonlyMap<string, Known>,
): (Come & { stored: Known })[] {
  const found = new Map<MessageId, Come & { stored: Known }>()
  for (const fact of again) {
    const stored = known.get(keyOf(fact))
    if (!stored?.is_missing || found.has(stored.id)) continue
    const isNews =
      fact.event.contentType !== missing || storable(fact.event.messageKey) !== stored.message_key
    if (isNews) found.set(stored.id, { fact, stored })
  }
  return [...found.values()]
}

interface Known extends Stored {
  readonly message_key: string
  readonly account_id: AccountId
  readonly is_undecrypted: boolean
  readonly is_missing: boolean
}

const namesIn = ({ event: { messageKey, seen, aliases = [] } }: MessageFact) => [
  messageKey,
  ...(seen === undefined ? aliases : []),
]

async function findKnown(tx: TenantTx, facts: readonly MessageFact[]): Promise<ReadonlyMap<string, Known>> {
  const keys = [...new Set(facts.flatMap(namesIn).map(storable))]
  const channels = [...new Set(facts.map(({ event }) => event.channel))]
  const { rows } = await sql<Known>`
    select id, channel, message_key, account_id, body, conversation_id, author_user_id, direction, group_ids, posted_at, revision,
      ${isUndecrypted('message')} as is_undecrypted, ${isLine('message')} as is_missing
    from message where message_key = any(${keys}) and channel = any(${channels})`.execute(tx)
  const known = new Map(rows.map((row) => [`${row.channel}|${row.message_key}`, row]))
  for (const fact of facts) {
    const line = namesIn(fact).map((name) => known.get(`${fact.event.channel}|${storable(name)}`))
    const missingLine = line.find((one) => one?.is_missing)
    if (missingLine && !known.has(keyOf(fact))) known.set(keyOf(fact), missingLine)
  }
  return known
}

/** A repetition whose content differs from the stored one. */
function differing(
  fact: MessageFact,
  known: ReadonlyMap<string, Pick<Known, 'id' | 'body'>>,
  fresh: ReadonlyMap<string, MessageFact & { readonly id: MessageId }>,
): Revision[] {
  const key = keyOf(fact)
  const first = fresh.get(key)
  const kept = known.get(key) ?? (first && { id: first.id, body: first.event.body })
  const body = fact.event.body === null ? null : storable(fact.event.body)
  if (!kept || body === null || body === kept.body) return []
  return [
    {
      messageId: kept.id,
      recordId: fact.recordId,
      body,
      at: fact.receivedAt,
      sequence: null,
      capturedAt: fact.receivedAt,
      suspicious: true,
    },
  ]
}

function toSaid(fact: MessageFact, row: MessageRow | undefined): Said {
  if (!row) throw new Error('A message has no row')
  return {
    messageId: row.id,
    conversationId: row.conversation_id,
    revision: 1,
    channel: fact.event.channel,
    direction: row.direction,
    language: row.language,
    groupIds: row.group_ids,
    postedAt: row.posted_at,
    receivedAt: fact.receivedAt,
    byUser: row.author_user_id !== null,
    subject: storable(row.subject ?? '') || undefined,
    text: storable(row.body ?? ''),
    others: textsOf(fact.event.others),
    attachmentNames: fact.event.attachments.map(({ name }) => name ?? ''),
  }
}
