import type { GroupId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { Participant } from '#kernel/captured-event.ts'
import { storable, updateMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { joinConversations } from './conversation-commands.ts'
import { type MessageFact, type Said, textsOf } from './facts.ts'
import { examineAgain } from './reading-commands.ts'

/**
 * Adds recipients from another report to known messages, and the groups of those who are representatives.
 * A journal sends one report for each group of recipients, and only all reports together name all recipients of a mail.
 * @returns Texts that reached further groups, for examination with their policies.
 */
export async function mergeRecipients(tx: TenantTx, again: readonly MessageFact[]): Promise<Said[]> {
  const reports = again.filter(({ event }) => event.participants.some(({ addressing }) => addressing))
  if (reports.length === 0) return []
  const known = await findReported(tx, reports)
  const grown = new Map<MessageId, Participant[]>()
  for (const { event } of reports) {
    const message = known.get(`${event.channel}|${storable(event.messageKey)}`)
    if (!message) continue
    const before = grown.get(message.id) ?? message.recipients ?? []
    const union = new Map(
      [...before, ...event.participants].map((one) => [`${one.role}|${one.identity.value}`, one]),
    )
    if (union.size > before.length) grown.set(message.id, [...union.values()])
  }
  if (grown.size === 0) return []
  const changed = [...grown].map(([id, recipients]) => ({ id, recipients }))
  await updateMany(tx, 'message', { id: 'uuid', recipients: 'jsonb' }, changed)
  return widen(
    tx,
    reports.flatMap((fact) => {
      const message = known.get(`${fact.event.channel}|${storable(fact.event.messageKey)}`)
      return message && grown.has(message.id) ? [{ fact, message }] : []
    }),
  )
}

type Reported = Awaited<ReturnType<typeof findReported>> extends ReadonlyMap<string, infer Row> ? Row : never

async function findReported(tx: TenantTx, reports: readonly MessageFact[]) {
  const rows = await tx
    .selectFrom('message')
    .where('message_key', '=', sql<string>`any(${reports.map(({ event }) => storable(event.messageKey))})`)
    .select(['id', 'conversation_id', 'channel', 'message_key', 'recipients', 'posted_at'])
    .select(['revision', 'direction', 'language', 'group_ids', 'author_user_id', 'subject', 'body', 'others'])
    .execute()
  return new Map(rows.map((row) => [`${row.channel}|${row.message_key}`, row]))
}

/** Makes the messages and their conversations visible to the groups of the added recipients. */
async function widen(
  tx: TenantTx,
  grown: readonly { readonly fact: MessageFact; readonly message: Reported }[],
): Promise<Said[]> {
  const groupIdsOf = await joinConversations(
    tx,
    grown.map(({ fact, message }) => ({
      ...fact,
      postedAt: message.posted_at,
      conversationId: message.conversation_id,
    })),
  )
  const wider = new Map<MessageId, Said>()
  for (const { fact, message } of grown) {
    const before: readonly GroupId[] = wider.get(message.id)?.groupIds ?? message.group_ids
    const groupIds = [...new Set([...before, ...groupIdsOf(fact)])]
    if (groupIds.length > before.length) wider.set(message.id, toSaid(fact, message, groupIds))
  }
  if (wider.size === 0) return []
  const rows = [...wider.values()].map(({ messageId, groupIds }) => ({ id: messageId, group_ids: groupIds }))
  await updateMany(tx, 'message', { id: 'uuid', group_ids: 'uuid[]' }, rows)
  await examineAgain(
    tx,
    rows.map(({ id }) => id),
  )
  return [...wider.values()]
}

function toSaid(fact: MessageFact, message: Reported, groupIds: readonly GroupId[]): Said {
  return {
    messageId: message.id,
    conversationId: message.conversation_id,
    revision: message.revision,
    channel: message.channel,
    direction: message.direction,
    language: message.language,
    groupIds,
    postedAt: message.posted_at,
    receivedAt: fact.receivedAt,
    byUser: message.author_user_id !== null,
    subject: message.subject ?? undefined,
    text: message.body ?? '',
    others: textsOf(message.others),
    attachmentNames: fact.event.attachments.map(({ name }) => name ?? ''),
  }
}
