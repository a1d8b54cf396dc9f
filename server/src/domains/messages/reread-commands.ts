/** Records whose content was not understood are read again by a later release. Source: docs/decisions/0105-read-again.md. */
import type { ContentType } from '#kernel/captured-event.ts'
import type { MessageId, RecordId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { keyText, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isLine } from '#schema/said.ts'
import { tellApart } from './apart.ts'
import { type Recorded, recordMessages } from './commands.ts'
import { completedBy } from './completion-commands.ts'
import { sayFurther } from './content-text-commands.ts'
import { noteCovered } from './coverage-commands.ts'
import { bringFiles, type Brought } from './late-files.ts'
import { giveContents, type Stored, type Understood } from './content-commands.ts'
import { linkMirrors } from './mirror-commands.ts'
import { addressOf, type Derivation, type MessageFact, type Said } from './facts.ts'

interface Reread {
  /** Texts to examine. */
  readonly said: readonly Said[]
  /** Known messages that say more now, besides their texts. */
  readonly completed: Recorded['completed']
  /** How many messages were not understood before. */
  readonly understood: number
  /** How many were not there before. */
  readonly added: number
  /** Copies of what other accounts have as well. */
  readonly mirrored: Recorded['mirrored']
  /** Messages that were missing, as their lines said. */
  readonly come: Recorded['come']
  /** Events may have waited for these. */
  readonly arrived: readonly MessageFact[]
}

/** A message whose content was not understood, and where it is. */
interface Found extends Stored {
  readonly record_id: RecordId
  readonly message_key: string
  /** All names of its conversation. */
  readonly conversation_keys: readonly string[]
  readonly author_address: string
  /** The earlier release found no words in it. */
  readonly is_empty: boolean
}

interface Read extends Understood {
  readonly stored: Found
}

/**
 * Adds what is newly understood in records that were read before. A message that was understood keeps what it says, whatever
 * is read now; words in its content that an earlier release did not examine are added to its texts, and files that it did not fetch are added as well. One that was not gets its content: its text as a revision, and the former rest is noted. Messages that no
 * reading had found are added. Repetition changes nothing.
 */
export async function rereadMessages(
  tx: TenantTx,
  given: readonly MessageFact[],
  derivation: Derivation,
  { now, release }: { readonly now: Date; readonly release: string },
): Promise<Reread> {
  const stored = await findUnsupported(tx, given)
  const understood: Read[] = []
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
    else if (isStillUnread(fact, found)) continue
    else if (isOfSame(fact, found)) understood.push({ fact: { ...fact, id: found.id }, stored: found })
    // Author and conversation are not changed: the message is stored beside the line that was not understood.
    else others.push({ ...fact, event: { ...fact.event, messageKey: keyText(`${key}~read`) } })
  }
  const known = await findKeys(tx, others)
  const idOf = ({ event }: MessageFact) => known.get(`${event.channel}|${storable(event.messageKey)}`)
  const fresh = others.filter((fact) => idOf(fact) === undefined)
  const again = others.flatMap((fact) => {
    const messageId = idOf(fact)
    return messageId ? [{ fact, messageId, receivedAt: fact.receivedAt }] : []
  })
  // What is new may name a person in both ways, and join conversations.
  const { said: saidFirst, completed, come, mirrored } = await recordMessages(tx, fresh, derivation, now)
  const read = await giveContents(tx, understood, derivation, { now, release })
  const brought = await bringMissed(tx, again, derivation, now)
  const further = await sayFurther(tx, [...again, ...brought], derivation)
  await noteCovered(tx, [...read, ...further], derivation)
  const arrived = [...understood.map(({ fact }) => fact), ...fresh]
  const kept = [...again, ...understood].map(({ fact }) => fact)
  const linked = await linkMirrors(tx, { facts: kept, again: kept })
  return {
    said: linked.withCopies([...read, ...saidFirst, ...further]),
    mirrored: [...mirrored, ...linked.mirrored],
    completed: [...completed, ...brought, ...understood.map(({ fact }) => completedBy(fact.id, fact))],
    understood: understood.length,
    added: fresh.length,
    come,
    arrived,
  }
}

/** It is not understood now either, and no words are found in it that were not before. */
const isStillUnread = (fact: MessageFact, stored: Found) =>
  fact.event.contentType === 'unsupported' &&
  !(stored.is_empty && fact.event.others?.length && isOfSame(fact, stored))

/** Files that the earlier release did not look for. Another message under the same key brings none. */
async function bringMissed(
  tx: TenantTx,
  again: readonly { readonly fact: MessageFact; readonly messageId: MessageId }[],
  derivation: Derivation,
  now: Date,
): Promise<Brought[]> {
  const beside = again.filter(({ fact }) => fact.event.attachments.some(({ isBeside }) => isBeside))
  if (beside.length === 0) return []
  const apart = await tellApart(
    tx,
    beside.map(({ fact }) => fact),
  )
  const copies = beside.flatMap(({ fact, messageId }, index) =>
    apart[index]?.event.messageKey === fact.event.messageKey ? [{ ...fact, id: messageId }] : [],
  )
  return bringFiles(tx, copies, derivation, now)
}

const isOfSame = (fact: MessageFact, stored: Found) =>
  addressOf(fact.event.author, fact) === stored.author_address &&
  stored.conversation_keys.includes(storable(fact.event.conversationKey)) &&
  (fact.event.direction === stored.direction || hasLeft(fact, stored))

/** Another report about the mail says that it left the organization. */
const hasLeft = (fact: MessageFact, stored: Found) =>
  fact.event.direction === 'internal' && stored.direction === 'outbound'

async function findUnsupported(tx: TenantTx, facts: readonly MessageFact[]): Promise<readonly Found[]> {
  if (facts.length === 0) return []
  const records = [...new Set(facts.map(({ recordId }) => recordId))]
  const accounts = [...new Set(facts.map(({ accountId }) => accountId))]
  const { rows } = await sql<Found>`
    select message.id, message.record_id, message.channel, message.message_key, message.conversation_id,
      array(select named.alias from conversation_alias named where named.tenant_id = message.tenant_id
        and named.conversation_id = message.conversation_id) || conversation.conversation_key as conversation_keys, message.author_address, message.author_user_id, message.direction, message.group_ids,
      message.posted_at, message.body, message.revision,
      message.body is null and message.others is null as is_empty
    from message join conversation
      on conversation.tenant_id = message.tenant_id and conversation.id = message.conversation_id
    where message.content_type = ${'unsupported' satisfies ContentType} and message.account_id = any(${accounts}::uuid[])
      and message.record_id = any(${records}::uuid[])
    order by message.message_key`.execute(tx)
  return rows
}

async function findKeys(
  tx: TenantTx,
  facts: readonly MessageFact[],
): Promise<ReadonlyMap<string, MessageId>> {
  if (facts.length === 0) return new Map()
  const keys = facts.map(({ event }) => storable(event.messageKey))
  const { rows } = await sql<{ name: string; id: MessageId }>`
    select channel || '|' || message_key as name, id from message
    where message_key = any(${keys}) and not ${isLine('message')}`.execute(tx)
  return new Map(rows.map(({ name, id }) => [name, id]))
}
